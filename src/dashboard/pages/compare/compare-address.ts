import type { HistoryMeasure } from "../../history/history-lines.ts";
import { overlayIds, type OverlayId } from "./history/overlay-lines.ts";
import { readHistoryRange, type HistoryRangeId } from "../../charts/chart-range.ts";
import { maxSelected } from "../../data/storage/selected-markets.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";
import { comparedIds } from "../frame/nav-links.ts";

/** The source's history, or a recorded figure. */
export type CompareMeasure = HistoryMeasure | OverlayId;

const measures: readonly CompareMeasure[] = ["rate", "growth", ...overlayIds];

export function isOverlay(measure: CompareMeasure): measure is OverlayId {
  return overlayIds.some((id) => id === measure);
}

export interface CompareAddress {
  /** In the order given, at most eight. */
  readonly ids: readonly string[];
  readonly range: HistoryRangeId;
  readonly measure: CompareMeasure;
  readonly differencesOnly: boolean;
  /** Weights in the order of the ids, then of what is not invested. */
  readonly split: readonly number[];
}

const defaultCompareRange: HistoryRangeId = "90d";

/** Junk is dropped piece by piece; never throws. */
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

/** Defaults are left out; other pages' parameters stay. */
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
