import { averagedDays, type Flow, type RecordedAverage } from "../../contract/record/record-parts.ts";
import { dayMs, isoText, startOfDay } from "../../contract/units.ts";
import { roundAmount, roundRate, type averagedNames } from "./figures.ts";
import type { KnownMarket } from "./market-record.ts";

/** Milliseconds since the epoch: `window` is the start of the period. */
export interface Averages {
  readonly window: number;
  readonly knownMs: number;
  readonly means: { readonly [Name in (typeof averagedNames)[number] | "utilization"]?: number };
}

/** In tokens, from `window` on. `since` is the start of the first known step. */
export interface FlowSums {
  readonly window: number;
  readonly since: number;
  readonly in: number;
  readonly out: number;
}

/** Counts UTC days, including the day of `until`. Milliseconds since the epoch. */
export function windowStart(days: number, until: number): number {
  return startOfDay(until) - (days - 1) * dayMs;
}

export function windowStarts(until: number): number[] {
  return averagedDays.map((days) => windowStart(days, until));
}

export function toAverages(
  found: readonly Averages[],
  { firstSeen }: Pick<KnownMarket, "firstSeen">,
  until: number,
): RecordedAverage[] {
  return averagedDays.flatMap((days) => {
    const from = windowStart(days, until);
    const own = found.find(({ window }) => window === from);
    const means = Object.entries(own?.means ?? {}).map(([name, value]) => [name, roundRate(value)] as const);
    if (own === undefined || means.length === 0) return [];
    const coverage = knownShare(own.knownMs, until - from);
    return [{ days, since: isoText(Math.max(from, firstSeen)), coverage, ...Object.fromEntries(means) }];
  });
}

/** `knownMs` is how long the market's figures are known within the window. */
export function toFlow(
  sums: FlowSums,
  days: number,
  { knownMs, until, priceUsd }: { knownMs: number; until: number; priceUsd: number | undefined },
): Flow {
  return {
    days,
    since: isoText(Math.max(sums.window, sums.since)),
    coverage: knownShare(knownMs, until - sums.window),
    ...flowAmounts(sums, priceUsd),
  };
}

export function flowAmounts(sums: Pick<FlowSums, "in" | "out">, priceUsd: number | undefined) {
  const inUsd = (tokens: number) => (priceUsd === undefined ? undefined : roundAmount(tokens * priceUsd));
  const net = sums.in - sums.out;
  return {
    in: roundAmount(sums.in),
    out: roundAmount(sums.out),
    net: roundAmount(net),
    inUsd: inUsd(sums.in),
    outUsd: inUsd(sums.out),
    netUsd: inUsd(net),
  };
}

/** 1 if there is no time at all. */
export function knownShare(known: number, of: number): number {
  return of <= 0 ? 1 : Math.round(Math.min(1, Math.max(0, known / of)) * 1e4) / 1e4;
}
