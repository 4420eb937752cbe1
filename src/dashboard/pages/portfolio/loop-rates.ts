// What loops earn at their own leverage. A market quotes its loop at one leverage; a position stands at another.
import { leverageOfLtv } from "../../../finance/debt/leverage.ts";
import { loopNetApy } from "../../../finance/debt/loop.ts";
import { loanToValue } from "../../../finance/debt/borrow.ts";
import { loopLegs } from "../../calculators/loop/loop-legs.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";

/**
 * The rows, each loop with the net rate at its own leverage where its legs tell it: that of its debt from the lending market it
 * borrows from, and that of its collateral from there or from the quote and the leverage it is quoted at. All others stay without.
 * @param markets the lending markets, as far as they are loaded
 */
export function atOwnLeverage(
  rows: readonly PositionRow[],
  markets: readonly MarketRow[],
): readonly PositionRow[] {
  return rows.map((row) => (row.kind === "loop" ? withOwnRate(row, markets) : row));
}

function withOwnRate(row: PositionRow, markets: readonly MarketRow[]): PositionRow {
  const legs = loopLegs(row.market, markets);
  // A quote at an unknown leverage says nothing about any other leverage.
  if (legs.assumedFrom !== "market" && legs.quotedNear === undefined) return row;
  const leverage =
    leverageOfLtv({ ltv: loanToValue({ collateralUsd: row.assetsUsd, debtUsd: row.debtsUsd }) }) ??
    row.leverage;
  const ownApy = loopNetApy({ ...legs, leverage });
  return ownApy === undefined ? row : { ...row, ownApy };
}
