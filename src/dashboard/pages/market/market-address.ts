// The address of a market's page: the id in the path, and behind it the search text of the list it was opened from, so that
// the way back, the neighbours in the list and my size are in every link.
import { decodeOnce } from "../../../contract/query-text.ts";
import { readHistoryRange, type HistoryRangeId } from "../../charts/chart-range.ts";
import { readParameter, withParameters } from "../../view-state/address.ts";

const defaultRange: HistoryRangeId = "180d";
const rangeParameter = "range";

/** The id in a path such as "/markets/kamino.lending.x%2Fy". A badly encoded one is taken as it stands. */
export function idOfPath(pathname: string): string {
  const text = /^\/markets\/([^/]*)/.exec(pathname)?.[1] ?? "";
  return decodeOnce(text) ?? text;
}

/** The stretch of history the address asks for; what is none of the known ones is the default. */
export function readRange(search: string): HistoryRangeId {
  return readHistoryRange(readParameter(search, rangeParameter), defaultRange);
}

/** The same search text with another range, everything else letter by letter as it was. */
export function withRange(search: string, range: HistoryRangeId): string {
  return withParameters(search, [[rangeParameter, range === defaultRange ? undefined : range]]);
}
