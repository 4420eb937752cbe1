// How reliable an offer is, for every place that names a best one.
import type { Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { doubtKind, hasWayIn, type PeerPrices } from "../market/doubts.ts";
import { capacity, fitShortfall, givesLoans, lendsTooLittle } from "../market/row-values.ts";

/** From best to worst: no objection, cannot take or lend my whole size, contradictory figures. */
export const reliabilityLevels = ["open", "short", "doubtful"] as const;
export type Reliability = (typeof reliabilityLevels)[number];

type Judge = (row: MarketRow, size: Usd | undefined, prices: PeerPrices | undefined) => Reliability;

/** @param isShort whether a market cannot serve my whole size */
function reliabilityBy(isShort: (row: MarketRow, size: Usd | undefined) => boolean): Judge {
  return (row, size, prices) =>
    doubtKind(row, prices) === "figures" ? "doubtful" : isShort(row, size) ? "short" : "open";
}

/** Whether a market cannot take my whole size; a full one takes none. */
export function lacksCapacity(row: MarketRow, size: Usd | undefined): boolean {
  return capacity(row)?.full === true || (fitShortfall(row, size, undefined) ?? 0) > 0;
}

export const depositReliability = reliabilityBy(lacksCapacity);

export const loanReliability = reliabilityBy(lendsTooLittle);

/** Whether it lends now and has an action or a website: the markets of the Borrow list. */
export function offersLoans(row: MarketRow): boolean {
  return givesLoans(row) && hasWayIn(row);
}
