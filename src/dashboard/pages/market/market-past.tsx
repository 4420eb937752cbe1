// What a year of a market's days says that its answer of now does not: an average where none is sent, its worst week, rewards
// that were not always paid, a day that stands apart.
import { useMemo, useState, type ReactNode } from "react";
import type { HistoryPoint } from "../../../contract/history.ts";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { enoughCoverage } from "../../../finance/realised.ts";
import { offScale, stability, targetRecord, type Stability } from "../../../finance/stability.ts";
import { useHistory } from "../../data/history/history-query.ts";
import { sourceNow, useDashboardConfig } from "../../data/markets/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatCount, formatRate, inWords } from "../../format/number.ts";
import { formatDay } from "../../format/time.ts";
import { dayMs, historyWindow } from "../../history/history-range.ts";
import { toSeries } from "../../history/history-series.ts";
import { rateFade, rewardApy } from "../../market/row-values.ts";

interface MarketPastProps {
  /** A market whose type has a rate. */
  readonly row: MarketRow;
  /** What the benchmark pays now. */
  readonly benchmark: Ratio | undefined;
}

export function MarketPast({ row, benchmark }: MarketPastProps): ReactNode {
  const config = useDashboardConfig();
  const [now] = useState(() => sourceNow(config));
  const { histories, loading } = useHistory([row.id], historyWindow("1y", now));
  const said = useMemo(
    () => pastSentences(row, histories.get(row.id) ?? [], now, benchmark),
    [row, histories, now, benchmark],
  );
  // As tall as what usually comes, so that the figures below do not move.
  if (loading) return <div className="mt-1 h-[2lh]" />;
  return said.length === 0 ? null : <p className="mt-1 max-w-[96ch] text-text2">{said.join(" ")}</p>;
}

/** A day and what it paid, rewards included; of a loop the net rate. */
interface Day {
  readonly time: number;
  readonly apy: Ratio | undefined;
}

/** The days of a history that are over, in order. The day that is not over yet has no rate of its own. */
function wholeDays(points: readonly HistoryPoint[], now: number): readonly Day[] {
  const today = Math.floor(now / dayMs) * dayMs;
  return toSeries(points, "1d", undefined)
    .points.filter(({ time }) => time < today)
    .map(({ time, apy }) => ({ time, apy: ratio(apy) }));
}

/** The mean of the last days; undefined unless most of them are known. */
function meanOfLast(days: readonly Day[], count: number): Ratio | undefined {
  const seen = days.slice(-count).flatMap(({ apy }) => apy ?? []);
  if (seen.length < count * enoughCoverage) return undefined;
  return ratio(seen.reduce((sum, rate) => sum + rate, 0) / seen.length);
}

const averageDays = 90;

/**
 * The sentences that follow the verdict once a year of days is there; empty where nothing is known of it.
 *
 * @param points daily, of the last year
 * @param now milliseconds
 * @param benchmark what the benchmark pays now
 */
export function pastSentences(
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
    ...averageFromHistory(row, days),
    ...howSteady(record),
    ...rewardsLapsed(row, rates),
    ...standsApart(days),
    ...atBenchmark(rates, benchmark),
  ];
}

function averageFromHistory(row: MarketRow, days: readonly Day[]): readonly string[] {
  const trend = rateFade(row)?.class;
  if (trend !== "no averages given" && trend !== "no 90-day average given") return [];
  const mean = meanOfLast(days, averageDays);
  if (mean === undefined) return [];
  const what = row.kind === "loop" ? "net rate" : rewardApy(row) === 0 ? "rate" : "rate with rewards";
  return [
    `From history: over the last ${formatCount(averageDays).text} days its ${what} was ${formatRate(mean).text} on average.`,
  ];
}

function howSteady({ class: steadiness, worstWeek, lowTenth, observed }: Stability): readonly string[] {
  if (steadiness === "too few observations" || worstWeek === undefined) return [];
  const words = { steady: "was steady", moving: "moved", swinging: "swung widely" } as const;
  return [
    `Over ${formatCount(observed).text} days it ${words[steadiness]}: ${formatRate(worstWeek).text} in its worst week, above ${formatRate(lowTenth).text} on nine days of ten.`,
  ];
}

/** A rate under the rewards of now alone was paid with fewer of them, whatever the base was. */
function rewardsLapsed(row: MarketRow, rates: readonly (Ratio | undefined)[]): readonly string[] {
  const rewards = rewardApy(row);
  if (rewards === undefined || rewards <= 0) return [];
  const seen = rates.filter((rate) => rate !== undefined);
  const without = seen.filter((rate) => rate < rewards).length;
  if (without === 0) return [];
  return [
    `On ${formatCount(without).text} of ${formatCount(seen.length).text} days all of it was less than today's rewards alone: they were lower then, or not paid.`,
  ];
}

function standsApart(days: readonly Day[]): readonly string[] {
  const apart = offScale(days.map(({ apy }) => apy)).flatMap((at) => days[at] ?? []);
  const farthest = apart.toSorted((one, other) => Math.abs(other.apy ?? 0) - Math.abs(one.apy ?? 0))[0];
  if (farthest === undefined) return [];
  const rate = `${inWords(formatRate(farthest.apy))} on ${formatDay(farthest.time)}`;
  return [
    apart.length === 1
      ? `One day stands apart: ${rate}.`
      : `${formatCount(apart.length).text} days stand apart, most of all ${rate}.`,
  ];
}

function atBenchmark(rates: readonly (Ratio | undefined)[], benchmark: Ratio | undefined): readonly string[] {
  const record = targetRecord({ rates, target: benchmark });
  if (record === undefined) return [];
  return [
    `It paid at least the ${inWords(formatRate(benchmark))} of the benchmark now on ${formatCount(record.reached).text} of ${formatCount(record.observed).text} days.`,
  ];
}
