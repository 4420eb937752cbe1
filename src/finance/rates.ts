// Yearly rates: with and without compounding, what they earn, and how rewards and base make up the total.
import { daysPerYear, ratio, usd, type Ratio, type Usd } from "../contract/units.ts";

/**
 * Two figures of the same rate agree when they differ by at most this (0.05 percentage points) or by `relativeTolerance` of
 * the total, whichever is more: totals and parts are refreshed at slightly different moments.
 */
const absoluteTolerance = 0.0005;
const relativeTolerance = 0.02;

// A difference of two equal rates can leave a rest in the sixteenth digit, which would read as a reward.
const rounding = 1e-9;
/** A spread keeps twelve decimals. */
const spreadDigits = 1e12;

/**
 * Yearly yield with compounding from a simple yearly rate.
 *
 *     continuous: APY = e^APR − 1          n times a year: APY = (1 + APR/n)^n − 1
 *
 * Without `periodsPerYear` compounding is continuous, which is how Kamino klend comes out (it compounds every slot) and what
 * Aave's per-second index approaches.
 *
 * @param input.apr fraction per year
 * @param input.periodsPerYear at least 1; 365 for daily
 * @returns fraction per year; undefined when the rate is missing, a period would lose everything, or the result overflows
 */
export function aprToApy(input: { apr: Ratio | undefined; periodsPerYear?: number }): Ratio | undefined {
  const { apr, periodsPerYear } = input;
  if (apr === undefined) return undefined;
  if (periodsPerYear === undefined) return ratio(Math.expm1(apr));
  if (!(periodsPerYear >= 1) || apr <= -periodsPerYear) return undefined;
  return ratio(Math.expm1(periodsPerYear * Math.log1p(apr / periodsPerYear)));
}

/**
 * Simple yearly rate from a yearly yield with compounding; the inverse of `aprToApy`.
 *
 *     continuous: APR = ln(1 + APY)        n times a year: APR = n·((1 + APY)^(1/n) − 1)
 *
 * @param input.apy fraction per year, above −1
 * @param input.periodsPerYear at least 1; absent means continuous
 * @returns fraction per year; undefined when the yield is missing or −1 and below
 */
export function apyToApr(input: { apy: Ratio | undefined; periodsPerYear?: number }): Ratio | undefined {
  const { apy, periodsPerYear } = input;
  if (apy === undefined || apy <= -1) return undefined;
  if (periodsPerYear === undefined) return ratio(Math.log1p(apy));
  if (!(periodsPerYear >= 1)) return undefined;
  return ratio(periodsPerYear * Math.expm1(Math.log1p(apy) / periodsPerYear));
}

/**
 * The rate of one day that compounds to a yearly yield: (1 + APY)^(1/365) − 1.
 *
 * @returns fraction per day; undefined when the yield is missing or −1 and below
 */
export function dailyRate(input: { apy: Ratio | undefined }): Ratio | undefined {
  if (input.apy === undefined || input.apy <= -1) return undefined;
  return ratio(Math.expm1(Math.log1p(input.apy) / daysPerYear));
}

/**
 * What money earns in a number of days at an unchanged yield. What is base compounds; rewards r are paid out and do not:
 * P·((1 + APY − r)^(days/365) − 1 + r·days/365). For 365 days that is P·APY.
 *
 * @param input.size US dollars, not negative
 * @param input.rewards the part of the yield that is rewards, a fraction per year; none when absent
 * @param input.days not negative; a month is 365/12
 * @returns US dollars, negative when the yield is; undefined when anything is missing or out of its domain
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

/** The part of a reward that these formulas need. */
interface RewardPart {
  readonly side: "deposit" | "borrow" | "other";
  readonly apy: Ratio | undefined;
}

/** A rate with its parts. `side` says which rate it is: deposit (the default) or borrow. */
export interface RateParts {
  /** The list of rewards; undefined when the market carried no list, which is not the same as an empty one. */
  readonly rewards: readonly RewardPart[] | undefined;
  /** depositApy or borrowApy: includes the rewards. */
  readonly total: Ratio | undefined;
  /** baseDepositApy or baseBorrowApy: does not. */
  readonly base: Ratio | undefined;
  readonly side?: "deposit" | "borrow";
}

// Undefined when there is no list or one of its rates is missing: a part of a sum is not the sum.
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
 * All rewards of one side together, a fraction per year. They are already inside the total and never added to it.
 *
 *     deposit: Σ rewards = total − base     borrow: Σ rewards = base − total (rewards make borrowing cheaper)
 *
 * The list decides when it names at least one reward of this side and every one has a rate. Otherwise the difference of
 * total and base does, and last an empty list, which says 0.
 *
 * @returns fraction per year; undefined when neither the list nor the difference tells
 */
export function rewardTotal(parts: RateParts): Ratio | undefined {
  const side = parts.side ?? "deposit";
  const listed = listedRewards(parts);
  const named = parts.rewards?.some((reward) => reward.side === side) === true;
  return ratio(named && listed !== undefined ? listed : (impliedRewards(parts) ?? listed));
}

/**
 * The base rate as it has been over 90 days, and the rewards of today, which have no past to average and last least.
 *
 *     expected = average base + Σ rewards
 *
 * Rewards have no average: a campaign runs at its rate until it stops, while a base rate of one day is an accident of that
 * day's borrowers. Own convention; the window of 90 days is the one `fade` measures against.
 *
 * @param input.baseAverage the base rate's average over 90 days, a fraction per year
 * @param input.rewards all deposit rewards together as `rewardTotal` has them, a fraction per year; 0 when there are none
 * @returns fraction per year; undefined when either is not known
 */
export function conservativeApy(input: {
  baseAverage: Ratio | undefined;
  rewards: Ratio | undefined;
}): Ratio | undefined {
  const { baseAverage, rewards } = input;
  return baseAverage === undefined || rewards === undefined ? undefined : ratio(baseAverage + rewards);
}

/**
 * How far a rate stands above another one: rate − benchmark, a difference in percentage points. Free of the rest that a
 * subtraction of binary fractions leaves, which would order two rows that differ by the same.
 *
 * Source: a spread over a chosen benchmark, as vaults.fyi and Creddit quote yields against one reference rate.
 *
 * @returns fraction per year, negative below the benchmark; undefined when either is not known
 */
export function rateSpread(input: {
  rate: Ratio | undefined;
  benchmark: Ratio | undefined;
}): Ratio | undefined {
  const { rate, benchmark } = input;
  if (rate === undefined || benchmark === undefined) return undefined;
  return withoutRest(rate - benchmark);
}

/** A difference without the rest that binary fractions leave: 1 − 0.9 is 0.1. */
function withoutRest(difference: number): Ratio | undefined {
  // Beyond any rate that is quoted the rest is smaller than the last digit, and scaling could overflow.
  return ratio(
    Math.abs(difference) < 1e3 ? Math.round(difference * spreadDigits) / spreadDigits : difference,
  );
}

/**
 * What a lending market keeps of the interest that its borrowers pay: 1 − s / (U·b), s and b the simple rates behind the
 * base deposit and borrow APY, ln(1 + APY). Of compounded rates it would be too high, the more the higher they are.
 *
 * Source: supply rate = utilization · borrow rate · (1 − reserve factor), as in Aave and Kamino klend, solved for the reserve
 * factor.
 * Example: 4.5 % on deposits of which 80 % are lent out at 6.25 %, which is 5 % of interest: 1 − 0.045 / 0.05 = 10 %.
 *
 * @returns fraction; negative where depositors get more than borrowers pay, which is worth a check. Undefined when something
 *   is missing or borrowers pay nothing (U·b is not above 0): there is nothing to keep a share of
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
 * How much of a rate is rewards: Σ rewards / total.
 *
 * @returns fraction, above 1 when the base is negative; undefined when something is missing, the total is not positive or
 *   the rewards are negative: a share of nothing says nothing
 */
export function rewardShare(input: {
  rewards: Ratio | undefined;
  total: Ratio | undefined;
}): Ratio | undefined {
  const { rewards, total } = input;
  if (rewards === undefined || total === undefined || total <= 0 || rewards < 0) return undefined;
  return ratio(rewards / total);
}

/** Whether a total is what its parts make. `difference` is total − expected, a fraction per year. */
interface TotalCheck {
  readonly agrees: boolean;
  readonly expected: Ratio;
  readonly difference: Ratio;
}

/**
 * Holds a total against its parts: deposit base + Σ rewards, borrow base − Σ rewards. They agree within 0.05 percentage
 * points or 2 % of the total, whichever is more.
 *
 * @returns undefined when the total, the base or the list of rewards (or a rate in it) is missing: then nothing can be checked
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
