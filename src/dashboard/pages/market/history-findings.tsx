// Findings from a year of daily history: missing averages, the worst week, lapsed rewards, outlier days. Used by the verdict
// and the checks.
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
import { hasRateHistory } from "../../history/use-history-entries.ts";
import { historyWindow } from "../../charts/chart-range.ts";
import { toSeries } from "../../history/history-series.ts";
import { rateFade, rewardApy } from "../../market/row-values.ts";
import { Unbroken } from "../../ui/marks/truncated-line.tsx";

export interface HistoryFinding {
  readonly id: "average" | "steady" | "rewards" | "apart" | "benchmark";
  readonly sentence: string;
  /** Whether it supports today's rate; undefined for a neutral fact. */
  readonly holds: boolean | undefined;
  /** Whether it belongs to the verdict; expected findings appear among the checks only. */
  readonly news: boolean;
}

interface MarketPast {
  readonly loading: boolean;
  /** Empty where the history is unknown. */
  readonly findings: readonly HistoryFinding[];
}

/** "history: 1 of 4 findings speaks against it"; undefined without findings. */
export function historySummary(findings: readonly HistoryFinding[]): string | undefined {
  const judged = findings.filter(({ holds }) => holds !== undefined).length;
  const against = findings.filter(({ holds }) => holds === false).length;
  if (judged === 0) return undefined;
  const count = against === 0 ? "none" : formatCount(against).text;
  return `history: ${count} of ${formatCount(judged).text} findings ${against > 1 ? "speak" : "speaks"} against the rate`;
}

/** @param benchmark the benchmark's rate today */
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

export function HistorySentences({ past: { loading, findings } }: { readonly past: MarketPast }): ReactNode {
  // Reserves the usual height, so that the figures below do not move.
  if (loading) return <div className="h-[2lh] max-[520px]:h-[4lh]" />;
  const said = findings.filter(({ news }) => news).map(({ sentence }) => sentence);
  return said.length === 0 ? null : (
    <p className="max-w-[96ch] text-pretty text-text2">
      <Unbroken text={said.join(" ")} />
    </p>
  );
}

interface Day {
  readonly time: number;
  readonly apy: Ratio | undefined;
}

/** Completed days, in order. Today has no rate of its own yet. */
function wholeDays(points: readonly HistoryPoint[], now: number): readonly Day[] {
  const today = startOfDay(now);
  return toSeries(points, "1d", undefined)
    .points.filter(({ time }) => time < today)
    .map(({ time, apy }) => ({ time, apy: ratio(apy) }));
}

/** Undefined unless most days are known. */
function meanOfLast(days: readonly Day[], count: number): Ratio | undefined {
  const seen = days.slice(-count).flatMap(({ apy }) => apy ?? []);
  if (seen.length < count * enoughCoverage) return undefined;
  return ratio(seen.reduce((sum, rate) => sum + rate, 0) / seen.length);
}

const averageDays = 90;

/**
 * The findings, in the order they are shown.
 * @param points daily, of the last year
 * @param now milliseconds
 * @param benchmark the benchmark's rate today
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
  // A few days cannot show that nothing happened.
  const enough = record.class !== "too few observations";
  return [
    ...averageFromHistory(row, days),
    ...howSteady(record),
    ...rewardsLapsed(row, rates, enough),
    ...outlierDays(days, enough),
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
      : `From history: its ${what} is ${formatChange(now.change).text} from its average of ${average}: ${now.class}.`;
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

/** A total below today's rewards alone was paid with fewer rewards, whatever the base. */
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
      ? `On none ${days} was the total below today's rewards alone.`
      : `On ${formatCount(without).text} ${days} the total was below today's rewards alone: rewards were lower, or not paid.`;
  return [{ id: "rewards", sentence, holds: without === 0, news: without > 0 }];
}

function outlierDays(days: readonly Day[], enough: boolean): readonly HistoryFinding[] {
  const apart = offScale(days.map(({ apy }) => apy)).flatMap((at) => days[at] ?? []);
  const farthest = apart.toSorted((one, other) => Math.abs(other.apy ?? 0) - Math.abs(one.apy ?? 0))[0];
  if (farthest === undefined && !enough) return [];
  const rate =
    farthest === undefined ? "" : `${inWords(formatRate(farthest.apy))} on ${formatDay(farthest.time)}`;
  const sentence =
    apart.length === 0
      ? "No outlier days."
      : apart.length === 1
        ? `One outlier day: ${rate}.`
        : `${formatCount(apart.length).text} outlier days, the largest ${rate}.`;
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
