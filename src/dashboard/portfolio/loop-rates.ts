import { leverageOfLtv } from "../../finance/debt/leverage.ts";
import { loopNetApy } from "../../finance/debt/loop.ts";
import { loanToValue } from "../../finance/debt/borrow.ts";
import { loopLegs } from "../../domain/market/loops/loop-legs.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { PositionRow } from "../../domain/position/position-row.ts";

/** Sets each loop's net rate at its own leverage, from the lending markets of its legs or its quote, if known. */
export function withActualLeverage(
  rows: readonly PositionRow[],
  markets: readonly MarketRow[],
): readonly PositionRow[] {
  return rows.map((row) => (row.kind === "loop" ? withOwnRate(row, markets) : row));
}

function withOwnRate(row: PositionRow, markets: readonly MarketRow[]): PositionRow {
  const legs = loopLegs(row.market, markets);
  // A quote at an unknown leverage says nothing about the rate at another one.
  if (legs.assumedFrom !== "market" && legs.quotedNear === undefined) return row;
  const leverage =
    leverageOfLtv({ ltv: loanToValue({ collateralUsd: row.assetsUsd, debtUsd: row.debtsUsd }) }) ??
    row.leverage;
  const ownApy = loopNetApy({ ...legs, leverage });
  return ownApy === undefined ? row : { ...row, ownApy };
}
