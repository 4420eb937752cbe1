import { averagedDays, type Flow, type RecordedAverage } from "../../contract/record/record-parts.ts";
import { dayMs, startOfDay } from "../../contract/units.ts";
import type { Averages, FlowSums } from "../store/analysis.ts";
import type { KnownMarket } from "../store/market-store.ts";
import { amount, moment, rate } from "./figures.ts";
import { share } from "./reading.ts";

/** UTC days, including that of `until`. Milliseconds since the epoch. */
export function firstDay(days: number, until: number): number {
  return startOfDay(until) - (days - 1) * dayMs;
}

export function averageWindows(until: number): number[] {
  return averagedDays.map((days) => firstDay(days, until));
}

export function toAverages(
  found: readonly Averages[],
  { firstSeen }: Pick<KnownMarket, "firstSeen">,
  until: number,
): RecordedAverage[] {
  return averagedDays.flatMap((days) => {
    const from = firstDay(days, until);
    const own = found.find(({ window }) => window === from);
    const means = Object.entries(own?.means ?? {}).map(([name, value]) => [name, rate(value)] as const);
    if (own === undefined || means.length === 0) return [];
    const coverage = share(own.knownMs, until - from);
    return [{ days, since: moment(Math.max(from, firstSeen)), coverage, ...Object.fromEntries(means) }];
  });
}

/** `knownMs` is how long the market is known in the window. */
export function toFlow(
  sums: FlowSums,
  days: number,
  { knownMs, until, priceUsd }: { knownMs: number; until: number; priceUsd: number | undefined },
): Flow {
  const dollars = (tokens: number): number | undefined =>
    priceUsd === undefined ? undefined : amount(tokens * priceUsd);
  const net = sums.in - sums.out;
  return {
    days,
    since: moment(Math.max(sums.window, sums.since)),
    coverage: share(knownMs, until - sums.window),
    in: amount(sums.in),
    out: amount(sums.out),
    net: amount(net),
    inUsd: dollars(sums.in),
    outUsd: dollars(sums.out),
    netUsd: dollars(net),
  };
}
