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
function ratesOf({ kind, side, market, ownApy }: PositionRow): Omit<IncomeSource, "netUsd"> | undefined {
  if (kind === "reward" || kind === "prediction") return undefined;
  if (kind === "loop") return { apy: ownApy, rewardApy: undefined };
  return kind === "lending" && side === "borrow"
    ? { apy: market.borrowApy, rewardApy: borrowRewardApy(market) }
    : { apy: market.depositApy, rewardApy: rewardApy(market) };
}

export function positionApy(row: PositionRow): Ratio | undefined {
  return ratesOf(row)?.apy;
}

/** Claims and predictions earn 0. */
function sourceOf(
  netUsd: Usd | undefined,
  rates: ReturnType<typeof ratesOf> = { apy: ratio(0), rewardApy: undefined },
): IncomeSource {
  return { netUsd, ...rates };
}

export function earnsPerYear(row: PositionRow): Usd | undefined {
  const rates = ratesOf(row);
  if (rates === undefined) return undefined;
  const income = yearlyIncome([sourceOf(row.netUsd, rates)]);
  return income.unknown > 0 ? undefined : income.net;
}

/** Positions without a value are counted, but no sum includes them. */
export function totalsOf(rows: readonly PositionRow[], claims: readonly Claim[]) {
  const others = claims.filter(({ own }) => !own).map(claimHolding);
  const worth = netWorth([...rows, ...others]);
  const income = yearlyIncome([
    ...rows.map((row) => sourceOf(row.netUsd, ratesOf(row))),
    ...others.map(({ assetsUsd }) => sourceOf(assetsUsd)),
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
