// The address of the compare page: which markets, which stretch of history, what the lines measure, and the split.
import { isHistoryRangeId, type HistoryRangeId } from "../../history/history-range.ts";
import { maximumPicks } from "../../data/kept/picks.ts";

export type CompareMeasure = "rate" | "growth";

export interface CompareAddress {
  /** Each id once, in the order given, at most eight. */
  readonly ids: readonly string[];
  readonly range: HistoryRangeId;
  readonly measure: CompareMeasure;
  readonly differencesOnly: boolean;
  /** Parts of my money per market, in the order of the ids: plain numbers, not negative. */
  readonly split: readonly number[];
}

export const defaultCompareRange: HistoryRangeId = "90d";

/** Reads the query of /compare. Junk is dropped piece by piece; nothing here throws. */
export function readCompareAddress(search: string): CompareAddress {
  const query = new URLSearchParams(search);
  const ids = [...new Set((query.get("ids") ?? "").split(",").filter((id) => id !== "" && id.length <= 300))];
  const range = query.get("range") ?? "";
  const split = (query.get("split") ?? "")
    .split(",")
    .map((text) => (/^\d{1,9}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0));
  return {
    ids: ids.slice(0, maximumPicks),
    range: isHistoryRangeId(range) ? range : defaultCompareRange,
    measure: query.get("measure") === "growth" ? "growth" : "rate",
    differencesOnly: query.get("diff") === "1",
    split: split.some((part) => part > 0) ? split.slice(0, maximumPicks) : [],
  };
}

/** Writes it back into `search`, defaults left out; parameters of others stay. */
export function writeCompareAddress(address: CompareAddress, search: string): string {
  const own = new Set(["ids", "range", "measure", "diff", "split"]);
  const others = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "" && !own.has(part.split("=")[0] ?? ""));
  const parts = [
    ...(address.ids.length === 0 ? [] : [`ids=${address.ids.map(encodeURIComponent).join(",")}`]),
    ...(address.range === defaultCompareRange ? [] : [`range=${address.range}`]),
    ...(address.measure === "rate" ? [] : [`measure=${address.measure}`]),
    ...(address.differencesOnly ? ["diff=1"] : []),
    ...(address.split.some((part) => part > 0) ? [`split=${address.split.join(",")}`] : []),
    ...others,
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
