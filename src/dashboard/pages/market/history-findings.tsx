// What a year of a market's days says that its answer of now does not: an average where none is sent, its worst week, rewards
// that were not always paid, a day that stands apart. Found once, for the sentences after the verdict and for the checks.
import { useMemo, useState, type ReactNode } from "react";
import type { HistoryPoint } from "../../../contract/history.ts";
import { ratio, type Ratio, startOfDay } from "../../../contract/units.ts";
import { fade } from "../../../finance/fade.ts";
import { enoughCoverage } from "../../../finance/realised.ts";
import { offScale, stability, targetRecord, type Stability } from "../../../finance/stability.ts";
import { useHistory } from "../../queries/history.ts";
import { sourceNow, useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatChange, formatCount, formatRate, inWords } from "../../format/number.ts";
import { formatDay } from "../../format/time.ts";
import { hasRateHistory } from "../../history/history-panel.tsx";
import { historyWindow } from "../../charts/chart-range.ts";
import { toSeries } from "../../history/history-series.ts";
import { rateFade, rewardApy } from "../../market/row-values.ts";
import { Unbroken } from "../../ui/marks/truncated-line.tsx";

/** One thing that a year of days says. */
export interface HistoryFinding {
  readonly id: "average" | "steady" | "rewards" | "apart" | "benchmark";
  /** A plain sentence. */
  readonly sentence: string;
  /** Whether it speaks for the rate of now; undefined where it is told and not judged. */
  readonly holds: boolean | undefined;
  /** Whether it is news: what holds as one would expect stands among the checks alone. */
  readonly news: boolean;
}

interface MarketPast {
  readonly loading: boolean;
  /** Empty where nothing is known of its past. */
  readonly findings: readonly HistoryFinding[];
}

/** How many of the findings speak against the rate of now: "history: 1 of 4 findings speaks against it"; undefined for none at all. */
export function historySummary(findings: readonly HistoryFinding[]): string | undefined {
  const judged = findings.filter(({ holds }) => holds !== undefined).length;
  const against = findings.filter(({ holds }) => holds === false).length;
  if (judged === 0) return undefined;
  const count = against === 0 ? "none" : formatCount(against).text;
  return `history: ${count} of ${formatCount(judged).text} findings ${against > 1 ? "speak" : "speaks"} against the rate`;
}

/** @param benchmark what the benchmark pays now */
export function useMarketHistoryFindings(row: MarketRow, benchmark: Ratio | undefined): MarketPast {
  const config = useDashboardConfig();
  const [now] = useState(() => sourceNow(config));
  const { histories, loading } = useHistory(hasRateHistory(row) ? [row.id] : [], historyWindow("1y", now));
  const points = histories.get(row.id);
  return useMemo(
    () => ({ loading, findings: historyFindings(row, points ?? [], now, benchmark) }),
    [row, points, now, benchmark, loading],
  );
}

/** The sentences that follow the verdict. */
export function HistorySentences({ past: { loading, findings } }: { readonly past: MarketPast }): ReactNode {
  // As tall as what usually comes, so that the figures below do not move.
  if (loading) return <div className="h-[2lh] max-[520px]:h-[4lh]" />;
  const said = findings.filter(({ news }) => news).map(({ sentence }) => sentence);
  return said.length === 0 ? null : (
    <p className="max-w-[96ch] text-pretty text-text2">
      <Unbroken text={said.join(" ")} />
    </p>
  );
}

/** A day and what it paid, rewards included; of a loop the net rate. */
interface Day {
  readonly time: number;
  readonly apy: Ratio | undefined;
}

/** The days of a history that are over, in order. The day that is not over yet has no rate of its own. */
function wholeDays(points: readonly HistoryPoint[], now: number): readonly Day[] {
  const today = startOfDay(now);
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
 * What a year of days says, in the order in which it is told; empty where nothing is known of it.
 *
 * @param points daily, of the last year
 * @param now milliseconds
 * @param benchmark what the benchmark pays now
 */
export function historyFindings(
  row: MarketRow,
  points: readonly HistoryPoint[],
  now: number,
  benchmark: Ratio | undefined,
): readonly HistoryFinding[] {
  const days = wholeDays(points, now);
  const rates = days.map(({ apy }) => apy);
  const record = stability(rates);
  if (record === undefined) return [];
  // Of a few days it is not said that nothing happened in them.
  const enough = record.class !== "too few observations";
  return [
    ...averageFromHistory(row, days),
    ...howSteady(record),
    ...rewardsLapsed(row, rates, enough),
    ...standsApart(days, enough),
    ...atBenchmark(rates, benchmark),
  ];
}

function averageFromHistory(row: MarketRow, days: readonly Day[]): readonly HistoryFinding[] {
  const trend = rateFade(row)?.class;
  if (trend !== "no averages given" && trend !== "no 90-day average given") return [];
  const mean = meanOfLast(days, averageDays);
  const now = fade({ now: row.depositApy, d30: undefined, d90: mean, d180: undefined });
  if (mean === undefined || now === undefined) return [];
  const what = row.kind === "loop" ? "net rate" : rewardApy(row) === 0 ? "rate" : "rate with rewards";
  const average = `${formatRate(mean).text} over the last ${formatCount(averageDays).text} days`;
  const sentence =
    now.change === undefined
      ? `From history: its ${what} is ${now.class}, with an average of ${average}.`
      : `From history: its ${what} stands ${formatChange(now.change).text} from its average of ${average}: ${now.class}.`;
  return [{ id: "average", sentence, holds: now.class === "steady" || now.class === "rising", news: true }];
}

function howSteady({
  class: steadiness,
  worstWeek,
  lowTenth,
  observed,
}: Stability): readonly HistoryFinding[] {
  if (steadiness === "too few observations" || worstWeek === undefined) return [];
  const words = { steady: "was steady", moving: "moved", swinging: "swung widely" } as const;
  const sentence = `Over ${formatCount(observed).text} days it ${words[steadiness]}: ${formatRate(worstWeek).text} in its worst week, above ${formatRate(lowTenth).text} on nine days of ten.`;
  return [{ id: "steady", sentence, holds: steadiness !== "swinging", news: true }];
}

/** A rate under the rewards of now alone was paid with fewer of them, whatever the base was. */
function rewardsLapsed(
  row: MarketRow,
  rates: readonly (Ratio | undefined)[],
  enough: boolean,
): readonly HistoryFinding[] {
  const rewards = rewardApy(row);
  if (rewards === undefined || rewards <= 0) return [];
  const seen = rates.filter((rate) => rate !== undefined);
  const without = seen.filter((rate) => rate < rewards).length;
  if (without === 0 && !enough) return [];
  const days = `of ${formatCount(seen.length).text} days`;
  const sentence =
    without === 0
      ? `On none ${days} was all of it less than today's rewards alone.`
      : `On ${formatCount(without).text} ${days} all of it was less than today's rewards alone: they were lower then, or not paid.`;
  return [{ id: "rewards", sentence, holds: without === 0, news: without > 0 }];
}

function standsApart(days: readonly Day[], enough: boolean): readonly HistoryFinding[] {
  const apart = offScale(days.map(({ apy }) => apy)).flatMap((at) => days[at] ?? []);
  const farthest = apart.toSorted((one, other) => Math.abs(other.apy ?? 0) - Math.abs(one.apy ?? 0))[0];
  if (farthest === undefined && !enough) return [];
  const rate =
    farthest === undefined ? "" : `${inWords(formatRate(farthest.apy))} on ${formatDay(farthest.time)}`;
  const sentence =
    apart.length === 0
      ? "No day stands apart from the others."
      : apart.length === 1
        ? `One day stands apart: ${rate}.`
        : `${formatCount(apart.length).text} days stand apart, most of all ${rate}.`;
  return [{ id: "apart", sentence, holds: apart.length === 0, news: apart.length > 0 }];
}

function atBenchmark(
  rates: readonly (Ratio | undefined)[],
  benchmark: Ratio | undefined,
): readonly HistoryFinding[] {
  const record = targetRecord({ rates, target: benchmark });
  if (record === undefined) return [];
  const sentence = `It paid at least the ${inWords(formatRate(benchmark))} of the benchmark now on ${formatCount(record.reached).text} of ${formatCount(record.observed).text} days.`;
  return [{ id: "benchmark", sentence, holds: undefined, news: true }];
}
