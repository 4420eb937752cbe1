import { mean } from "d3-array";
import type { HistoryPoint } from "../../contract/history.ts";
import { dayMs, startOfDay } from "../../contract/units.ts";
import { averageWindows, materialDifference } from "../../finance/fade.ts";
import { enoughCoverage } from "../../finance/realized.ts";
import {
  noEndLabel,
  type ChartDot,
  type ChartPane,
  type ChartPeriod,
  type ChartPoint,
  type ChartSeries,
} from "../charts/chart-series.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { depositRateName } from "../../domain/market/market-text.ts";
import { ownAverages } from "../../domain/market/row-values.ts";
import { formatCount } from "../../domain/format/number.ts";
import { formatAxisTime } from "../../domain/format/time.ts";
import { rateText, rateTick } from "./history-lines.ts";
import { rateDomain, toSeries, type Series } from "./history-series.ts";

export type RewardLevel = Readonly<ReturnType<typeof rewardLevels>[number]>;

/** The source has base rates only as averages, so rewards of their days are estimated: mean total − base average. */
export function rewardLevels(row: MarketRow, year: readonly HistoryPoint[], now: number) {
  if (row.kind === "loop") return [];
  const today = startOfDay(now);
  const days = toSeries(year, "1d", undefined).points;
  return averageWindows(ownAverages(row)).flatMap(({ fromDay, toDay, value }) => {
    const [from, to] = [today - toDay * dayMs, today - (fromDay - 1) * dayMs];
    const known = days.flatMap(({ time, apy }) => (time >= from && time < to ? (apy ?? []) : []));
    if (known.length < (toDay - fromDay + 1) * enoughCoverage) return [];
    const rewards = (mean(known) ?? 0) - value;
    return [{ from, to: fromDay === 1 ? now : to, apy: rewards < materialDifference ? 0 : rewards }];
  });
}

function basePoints({ points }: Series, levels: readonly RewardLevel[]): readonly ChartPoint[] {
  return points.map(({ time: at, apy, base }) => {
    const level = levels.find(({ from, to }) => at >= from && at <= to);
    if (base !== undefined || apy === undefined || level === undefined) return { at, value: base };
    return { at, value: Math.min(apy, Math.max(0, apy - level.apy)) };
  });
}

export function isEstimated({ points }: Series, levels: readonly RewardLevel[]): boolean {
  return points.some(
    ({ time, base }) => base === undefined && levels.some(({ from, to }) => time >= from && time <= to),
  );
}

const notable = 1.25;

export function stackedPane(
  row: MarketRow,
  series: Series,
  levels: readonly RewardLevel[],
  benchmark: number | undefined,
): ChartPane {
  const { points } = series;
  const last = points.at(-1);
  const now = last?.live === true ? last : undefined;
  const total: ChartSeries = {
    label: depositRateName(row),
    fileName: "depositApy (fraction per year)",
    shape: "total",
    color: "var(--control)",
    fill: "var(--net-area)",
    points: points.map(({ time, apy }) => ({ at: time, value: apy })),
    format: rateText,
    end:
      now?.apy === undefined
        ? noEndLabel
        : { text: rateText(now.apy), detail: row.kind === "loop" ? "net" : "total" },
  };
  const base = basePoints(series, levels);
  const isSplit = base.some(({ value }) => value !== undefined);
  const rewards = base.map(({ at, value }, index) => {
    const apy = points[index]?.apy;
    return { at, value: value === undefined || apy === undefined ? undefined : Math.max(0, apy - value) };
  });
  const hasRewards = rewards.some(({ value }) => (value ?? 0) > 0);
  const part = { shape: "stacked", format: rateText } as const;
  const parts: readonly ChartSeries[] = [
    {
      ...part,
      label: "Base",
      fileName: "baseDepositApy (fraction per year, estimated where not recorded)",
      color: "var(--base)",
      fill: "var(--base-area)",
      points: base,
      end:
        hasRewards && last?.base !== undefined ? { text: rateText(last.base), detail: "base" } : noEndLabel,
    },
    {
      ...part,
      label: "Rewards",
      fileName: "rewardApy (fraction per year, estimated where not recorded)",
      color: "var(--reward)",
      fill: "var(--reward-area)",
      points: rewards,
      end: noEndLabel,
    },
  ];
  const color = !isSplit ? "var(--control)" : hasRewards ? "var(--reward)" : "var(--base)";
  const domain = rateDomain([total], [benchmark]);
  return {
    series: isSplit ? [total, ...parts.slice(0, hasRewards ? 2 : 1)] : [total],
    height: 300,
    domain,
    tick: rateTick,
    periods: periodsOf(row, points[0]?.time ?? 0, last?.time ?? 0),
    dots: [
      now?.apy === undefined ? undefined : { at: now.time, value: now.apy, color },
      hasRewards && now?.base !== undefined
        ? { at: now.time, value: now.base, color: "var(--base)" }
        : undefined,
      peakOf(series, domain[1]),
      hasRewards ? pauseOf(rewards, base, domain[1]) : undefined,
    ].filter((dot) => dot !== undefined),
    levels:
      benchmark === undefined
        ? []
        : [{ value: benchmark, label: `benchmark ${rateText(benchmark)}`, dash: "4 3" }],
  };
}

function periodsOf(row: MarketRow, start: number, now: number): readonly ChartPeriod[] {
  const averages = ownAverages(row);
  return ([180, 90, 30] as const).flatMap((days) => {
    const average = averages[`d${days}` as const];
    const from = now - days * dayMs;
    // Only the first average may cover more days than the chart.
    return average === undefined || from < start - dayMs
      ? []
      : [
          {
            // A line right next to the axis would be meaningless.
            from: from < start + 2 * dayMs ? start : from,
            text: `${formatCount(days).text}d ${row.kind === "loop" ? "net" : "base"}`,
            value: rateText(average),
          },
        ];
  });
}

function peakOf({ points }: Series, top: number): ChartDot | undefined {
  const known = points.flatMap(({ time, apy, live }) =>
    apy === undefined || live || apy > top ? [] : [{ at: time, value: apy }],
  );
  const sorted = known.toSorted((one, other) => other.value - one.value);
  const [peak] = sorted;
  const usual = sorted[Math.floor(sorted.length / 20)];
  if (peak === undefined || usual === undefined || known.length < 20) return undefined;
  if (usual.value <= 0 || peak.value < usual.value * notable) return undefined;
  const now = points.at(-1);
  // The label at the end of the line already says today's rate.
  if (now?.live === true && (now.apy ?? 0) > peak.value) return undefined;
  // A label this low would cover the labels of the averages.
  if (peak.value < top / 8) return undefined;
  const middle = ((points[0]?.time ?? 0) + (points.at(-1)?.time ?? 0)) / 2;
  return {
    ...peak,
    label: `Peak ${rateText(peak.value)}, ${formatAxisTime(peak.at, "day")}`,
    side: peak.at > middle ? "left" : "right",
    isLabelOnly: true,
  };
}

const minPause = 3;

function pauseOf(
  rewards: readonly ChartPoint[],
  base: readonly ChartPoint[],
  top: number,
): ChartDot | undefined {
  let longest = { start: 0, length: 0 };
  let length = 0;
  rewards.forEach(({ value }, at) => {
    length = value === 0 ? length + 1 : 0;
    if (length > longest.length) longest = { start: at - length + 1, length };
  });
  const middle = base[longest.start + Math.floor(longest.length / 2)];
  const isDaily = (base[1]?.at ?? 0) - (base[0]?.at ?? 0) >= dayMs;
  const wasPaid = rewards.slice(0, -1).some(({ value }) => (value ?? 0) > 0);
  if (!isDaily || !wasPaid || longest.length < minPause || middle === undefined) return undefined;
  const all = rewards.filter(({ value }) => value === 0).length;
  const label = `No rewards ${all === longest.length ? "for" : "on"} ${formatCount(all).text} days`;
  // Above most days and the labels of the averages. Peaks have a label of their own, which this would cover.
  const days = base.slice(longest.start, longest.start + longest.length).map((day) => day.value ?? 0);
  const value = days.toSorted((one, other) => other - one)[Math.floor(days.length / 5)] ?? 0;
  return { at: middle.at, value: Math.max(value, top / 8), label, side: "top", isLabelOnly: true };
}
