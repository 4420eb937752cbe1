import type { HistoryPoint } from "../../contract/history.ts";
import {
  daysPerTrendPoint,
  minTrendDays,
  trendDays,
  trendPoints,
  type MarketTrend,
} from "../../contract/trends/market-trends.ts";
import { dayOf } from "../../contract/units.ts";

export type DailyRates = ReturnType<typeof dailyRates>;

/** Oldest first; NaN where unknown. `endDay` is exclusive, in days since the epoch. */
export function dailyRates(history: readonly HistoryPoint[], endDay: number) {
  const apy = new Float32Array(trendDays).fill(Number.NaN);
  const base = new Float32Array(trendDays).fill(Number.NaN);
  for (const { timestamp, depositApy, baseDepositApy } of history) {
    const day = dayOf(Date.parse(timestamp)) - endDay + trendDays;
    if (!(day >= 0 && day < trendDays)) continue;
    apy[day] = depositApy ?? Number.NaN;
    base[day] = baseDepositApy ?? Number.NaN;
  }
  return { apy, base: base.every(Number.isNaN) ? undefined : base };
}

export function trendOf(id: string, { apy, base }: DailyRates, baseNow: number | undefined): MarketTrend {
  const known = apy.filter((rate) => !Number.isNaN(rate));
  const isLong = known.length >= minTrendDays;
  const above = known.filter((rate) => baseNow !== undefined && rate >= Math.fround(baseNow)).length;
  return {
    id,
    ...(isLong
      ? { low90d: rounded(Math.min(...known), 1e8), high90d: rounded(Math.max(...known), 1e8) }
      : {}),
    ...(isLong && baseNow !== undefined ? { daysAboveBase: rounded(above / known.length) } : {}),
    ...(known.length > 0 ? { average: rounded(meanOf(known), 1e8) } : {}),
    apy: pointsOf(apy, base),
    base: base === undefined ? [] : pointsOf(base, apy),
  };
}

/** Means over the days that `other` also knows, if any: otherwise a day without its base would look like rewards. */
function pointsOf(days: Float32Array, other: Float32Array | undefined): (number | null)[] {
  return Array.from({ length: trendPoints }, (_, index) => {
    const start = index * daysPerTrendPoint;
    const step = days.subarray(start, start + daysPerTrendPoint);
    const known = step.filter((rate) => !Number.isNaN(rate));
    const shared = step.filter((rate, day) => !Number.isNaN(rate + (other?.[start + day] ?? Number.NaN)));
    if (known.length === 0) return null;
    return rounded(meanOf(shared.length === 0 ? known : shared));
  });
}

function meanOf(rates: Float32Array): number {
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** To a ten-thousandth of a percent, enough for points. Figures shown as text need more, or tiny rates would become 0. */
function rounded(value: number, steps = 1e6): number {
  return Math.round(value * steps) / steps;
}
