import { daysPerYear, ratio, usd, type Maybe, type Ratio, type Usd } from "../contract/units.ts";

// A total may differ from its parts by 0.05 percentage points or 2 %: sources refresh them at different times.
const absoluteTolerance = 0.0005;
const relativeTolerance = 0.02;

// The difference of equal rates can be 1e-16, which must not count as a reward.
const rounding = 1e-9;
const spreadDigits = 1e12;

/** e^APR − 1. Continuous because Kamino compounds every slot, Aave every second. */
export function aprToApy({ apr }: { apr: Ratio | undefined }): Ratio | undefined {
  return apr === undefined ? undefined : ratio(Math.expm1(apr));
}

/** ln(1 + APY) */
export function apyToApr({ apy }: { apy: Ratio | undefined }): Ratio | undefined {
  return apy === undefined || apy <= -1 ? undefined : ratio(Math.log1p(apy));
}

// Base compounds, rewards r are paid out: P·((1 + APY − r)^(days/365) − 1 + r·days/365). For 365 days that is P·APY.
// Loops can quote −100 % a year or less, which cannot compound: −107 % a year is −0.29 % a day, until all is lost.
export function earnings(input: {
  size: Usd | undefined;
  apy: Ratio | undefined;
  rewards?: number | undefined;
  days?: number;
}): Usd | undefined {
  const { size, apy, rewards = 0, days = daysPerYear } = input;
  if (size === undefined || apy === undefined || size < 0 || !(days >= 0)) return undefined;
  const years = days / daysPerYear;
  if (apy <= -1) return usd(size * Math.max(-1, apy * years));
  if (apy - rewards <= -1) return undefined;
  if (days === daysPerYear) return usd(size * apy);
  return usd(size * (Math.expm1(Math.log1p(apy - rewards) * years) + rewards * years));
}

interface RewardPart {
  readonly side: "deposit" | "borrow" | "other";
  readonly apy: Ratio | undefined;
}

/** `side` defaults to deposit. */
export interface RateParts {
  /** Undefined if the source sent no list, which is not the same as an empty list. */
  readonly rewards: readonly RewardPart[] | undefined;
  readonly total: Ratio | undefined;
  readonly base: Ratio | undefined;
  readonly side?: "deposit" | "borrow";
}

// Undefined if a rate is missing, because part of a sum is not the sum, or if it is unknown whose reward one is.
export function listedRewards(parts: Pick<RateParts, "rewards" | "side">): number | undefined {
  let sum = 0;
  if (parts.rewards === undefined) return undefined;
  for (const reward of parts.rewards) {
    if (reward.side === "other") return undefined;
    if (reward.side !== (parts.side ?? "deposit")) continue;
    if (reward.apy === undefined) return undefined;
    sum += reward.apy;
  }
  return sum;
}

function impliedRewards({ total, base, side }: RateParts): number | undefined {
  if (total === undefined || base === undefined) return undefined;
  const difference = side === "borrow" ? base - total : total - base;
  return Math.abs(difference) < rounding ? 0 : difference;
}

// Rewards are part of the total, never added to it: for deposits Σ = total − base, for borrows Σ = base − total. A
// list with all rates takes precedence over that difference, and the difference over an empty list, which means 0.
export function rewardTotal(parts: RateParts): Ratio | undefined {
  const side = parts.side ?? "deposit";
  const listed = listedRewards(parts);
  const named = parts.rewards?.some((reward) => reward.side === side) === true;
  return ratio(named && listed !== undefined ? listed : (impliedRewards(parts) ?? listed));
}

// 90-day average base + Σ today's rewards: a campaign pays its rate until it ends, so its average says nothing. Our
// convention.
export function conservativeApy({
  baseAverage,
  rewards,
}: Maybe<Ratio, "baseAverage" | "rewards">): Ratio | undefined {
  return baseAverage === undefined || rewards === undefined ? undefined : ratio(baseAverage + rewards);
}

/** rate − benchmark, as vaults.fyi and Creddit quote yields. */
export function rateSpread({ rate, benchmark }: Maybe<Ratio, "rate" | "benchmark">): Ratio | undefined {
  if (rate === undefined || benchmark === undefined) return undefined;
  return withoutNoise(rate - benchmark);
}

/** 1 − 0.9 becomes 0.1, so that equal rows stay equal. */
function withoutNoise(difference: number): Ratio | undefined {
  // Scaling could overflow for rates this large, which no market quotes.
  return ratio(
    Math.abs(difference) < 1e3 ? Math.round(difference * spreadDigits) / spreadDigits : difference,
  );
}

// The protocol's share of interest: 1 − s / (U·b), from supply rate = U · borrow rate · (1 − reserve factor) (Aave,
// Kamino klend). Uses simple rates ln(1 + APY), because compounded ones would make it too high. Negative if
// depositors get more than borrowers pay.
export function protocolMargin({
  baseDepositApy,
  baseBorrowApy,
  utilization,
}: Maybe<Ratio, "baseDepositApy" | "baseBorrowApy" | "utilization">): Ratio | undefined {
  const supply = apyToApr({ apy: baseDepositApy });
  const borrow = apyToApr({ apy: baseBorrowApy });
  if (supply === undefined || borrow === undefined || utilization === undefined) return undefined;
  const interest = utilization * borrow;
  return interest > 0 ? withoutNoise(1 - supply / interest) : undefined;
}

/** Σ rewards / total. Above 1 if the base is negative. */
export function rewardShare({ rewards, total }: Maybe<Ratio, "rewards" | "total">): Ratio | undefined {
  if (rewards === undefined || total === undefined || total <= 0 || rewards < 0) return undefined;
  return ratio(rewards / total);
}

/** Undefined if the total, the base or the rate of a reward is missing. */
export function checkTotal(parts: RateParts) {
  const listed = listedRewards(parts);
  if (parts.total === undefined || parts.base === undefined || listed === undefined) return undefined;
  const expected = ratio(parts.base + (parts.side === "borrow" ? -listed : listed));
  if (expected === undefined) return undefined;
  const tolerance = Math.max(absoluteTolerance, relativeTolerance * Math.abs(parts.total));
  return { agrees: Math.abs(parts.total - expected) <= tolerance + rounding, expected };
}
