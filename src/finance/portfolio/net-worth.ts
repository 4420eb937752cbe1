import { ratio, usd, type Maybe, type Ratio, type Usd } from "../../contract/units.ts";

/** Undefined while the value is unknown. A plain deposit owes 0. */
export type Holding = Maybe<Usd, "assetsUsd" | "debtsUsd">;

/** Expects a sum of finite amounts. */
function sumOf(value: number): Usd {
  const sum = usd(value);
  if (sum === undefined) throw new Error("The sum of finite amounts is finite.");
  return sum;
}

/** Undefined if an amount is missing, because part of a sum is not the sum. */
export function sumUsd(values: readonly (Usd | undefined)[]): Usd | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return usd(sum);
}

/** Sums the known amounts. Undefined if no amount is known. */
export function knownSum(values: readonly (Usd | undefined)[]) {
  const known = values.filter((value) => value !== undefined);
  return { sum: known.length === 0 ? undefined : sumUsd(known), unknown: values.length - known.length };
}

/** `unknown` counts positions without a value, which no sum includes. */
export function netWorth(holdings: readonly Holding[]) {
  let assets = 0;
  let debts = 0;
  let unknown = 0;
  for (const { assetsUsd, debtsUsd } of holdings)
    if (assetsUsd === undefined || debtsUsd === undefined) unknown += 1;
    else {
      assets += assetsUsd;
      debts += debtsUsd;
    }
  return { assets: sumOf(assets), debts: sumOf(debts), net: sumOf(assets - debts), unknown };
}

/** `netUsd` is assets less debts. `apy` is what equity earns or a debt costs, including rewards. */
export type IncomeSource = Maybe<Usd, "netUsd"> & Maybe<Ratio, "apy" | "rewardApy">;

/**
 * Σ equity · APY − Σ debt · borrow APY. A loop counts with its equity and net rate. `assets` earn `earned`; `equity`
 * is assets less debts.
 */
export function yearlyIncome(earners: readonly IncomeSource[]) {
  let earned = 0;
  let interest = 0;
  let rewards = 0;
  let rewardsUnknown = 0;
  let assets = 0;
  let debts = 0;
  let unknown = 0;
  for (const { netUsd, apy, rewardApy } of earners) {
    if (netUsd === undefined || apy === undefined) {
      unknown += 1;
      continue;
    }
    rewards += Math.abs(netUsd) * (rewardApy ?? 0);
    if (rewardApy === undefined && apy !== 0 && netUsd !== 0) rewardsUnknown += 1;
    if (netUsd < 0) {
      interest -= netUsd * apy;
      debts -= netUsd;
    } else {
      // Loops can quote less than −100 % a year, but a position loses at most all its money.
      earned += netUsd * Math.max(-1, apy);
      assets += netUsd;
    }
  }
  return {
    earned: sumOf(earned),
    interest: sumOf(interest),
    net: sumOf(earned - interest),
    rewards: sumOf(rewards),
    rewardsUnknown,
    assets: sumOf(assets),
    equity: sumOf(assets - debts),
    unknown,
  };
}

/** For assets: Σ earned / Σ assets. For equity: (Σ earned − Σ interest) / net worth, like Aave's net APY. */
export function blendedApy({ perYear, of }: { readonly perYear: Usd; readonly of: Usd }): Ratio | undefined {
  return of > 0 ? ratio(perYear / of) : undefined;
}
