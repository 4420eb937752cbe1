// The address of the compare page: which markets, which stretch of history, what the lines measure, and the split.
import type { HistoryMeasure } from "../../history/history-lines.ts";
import { overlayIds, type OverlayId } from "./history/overlay-lines.ts";
import { readHistoryRange, type HistoryRangeId } from "../../charts/chart-range.ts";
import { maxSelected } from "../../data/storage/selected-markets.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";
import { comparedIds } from "../frame/nav-links.ts";

/** What the lines are of: the source's own past, or what the service has recorded. */
export type CompareMeasure = HistoryMeasure | OverlayId;

const measures: readonly CompareMeasure[] = ["rate", "growth", ...overlayIds];

export function isOverlay(measure: CompareMeasure): measure is OverlayId {
  return overlayIds.some((id) => id === measure);
}

export interface CompareAddress {
  /** Each id once, in the order given, at most eight. */
  readonly ids: readonly string[];
  readonly range: HistoryRangeId;
  readonly measure: CompareMeasure;
  readonly differencesOnly: boolean;
  /** Parts of my money per market, in the order of the ids, then the part that is in none: plain numbers, not negative. */
  readonly split: readonly number[];
}

const defaultCompareRange: HistoryRangeId = "90d";

/** Reads the query of /compare. Junk is dropped piece by piece; nothing here throws. */
export function readCompareAddress(search: string): CompareAddress {
  const read = (name: string): string => readParameter(search, name) ?? "";
  const split = read("split")
    .split(",")
    .map((text) => (/^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0));
  return {
    ids: comparedIds(search),
    range: readHistoryRange(read("range"), defaultCompareRange),
    measure: measures.find((measure) => measure === read("measure")) ?? "rate",
    differencesOnly: read("diff") === "1",
    split: split.some((part) => part > 0) ? split.slice(0, maxSelected + 1) : [],
  };
}

/** Writes it back into `search`, defaults left out; parameters of others stay. */
export function writeCompareAddress(address: CompareAddress, search: string): string {
  const { ids, range, measure, differencesOnly, split } = address;
  return withParameters(search, [
    ["ids", ids.length === 0 ? undefined : ids.join(",")],
    ["range", range === defaultCompareRange ? undefined : range],
    ["measure", measure === "rate" ? undefined : measure],
    ["diff", differencesOnly ? "1" : undefined],
    ["split", split.some((part) => part > 0) ? split.join(",") : undefined],
  ]);
}
