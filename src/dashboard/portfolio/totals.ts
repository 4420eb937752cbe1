import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { loanToValue } from "../../finance/debt/borrow.ts";
import { leverageOfLtv } from "../../finance/debt/leverage.ts";
import { loopNetApy } from "../../finance/debt/loop.ts";
import { blendedApy, netWorth, yearlyIncome, type IncomeSource } from "../../finance/portfolio/net-worth.ts";
import { loopLegs } from "../../domain/market/loops/loop-legs.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { PositionRow } from "../../domain/position/position-row.ts";
import { borrowRewardApy, rewardApy } from "../../domain/market/row-values.ts";
import { claimHolding, type Claim } from "./claims.ts";

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

/** A loop's rate is at its own leverage, unlike its market's quote. Claims and predictions have no rate. */
export function positionApy(row: PositionRow): Ratio | undefined {
  const { kind, side, market, ownApy } = row;
  if (!paysRate(row)) return undefined;
  if (kind === "lending" && side === "borrow") return market.borrowApy;
  return kind === "loop" ? ownApy : market.depositApy;
}

function paysRate({ kind }: PositionRow): boolean {
  return kind !== "reward" && kind !== "prediction";
}

function rewardsOf({ kind, side, market }: PositionRow): Ratio | undefined {
  if (kind === "lending" && side === "borrow") return borrowRewardApy(market);
  return kind === "loop" ? undefined : rewardApy(market);
}

function toIncomeSource(row: PositionRow): IncomeSource {
  return paysRate(row)
    ? { netUsd: row.netUsd, apy: positionApy(row), rewardApy: rewardsOf(row) }
    : { netUsd: row.netUsd, apy: ratio(0), rewardApy: undefined };
}

export function earnsPerYear(row: PositionRow): Usd | undefined {
  if (!paysRate(row)) return undefined;
  const income = yearlyIncome([toIncomeSource(row)]);
  return income.unknown > 0 ? undefined : income.net;
}

/** Positions without a value are counted, but no sum includes them. */
export function totalsOf(rows: readonly PositionRow[], claims: readonly Claim[]) {
  const others = claims.filter(({ own }) => !own).map(claimHolding);
  const worth = netWorth([...rows, ...others]);
  const income = yearlyIncome([
    ...rows.map(toIncomeSource),
    ...others.map(({ assetsUsd }) => ({ netUsd: assetsUsd, apy: ratio(0), rewardApy: undefined })),
  ]);
  return {
    worth,
    income,
    perDay: usd(income.net / daysPerYear),
    rewardsPerDay: usd(income.rewards / daysPerYear),
    apyOfAssets: blendedApy({ perYear: income.earned, of: income.assets }),
    apyOfEquity: blendedApy({ perYear: income.net, of: income.equity }),
  };
}
