// Used wherever a best offer is named.
import type { Usd } from "../../contract/units.ts";
import type { LoopCapacities } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { isContradictory } from "../../domain/market/assess/assess.ts";
import { fitsSize } from "../../domain/market/assess/capacity.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import { hasLink, type PeerPrices } from "../../domain/market/assess/checks.ts";
import { givesLoans } from "../../domain/market/row-values.ts";

export const reliabilityLevels = ["open", "short", "contradictory"] as const;
export type Reliability = (typeof reliabilityLevels)[number];

export function assessReliability(
  side: Side,
  row: MarketRow,
  size: Usd | undefined,
  prices: PeerPrices | undefined,
  loops?: LoopCapacities,
): Reliability {
  if (isContradictory(row, { prices })) return "contradictory";
  // A full market never has capacity.
  return fitsSize(row, { side, size, loops }) === false ? "short" : "open";
}

/** Whether the Borrow list contains the market. */
export function offersLoans(row: MarketRow): boolean {
  return givesLoans(row) && hasLink(row);
}
