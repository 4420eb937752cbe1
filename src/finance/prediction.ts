// A share pays $1 if the outcome comes true. Prices are fractions from 0 to 1.
import { daysPerYear, dayMs, ratio, finite, type Maybe, type Millis, type Ratio } from "../contract/units.ts";

function isPrice(price: Ratio | undefined): price is Ratio {
  return price !== undefined && price >= 0 && price <= 1;
}

/** At 0, nothing is offered. */
function isAsk(price: Ratio | undefined): price is Ratio {
  return isPrice(price) && price > 0;
}

// Doubles do not store cents exactly, but 0.62 − 0.6 and 0.32 − 0.3 must be equal.
function exact(price: number): number {
  return Math.round(price * 1e9) / 1e9;
}

type Quote = Maybe<Ratio, "bid" | "ask">;

/** Undefined for an empty book (bid 0, ask 1) too. A bid of 0 counts: no one pays more. */
export function mid({ bid, ask }: Quote): Ratio | undefined {
  return isPrice(bid) && isAsk(ask) && !(bid === 0 && ask === 1) ? ratio(exact((bid + ask) / 2)) : undefined;
}

/** ask − bid. Negative for a crossed book. */
export function spread({ bid, ask }: Quote): Ratio | undefined {
  return isPrice(bid) && isAsk(ask) ? ratio(exact(ask - bid)) : undefined;
}

/** yesAsk + noAsk − 1. Negative if a price is wrong. */
export function overround({ yesAsk, noAsk }: Maybe<Ratio, "yesAsk" | "noAsk">): Ratio | undefined {
  return isAsk(yesAsk) && isAsk(noAsk) ? ratio(exact(yesAsk + noAsk - 1)) : undefined;
}

/** With a fraction. 0 once the end has passed. */
export function daysLeft({ now, end }: Maybe<Millis, "now" | "end">): number | undefined {
  return now === undefined || end === undefined ? undefined : finite(Math.max(0, end - now) / dayMs);
}

/** 1/a − 1 for an ask a. */
export function returnIfTrue({ price }: Maybe<Ratio, "price">): Ratio | undefined {
  return isAsk(price) ? ratio(1 / price - 1) : undefined;
}

/** (1/a)^(365/T) − 1. Not a yield, because the outcome may fail: show it only beside the required probability. */
export function annualizedIfTrue({
  price,
  days,
}: Maybe<Ratio, "price"> & Maybe<number, "days">): Ratio | undefined {
  if (!isAsk(price) || days === undefined || !(days > 0)) return undefined;
  return ratio(Math.expm1((-Math.log(price) * daysPerYear) / days));
}

/** Probability at which a share matches a yield y over the same T days: p ≥ a·(1 + y)^(T/365). Above 1, it never does. */
export function requiredProbability({
  price,
  referenceApy,
  days,
}: Maybe<Ratio, "price" | "referenceApy"> & Maybe<number, "days">): Ratio | undefined {
  if (!isAsk(price) || referenceApy === undefined || referenceApy <= -1) return undefined;
  if (days === undefined || !(days >= 0)) return undefined;
  return ratio(price * Math.exp((Math.log1p(referenceApy) * days) / daysPerYear));
}
