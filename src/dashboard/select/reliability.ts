// How far an offer can be relied on, for everything that names a best one: the matrix, rate gaps and the pages of assets.
import type { Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { doubtKind, hasWayIn, type PeerPrices } from "../market/doubts.ts";
import { capacity, fitShortfall, givesLoans, lendsTooLittle } from "../market/row-values.ts";

/** The worse the later: nothing is known against it, it does not take or lend all of my size, its figures contradict each other. */
export const reliabilityLevels = ["open", "short", "doubtful"] as const;
export type Standing = (typeof reliabilityLevels)[number];

type Judge = (row: MarketRow, size: Usd | undefined, prices: PeerPrices | undefined) => Standing;

/** @param isShort whether a market is known not to do for all of my size */
function reliabilityBy(isShort: (row: MarketRow, size: Usd | undefined) => boolean): Judge {
  return (row, size, prices) =>
    doubtKind(row, prices) === "figures" ? "doubtful" : isShort(row, size) ? "short" : "open";
}

/** Whether a market is known not to take all of my size; a full one takes none. */
export function lacksCapacity(row: MarketRow, size: Usd | undefined): boolean {
  return capacity(row)?.full === true || (fitShortfall(row, size, undefined) ?? 0) > 0;
}

/** Of a market as one to deposit into. */
export const depositReliability = reliabilityBy(lacksCapacity);

/** Of a market as one to borrow from. */
export const loanReliability = reliabilityBy(lendsTooLittle);

/** Whether something can be borrowed there now, and something leads there: what the list of loans shows. */
export function offersLoans(row: MarketRow): boolean {
  return givesLoans(row) && hasWayIn(row);
}
