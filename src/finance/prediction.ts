// Prediction markets: prices are what a share costs that pays $1 if the outcome comes true, fractions in 0..1.
import { daysPerYear, dayMs, ratio, type Millis, type Ratio } from "../contract/units.ts";
import { multiple } from "./multiple.ts";

function isPrice(price: Ratio | undefined): price is Ratio {
  return price !== undefined && price >= 0 && price <= 1;
}

// Prices are cents, which a double does not hold exactly: 0.62 − 0.6 and 0.32 − 0.3 must come out equal.
function exact(price: number): number {
  return Math.round(price * 1e9) / 1e9;
}

/** The two prices of one outcome. */
interface Quote {
  readonly bid: Ratio | undefined;
  readonly ask: Ratio | undefined;
}

/**
 * Half way between the two prices: (bid + ask) / 2.
 *
 * @returns undefined when one is missing or outside 0..1, and for an empty book: a bid of 0 and an ask of 1 are no offers
 */
export function mid({ bid, ask }: Quote): Ratio | undefined {
  return isPrice(bid) && isPrice(ask) && !(bid === 0 && ask === 1)
    ? ratio(exact((bid + ask) / 2))
    : undefined;
}

/** What buying and selling again costs: ask − bid. Negative for a crossed book. @returns undefined as `mid` */
export function spread({ bid, ask }: Quote): Ratio | undefined {
  return isPrice(bid) && isPrice(ask) ? ratio(exact(ask - bid)) : undefined;
}

/**
 * What buying both outcomes costs above the $1 they pay: yesAsk + noAsk − 1. Below 0 it says rather that a price is wrong.
 *
 * @returns undefined when a price is missing or outside 0..1
 */
export function overround(input: { yesAsk: Ratio | undefined; noAsk: Ratio | undefined }): Ratio | undefined {
  return isPrice(input.yesAsk) && isPrice(input.noAsk)
    ? ratio(exact(input.yesAsk + input.noAsk - 1))
    : undefined;
}

/** Days from now until a moment, with their fraction; 0 when it is past. @returns undefined when a moment is missing */
export function daysLeft(input: { now: Millis | undefined; end: Millis | undefined }): number | undefined {
  if (input.now === undefined || input.end === undefined) return undefined;
  return multiple(Math.max(0, input.end - input.now) / dayMs);
}

/**
 * What a share bought at price a returns if it comes true, over the whole time: 1/a − 1.
 *
 * @returns fraction; undefined when the price is missing, 0 or outside 0..1
 */
export function returnIfTrue(input: { price: Ratio | undefined }): Ratio | undefined {
  const { price } = input;
  return isPrice(price) && price > 0 ? ratio(1 / price - 1) : undefined;
}

/**
 * What a share bought at price a returns in a year if it comes true after T days: (1/a)^(365/T) − 1. It is no yield: it
 * leaves out that the outcome may not come true, and is shown only beside the required probability.
 *
 * @returns fraction per year; undefined when something is missing, the price is 0, no days are left or it is beyond number
 */
export function annualisedIfTrue(input: {
  price: Ratio | undefined;
  days: number | undefined;
}): Ratio | undefined {
  const { price, days } = input;
  if (!isPrice(price) || price === 0 || days === undefined || !(days > 0)) return undefined;
  return ratio(Math.expm1((-Math.log(price) * daysPerYear) / days));
}

/**
 * How probable an outcome must be for its share to do better than a yield over the same days: p ≥ a·(1 + y)^(T/365).
 *
 * @param input.price a, what a share costs
 * @param input.referenceApy y, fraction per year, above −1
 * @param input.days T, not negative
 * @returns fraction; above 1 no probability is enough. Undefined when something is missing or out of its domain
 */
export function requiredProbability(input: {
  price: Ratio | undefined;
  referenceApy: Ratio | undefined;
  days: number | undefined;
}): Ratio | undefined {
  const { price, referenceApy, days } = input;
  if (!isPrice(price) || referenceApy === undefined || referenceApy <= -1) return undefined;
  if (days === undefined || !(days >= 0)) return undefined;
  return ratio(price * Math.exp((Math.log1p(referenceApy) * days) / daysPerYear));
}
