import { decodeOnce } from "../../../contract/query-text.ts";
import { readHistoryRange, type HistoryRangeId } from "../../charts/chart-range.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";

const defaultRange: HistoryRangeId = "180d";
const rangeParameter = "range";

/** "/markets/kamino.lending.x%2Fy". A badly encoded id stays encoded. */
export function idOfPath(pathname: string): string {
  const text = /^\/markets\/([^/]*)/.exec(pathname)?.[1] ?? "";
  return decodeOnce(text) ?? text;
}

export function readRange(search: string): HistoryRangeId {
  return readHistoryRange(readParameter(search, rangeParameter), defaultRange);
}

export function withRange(search: string, range: HistoryRangeId): string {
  return withParameters(search, [[rangeParameter, range === defaultRange ? undefined : range]]);
}
