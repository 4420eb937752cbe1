// Yearly rates: compounding, earnings, and how base and rewards make up the total.
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../contract/units.ts";

/**
 * Two figures of one rate agree within 0.05 percentage points or `relativeTolerance` of the total, whichever is more:
 * totals and parts are refreshed at slightly different times.
 */
const absoluteTolerance = 0.0005;
const relativeTolerance = 0.02;

// Subtracting equal rates can leave a rest in the sixteenth digit, which would read as a reward.
const rounding = 1e-9;
/** A spread keeps twelve decimals. */
const spreadDigits = 1e12;

/**
 * APY from APR.
 *
 *     continuous: APY = e^APR − 1          n times a year: APY = (1 + APR/n)^n − 1
 *
 * Continuous without `periodsPerYear`: Kamino klend compounds every slot, and Aave's per-second index comes close.
 *
 * @returns undefined when the rate is missing, a period would lose everything, or the result overflows
 */
export function aprToApy(input: { apr: Ratio | undefined; periodsPerYear?: number }): Ratio | undefined {
  const { apr, periodsPerYear } = input;
  if (apr === undefined) return undefined;
  if (periodsPerYear === undefined) return ratio(Math.expm1(apr));
  if (!(periodsPerYear >= 1) || apr <= -periodsPerYear) return undefined;
  return ratio(Math.expm1(periodsPerYear * Math.log1p(apr / periodsPerYear)));
}

/**
 * APR from APY; the inverse of `aprToApy`.
 *
 *     continuous: APR = ln(1 + APY)        n times a year: APR = n·((1 + APY)^(1/n) − 1)
 */
export function apyToApr(input: { apy: Ratio | undefined; periodsPerYear?: number }): Ratio | undefined {
  const { apy, periodsPerYear } = input;
  if (apy === undefined || apy <= -1) return undefined;
  if (periodsPerYear === undefined) return ratio(Math.log1p(apy));
  if (!(periodsPerYear >= 1)) return undefined;
  return ratio(periodsPerYear * Math.expm1(Math.log1p(apy) / periodsPerYear));
}

/** The daily rate that compounds to an APY: (1 + APY)^(1/365) − 1. */
export function dailyRate(input: { apy: Ratio | undefined }): Ratio | undefined {
  if (input.apy === undefined || input.apy <= -1) return undefined;
  return ratio(Math.expm1(Math.log1p(input.apy) / daysPerYear));
}

/**
 * Earnings over some days at an unchanged yield. The base compounds; rewards r are paid out and do not: P·((1 + APY −
 * r)^(days/365) − 1 + r·days/365). For 365 days that is P·APY.
 *
 * @param input.rewards the part of the yield that is rewards, per year
 * @returns US dollars, negative when the yield is; undefined when an input is missing or out of range
 */
export function earnings(input: {
  size: Usd | undefined;
  apy: Ratio | undefined;
  rewards?: number | undefined;
  days?: number;
}): Usd | undefined {
  const { size, apy, rewards = 0, days = daysPerYear } = input;
  if (size === undefined || apy === undefined || size < 0 || !(days >= 0)) return undefined;
  if (apy - rewards <= -1 || apy <= -1) return undefined;
  if (days === daysPerYear) return usd(size * apy);
  const years = days / daysPerYear;
  return usd(size * (Math.expm1(Math.log1p(apy - rewards) * years) + rewards * years));
}

interface RewardPart {
  readonly side: "deposit" | "borrow" | "other";
  readonly apy: Ratio | undefined;
}

/** `side` is deposit by default. */
export interface RateParts {
  /** Undefined when the source sent no list, which is not the same as an empty one. */
  readonly rewards: readonly RewardPart[] | undefined;
  readonly total: Ratio | undefined;
  readonly base: Ratio | undefined;
  readonly side?: "deposit" | "borrow";
}

// Undefined without a list, or when one rate is missing: part of a sum is not the sum.
function listedRewards(parts: RateParts): number | undefined {
  let sum = 0;
  if (parts.rewards === undefined) return undefined;
  for (const reward of parts.rewards) {
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

/**
 * All rewards of one side, per year. They are part of the total and never added to it.
 *
 *     deposit: Σ rewards = total − base     borrow: Σ rewards = base − total (rewards make borrowing cheaper)
 *
 * A list that names rewards for this side, all with rates, wins; else the difference of total and base; last an empty
 * list, which means 0.
 */
export function rewardTotal(parts: RateParts): Ratio | undefined {
  const side = parts.side ?? "deposit";
  const listed = listedRewards(parts);
  const named = parts.rewards?.some((reward) => reward.side === side) === true;
  return ratio(named && listed !== undefined ? listed : (impliedRewards(parts) ?? listed));
}

/**
 * The 90-day average of the base plus today's rewards:
 *
 *     expected = average base + Σ rewards
 *
 * Rewards have no average: a campaign runs at its rate until it stops, while one day's base rate depends on that
 * day's borrowers. Own convention.
 */
export function conservativeApy(input: {
  baseAverage: Ratio | undefined;
  rewards: Ratio | undefined;
}): Ratio | undefined {
  const { baseAverage, rewards } = input;
  return baseAverage === undefined || rewards === undefined ? undefined : ratio(baseAverage + rewards);
}

/**
 * The distance of a rate from a benchmark: rate − benchmark, without the binary rest that would order equal rows.
 *
 * Source: a spread over a chosen benchmark, as vaults.fyi and Creddit quote yields against one reference rate.
 */
export function rateSpread(input: {
  rate: Ratio | undefined;
  benchmark: Ratio | undefined;
}): Ratio | undefined {
  const { rate, benchmark } = input;
  if (rate === undefined || benchmark === undefined) return undefined;
  return withoutRest(rate - benchmark);
}

/** Rounds away the rest of binary fractions: 1 − 0.9 is 0.1. */
function withoutRest(difference: number): Ratio | undefined {
  // Beyond any quoted rate the rest is below the last digit, and scaling could overflow.
  return ratio(
    Math.abs(difference) < 1e3 ? Math.round(difference * spreadDigits) / spreadDigits : difference,
  );
}

/**
 * The protocol's share of the interest: 1 − s / (U·b), with the simple rates s and b behind the base deposit and
 * borrow APY, ln(1 + APY). Compounded rates would make it too high.
 *
 * Source: supply rate = utilization · borrow rate · (1 − reserve factor), as in Aave and Kamino klend.
 * Example: 4.5 % on deposits of which 80 % are lent out at 6.25 %, which is 5 % of interest: 1 − 0.045 / 0.05 = 10 %.
 *
 * @returns negative where depositors get more than borrowers pay; undefined when something is missing or borrowers
 * pay nothing
 */
export function protocolMargin(input: {
  baseDepositApy: Ratio | undefined;
  baseBorrowApy: Ratio | undefined;
  utilization: Ratio | undefined;
}): Ratio | undefined {
  const { baseDepositApy, baseBorrowApy, utilization } = input;
  const supply = apyToApr({ apy: baseDepositApy });
  const borrow = apyToApr({ apy: baseBorrowApy });
  if (supply === undefined || borrow === undefined || utilization === undefined) return undefined;
  const interest = utilization * borrow;
  return interest > 0 ? withoutRest(1 - supply / interest) : undefined;
}

/**
 * Share of a rate that is rewards: Σ rewards / total. Above 1 when the base is negative; undefined for totals up to 0
 * and negative rewards.
 */
export function rewardShare(input: {
  rewards: Ratio | undefined;
  total: Ratio | undefined;
}): Ratio | undefined {
  const { rewards, total } = input;
  if (rewards === undefined || total === undefined || total <= 0 || rewards < 0) return undefined;
  return ratio(rewards / total);
}

/** `difference` is total − expected. */
interface TotalCheck {
  readonly agrees: boolean;
  readonly expected: Ratio;
  readonly difference: Ratio;
}

/**
 * Compares a total with its parts: base + Σ rewards for deposits, base − Σ rewards for loans. They agree within 0.05
 * percentage points or 2 % of the total, whichever is more.
 *
 * @returns undefined when the total, the base or a reward's rate is missing
 */
export function checkTotal(parts: RateParts): TotalCheck | undefined {
  const listed = listedRewards(parts);
  if (parts.total === undefined || parts.base === undefined || listed === undefined) return undefined;
  const expected = ratio(parts.base + (parts.side === "borrow" ? -listed : listed));
  if (expected === undefined) return undefined;
  const difference = ratio(parts.total - expected);
  if (difference === undefined) return undefined;
  const tolerance = Math.max(absoluteTolerance, relativeTolerance * Math.abs(parts.total));
  return { agrees: Math.abs(difference) <= tolerance + rounding, expected, difference };
}
