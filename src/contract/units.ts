// A number is given its unit here and nowhere else. Passing a rate where money is expected does not compile.
import type { $brand } from "zod/mini";

/** A rate or share as a fraction: 0.0534 is 5.34 %. May be negative (a loop can lose, a borrower can be paid). */
export type Ratio = number & $brand<"Ratio">;

/** Money in US dollars. */
export type Usd = number & $brand<"Usd">;

/** An amount in whole token units, never in base units: 1.5 is one and a half tokens. */
export type TokenAmount = number & $brand<"TokenAmount">;

/** A moment in milliseconds since the Unix epoch. */
export type Millis = number & $brand<"Millis">;

/** Lengths of time in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Days of a year wherever a yearly rate is applied to days. */
export const daysPerYear = 365;
export const yearMs = daysPerYear * dayMs;

/** The day of UTC that a moment is in, counted from the first of 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}

/** When the day of UTC began that a moment is in. Milliseconds since the epoch. */
export function startOfDay(time: number): number {
  return dayOf(time) * dayMs;
}

/** How far apart the points of a past lie, by the name of their resolution. */
export const resolutionMs = { "1m": minuteMs, "5m": 5 * minuteMs, "1h": hourMs, "1d": dayMs } as const;

function isRatio(value: number): value is Ratio {
  return Number.isFinite(value);
}
function isUsd(value: number): value is Usd {
  return Number.isFinite(value);
}
function isTokenAmount(value: number): value is TokenAmount {
  return Number.isFinite(value);
}
function isMillis(value: number): value is Millis {
  return Number.isFinite(value);
}

/** Gives a finite number the unit ratio. NaN, infinities and missing become undefined; −0 becomes 0. */
export function ratio(value: number | null | undefined): Ratio | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isRatio(plain) ? plain : undefined;
}

/** Gives a finite number the unit US dollar. NaN, infinities and missing become undefined; −0 becomes 0. */
export function usd(value: number | null | undefined): Usd | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isUsd(plain) ? plain : undefined;
}

/** Gives a finite number the unit whole tokens. NaN, infinities and missing become undefined; −0 becomes 0. */
export function tokenAmount(value: number | null | undefined): TokenAmount | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isTokenAmount(plain) ? plain : undefined;
}

/** Gives a finite number the unit milliseconds since the epoch. NaN, infinities and missing become undefined. */
export function millis(value: number | null | undefined): Millis | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isMillis(plain) ? plain : undefined;
}
