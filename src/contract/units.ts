// Numbers get their unit only here, so that passing a rate as money does not compile.
import type { $brand } from "zod/mini";

/** A fraction: 0.0534 is 5.34 %. May be negative: loops can lose money, borrowers can get paid. */
export type Ratio = number & $brand<"Ratio">;

export type Usd = number & $brand<"Usd">;

/** Whole tokens, never base units. */
export type TokenAmount = number & $brand<"TokenAmount">;

/** Milliseconds since the Unix epoch. */
export type Millis = number & $brand<"Millis">;

/** Numbers of the same unit that may be unknown: `Maybe<Usd, "size" | "available">`. */
export type Maybe<Unit extends number, Name extends string> = Readonly<Record<Name, Unit | undefined>>;

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const daysPerYear = 365;
export const yearMs = daysPerYear * dayMs;

/** Days since 1 January 1970, in UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / dayMs);
}

export function startOfDay(time: number): number {
  return dayOf(time) * dayMs;
}

/** RFC 3339, in UTC. */
export function isoText(time: number): string;
export function isoText(time: number | undefined): string | undefined;
export function isoText(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

export const resolutionMs = { "1m": minuteMs, "5m": 5 * minuteMs, "1h": hourMs, "1d": dayMs } as const;

/** Turns NaN, infinity and missing values into undefined, and −0 into 0. */
function unit<Unit extends number>(isUnit: (value: number) => value is Unit) {
  return (value: number | null | undefined): Unit | undefined => {
    const plain = (value ?? Number.NaN) + 0;
    return isUnit(plain) ? plain : undefined;
  };
}

export const finite = unit((value): value is number => Number.isFinite(value));
export const ratio = unit((value): value is Ratio => Number.isFinite(value));
export const usd = unit((value): value is Usd => Number.isFinite(value));
export const tokenAmount = unit((value): value is TokenAmount => Number.isFinite(value));
export const millis = unit((value): value is Millis => Number.isFinite(value));
