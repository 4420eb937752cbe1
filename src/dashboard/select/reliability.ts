// How reliable an offer is, for every place that names a best one.
import type { Usd } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { isContradictory } from "../../domain/market/assess/assess.ts";
import { fitsSize } from "../../domain/market/assess/room.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import { hasWayIn, type PeerPrices } from "../../domain/market/assess/checks.ts";
import { givesLoans } from "../../domain/market/row-values.ts";

/** From best to worst: no objection, cannot take or lend the whole size, contradictory figures. */
export const reliabilityLevels = ["open", "short", "doubtful"] as const;
export type Reliability = (typeof reliabilityLevels)[number];

/** @param prices undefined: the price of the token is not checked */
export function reliability(
  side: Side,
  row: MarketRow,
  size: Usd | undefined,
  prices: PeerPrices | undefined,
): Reliability {
  if (isContradictory(row, { prices })) return "doubtful";
  return lacksCapacity(side, row, size) ? "short" : "open";
}

/** Whether a market is known not to take, or lend, the whole size; a full one takes none. */
export function lacksCapacity(side: Side, row: MarketRow, size: Usd | undefined): boolean {
  return fitsSize(row, { side, size, loops: undefined }) === false;
}

/** Whether it lends now and has an action or a website: the markets of the Borrow list. */
export function offersLoans(row: MarketRow): boolean {
  return givesLoans(row) && hasWayIn(row);
}
