// The only place where a number gets its unit: passing a rate as money does not compile.
import type { $brand } from "zod/mini";

/** A fraction: 0.0534 is 5.34 %. Can be negative: loops lose money, borrowers get paid. */
export type Ratio = number & $brand<"Ratio">;

export type Usd = number & $brand<"Usd">;

/** Whole tokens, never base units. */
export type TokenAmount = number & $brand<"TokenAmount">;

/** Since the Unix epoch. */
export type Millis = number & $brand<"Millis">;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const daysPerYear = 365;
export const yearMs = daysPerYear * dayMs;

/** Days since 1 January 1970, UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}

/** UTC. */
export function startOfDay(time: number): number {
  return dayOf(time) * dayMs;
}

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

/** NaN, infinities and missing become undefined, −0 becomes 0; so in the functions below. */
export function ratio(value: number | null | undefined): Ratio | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isRatio(plain) ? plain : undefined;
}

export function usd(value: number | null | undefined): Usd | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isUsd(plain) ? plain : undefined;
}

export function tokenAmount(value: number | null | undefined): TokenAmount | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isTokenAmount(plain) ? plain : undefined;
}

export function millis(value: number | null | undefined): Millis | undefined {
  const plain = (value ?? Number.NaN) + 0;
  return isMillis(plain) ? plain : undefined;
}
