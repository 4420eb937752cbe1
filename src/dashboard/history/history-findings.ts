import { greatest, least, mean } from "d3-array";
import type { HistoryPoint } from "../../contract/history.ts";
import { minTrendDays } from "../../contract/trends/market-trends.ts";
import { dayMs, ratio, type Ratio, startOfDay } from "../../contract/units.ts";
import { fade } from "../../finance/fade.ts";
import { enoughCoverage, type RatePoint } from "../../finance/realized.ts";
import { offScale, stability, targetRecord, type Stability } from "../../finance/stability.ts";
import { useHistory } from "../queries/history.ts";
import { useOpenedAt } from "../queries/configuration.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { countOf, formatChange, formatCount, formatRate, inWords } from "../../domain/format/number.ts";
import { formatDay } from "../../domain/format/time.ts";
import { hasRateHistory } from "./use-history-entries.ts";
import { historyWindow } from "../charts/chart-range.ts";
import { paidRates, toSeries } from "./history-series.ts";
import { rateFade, rewardApy } from "../../domain/market/row-values.ts";

export interface LowestDay {
  readonly apy: Ratio;
  readonly time: number;
}

export function useMarketHistoryFindings(row: MarketRow, benchmark: Ratio | undefined) {
  const now = useOpenedAt();
  const { histories } = useHistory(hasRateHistory(row) ? [row.id] : [], historyWindow("1y", now));
  const points = histories.get(row.id) ?? [];
  const first = wholeDays(points, now).find(({ apy }) => apy !== undefined)?.time;
  return {
    findings: historyFindings(row, points, now, benchmark),
    low90d: lowestDay(points, now),
    days: first === undefined ? undefined : Math.round((startOfDay(now) - first) / dayMs),
  };
}

export function lowestDay(points: readonly HistoryPoint[], now: number): LowestDay | undefined {
  const known = lastDays(wholeDays(points, now), now);
  // The list uses the same limit.
  if (known.length < minTrendDays) return undefined;
  return least(known, ({ apy }) => apy);
}

/** Excludes today, which has no rate of its own yet. */
function wholeDays(points: readonly HistoryPoint[], now: number): readonly RatePoint[] {
  return paidRates(toSeries(points, "1d", undefined), startOfDay(now));
}

const averageDays = 90;

/** Days with a rate among the last 90, even if the history ends earlier. */
function lastDays(days: readonly RatePoint[], now: number): readonly LowestDay[] {
  const from = startOfDay(now) - averageDays * dayMs;
  return days.flatMap(({ time, apy }) => (time < from || apy === undefined ? [] : [{ time, apy }]));
}

export function historyFindings(
  row: MarketRow,
  points: readonly HistoryPoint[],
  now: number,
  benchmark: Ratio | undefined,
): readonly string[] {
  const days = wholeDays(points, now);
  const rates = days.map(({ apy }) => apy);
  const record = stability(rates);
  if (record === undefined) return [];
  return [
    averageFromHistory(row, lastDays(days, now)),
    steadinessText(record),
    findMissingRewards(row, rates),
    outlierDays(days),
    atBenchmark(rates, benchmark),
  ].filter((finding) => finding !== undefined);
}

function averageFromHistory(row: MarketRow, known: readonly LowestDay[]): string | undefined {
  const trend = rateFade(row)?.class;
  if (trend !== "no averages given" && trend !== "no 90-day average given") return undefined;
  if (known.length < averageDays * enoughCoverage) return undefined;
  const d90 = ratio(mean(known, ({ apy }) => apy));
  const now = fade({ now: row.depositApy, d30: undefined, d90, d180: undefined });
  if (d90 === undefined || now === undefined) return undefined;
  const what = row.kind === "loop" ? "net APY" : rewardApy(row) === 0 ? "APY" : "APY with rewards";
  const average = `${formatRate(d90).text} over the last ${formatCount(averageDays).text} days`;
  return now.change === undefined
    ? `The ${what} averaged ${average}: ${now.class}.`
    : `The ${what} is ${formatChange(now.change).text} vs its average of ${average}: ${now.class}.`;
}

function steadinessText({ class: steadiness, worstWeek, lowTenth, observed }: Stability): string | undefined {
  if (steadiness === "too few observations" || worstWeek === undefined) return undefined;
  const words = { steady: "was steady", moving: "varied", swinging: "swung widely" } as const;
  return `The APY ${words[steadiness]} over the past ${formatCount(observed).text} days. 90 % of days above ${formatRate(lowTenth).text}; worst week ${formatRate(worstWeek).text}.`;
}

/** If the total was below today's rewards, rewards were lower then, whatever the base was. */
function findMissingRewards(row: MarketRow, rates: readonly (Ratio | undefined)[]): string | undefined {
  const rewards = rewardApy(row);
  if (rewards === undefined || rewards <= 0) return undefined;
  const seen = rates.filter((rate) => rate !== undefined);
  const without = seen.filter((rate) => rate < rewards).length;
  return without === 0
    ? undefined
    : `Rewards were lower or absent on ${formatCount(without).text} of ${countOf(seen.length, "day")}.`;
}

function outlierDays(days: readonly RatePoint[]): string | undefined {
  const apart = offScale(days.map(({ apy }) => apy)).flatMap((at) => days[at] ?? []);
  const farthest = greatest(apart, ({ apy }) => Math.abs(apy ?? 0));
  if (farthest === undefined) return undefined;
  const rate = `${inWords(formatRate(farthest.apy))} on ${formatDay(farthest.time)}`;
  return apart.length === 1
    ? `One outlier day: ${rate}.`
    : `${formatCount(apart.length).text} outlier days, the largest ${rate}.`;
}

function atBenchmark(
  rates: readonly (Ratio | undefined)[],
  benchmark: Ratio | undefined,
): string | undefined {
  const record = targetRecord({ rates, target: benchmark });
  return record === undefined
    ? undefined
    : `At least the benchmark's ${inWords(formatRate(benchmark))} on ${formatCount(record.reached).text} of ${countOf(record.observed, "day")}.`;
}
