// What a wallet's positions are worth together, and what they earn. Amounts in US dollars.
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";

/** What a position holds and owes. Both undefined where its value is not known; a plain deposit owes 0. */
export interface Holding {
  readonly assetsUsd: Usd | undefined;
  readonly debtsUsd: Usd | undefined;
}

export interface Worth {
  readonly assets: Usd;
  readonly debts: Usd;
  /** assets − debts. */
  readonly net: Usd;
  /** How many positions have no value and are in none of the three. */
  readonly unknown: number;
}

const nothing = (): Usd => usd(0) ?? neverMissing();

function neverMissing(): never {
  throw new Error("Zero is a finite number.");
}

/** The sum in US dollars; undefined where one is missing: a part is not the whole. */
export function sumUsd(values: readonly (Usd | undefined)[]): Usd | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return usd(sum);
}

/** Σ assets, Σ debts and their difference, over the positions whose value is known; the others are counted. */
export function netWorth(holdings: readonly Holding[]): Worth {
  let assets = 0;
  let debts = 0;
  let unknown = 0;
  for (const { assetsUsd, debtsUsd } of holdings)
    if (assetsUsd === undefined || debtsUsd === undefined) unknown += 1;
    else {
      assets += assetsUsd;
      debts += debtsUsd;
    }
  return {
    assets: usd(assets) ?? nothing(),
    debts: usd(debts) ?? nothing(),
    net: usd(assets - debts) ?? nothing(),
    unknown,
  };
}

/** What a position earns by. */
export interface Earner {
  /** Own money in it: assets − debts; under 0 for what is owed. US dollars. */
  readonly netUsd: Usd | undefined;
  /** What own money earns, or what a debt costs: a fraction per year, rewards included. */
  readonly apy: Ratio | undefined;
  /** The part of it that is rewards: more of what is earned, less of what is paid. A fraction per year. */
  readonly rewardApy: Ratio | undefined;
}

export interface Income {
  /** What own money earns in a year. */
  readonly earned: Usd;
  /** What debts cost in a year. */
  readonly interest: Usd;
  /** earned − interest. */
  readonly net: Usd;
  /** How much of it is rewards, which may stop: of what is earned, and what is paid back of the interest. */
  readonly rewards: Usd;
  /** Of how many of them the rewards are not known, and so in no part of `rewards`: a loop's stand in its net rate. */
  readonly rewardsUnknown: number;
  /** The money that earns `earned`, and its sum less the debts that cost `interest`. */
  readonly assets: Usd;
  readonly equity: Usd;
  /** How many positions have no value or no rate and are in none of these. */
  readonly unknown: number;
}

/**
 * What positions earn in a year at today's rates, their values unchanged: Σ own money · APY − Σ debt · borrow APY. A loop counts
 * with its own money and its net rate. Positions without a value or a rate are counted instead.
 */
export function yearlyIncome(earners: readonly Earner[]): Income {
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
      earned += netUsd * apy;
      assets += netUsd;
    }
  }
  return {
    earned: usd(earned) ?? nothing(),
    interest: usd(interest) ?? nothing(),
    net: usd(earned - interest) ?? nothing(),
    rewards: usd(rewards) ?? nothing(),
    rewardsUnknown,
    assets: usd(assets) ?? nothing(),
    equity: usd(assets - debts) ?? nothing(),
    unknown,
  };
}

/**
 * The rate of several positions together: what they earn in a year over the money that earns it.
 *
 * Of assets it is Σ earned / Σ assets, of equity (Σ earned − Σ interest) / net worth, which is Aave's net APY.
 *
 * @returns fraction per year; undefined without money that earns
 */
export function blendedApy({ perYear, of }: { readonly perYear: Usd; readonly of: Usd }): Ratio | undefined {
  return of > 0 ? ratio(perYear / of) : undefined;
}
