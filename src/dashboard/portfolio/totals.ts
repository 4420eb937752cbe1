// The figures of all positions together, and what of them is not known.
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import {
  blendedApy,
  netWorth,
  yearlyIncome,
  type Earner,
  type Income,
  type Worth,
} from "../../finance/portfolio/worth.ts";
import type { PositionRow } from "../data/positions/position-row.ts";
import { borrowRewardApy, rewardApy } from "../market/row-values.ts";
import { claimHolding, type Claim } from "./claims.ts";

/**
 * The rate by which a position earns, or that its debt costs. A loop's is at its own leverage, and unknown where that or the leverage of
 * the market's quote is: the quote is no other position's rate.
 */
export function positionApy({ kind, side, market, ownApy }: PositionRow): Ratio | undefined {
  if (kind === "lending" && side === "borrow") return market.borrowApy;
  return kind === "loop" ? ownApy : market.depositApy;
}

/** Shares and claims pay no rate: they are worth what they are. */
function paysRate({ kind }: PositionRow): boolean {
  return kind !== "reward" && kind !== "prediction";
}

function rewardsOf({ kind, side, market }: PositionRow): Ratio | undefined {
  if (kind === "lending" && side === "borrow") return borrowRewardApy(market);
  return kind === "loop" ? undefined : rewardApy(market);
}

function earnerOf(row: PositionRow): Earner {
  return paysRate(row)
    ? { netUsd: row.netUsd, apy: positionApy(row), rewardApy: rewardsOf(row) }
    : { netUsd: row.netUsd, apy: ratio(0), rewardApy: undefined };
}

/** What a position earns in a year at today's rate, US dollars; under 0 for a debt that costs. */
export function earnsPerYear(row: PositionRow): Usd | undefined {
  if (!paysRate(row)) return undefined;
  const income = yearlyIncome([earnerOf(row)]);
  return income.unknown > 0 ? undefined : income.net;
}

export interface Totals {
  readonly worth: Worth;
  readonly income: Income;
  readonly perDay: Usd | undefined;
  readonly rewardsPerDay: Usd | undefined;
  readonly apyOfAssets: Ratio | undefined;
  readonly apyOfEquity: Ratio | undefined;
}

/** The sums over all positions and claims. Those without a value are in none of them and counted. */
export function totalsOf(rows: readonly PositionRow[], claims: readonly Claim[]): Totals {
  const others = claims.filter(({ own }) => !own).map(claimHolding);
  const worth = netWorth([...rows, ...others]);
  const income = yearlyIncome([
    ...rows.map(earnerOf),
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

/** How many have no value, and how many of the others have no rate. */
export function unknownOf({ worth, income }: Totals): { readonly value: number; readonly rate: number } {
  return { value: worth.unknown, rate: income.unknown - worth.unknown };
}
