import { nice, range } from "d3-array";
import type { HistoryResolution } from "../../contract/history.ts";
import { dayMs } from "../../contract/units.ts";
import { formatCount } from "../../domain/format/number.ts";
import { formatDay, formatMoment } from "../../domain/format/time.ts";
import { seriesLetters } from "./series-letter.tsx";

export interface ChartPoint {
  readonly at: number;
  readonly value: number | undefined;
}

export const noEndLabel = { text: "", detail: "" };

export interface ChartSeries {
  readonly fileName: string;
  readonly label: string;
  readonly shortLabel?: string;
  readonly seriesIndex?: number | undefined;
  readonly color?: string;
  readonly dash?: string;
  /** Bars are daily. `total` is drawn only where no stacked part is known, and one step beyond. Defaults to a line. */
  readonly shape?: "line" | "area" | "bars" | "stacked" | "total";
  readonly fill?: string;
  /** In order of time. If a series has no point where another one has, it has a gap there. */
  readonly points: readonly ChartPoint[];
  readonly format: (value: number) => string;
  readonly end?: { readonly text: string; readonly detail: string };
}

interface ChartLevel {
  readonly value: number;
  readonly label?: string;
  readonly end?: string;
  readonly from?: number;
  readonly color?: string;
  readonly width?: number;
  readonly dash?: string;
}

export interface ChartDot {
  readonly at: number;
  readonly value: number;
  readonly label?: string | undefined;
  readonly side?: "top" | "bottom" | "left" | "right";
  /** Moves the label down, in pixels. */
  readonly dy?: number;
  readonly color?: string;
  readonly hollow?: boolean;
  readonly isLabelOnly?: boolean;
}

export interface ChartPeriod {
  readonly from: number;
  readonly text: string;
  readonly value: string;
}

export interface ChartPane {
  readonly series: readonly ChartSeries[];
  readonly title?: string;
  readonly height?: number;
  /** Values outside are marked at the edge. By default, covers all values and nearby levels. */
  readonly domain?: readonly [number, number];
  readonly include?: readonly number[];
  readonly tick: (value: number, step: number) => string;
  readonly levels?: readonly ChartLevel[];
  readonly periods?: readonly ChartPeriod[];
  readonly dots?: readonly ChartDot[];
}

export interface ChartBand {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export interface ChartMark {
  readonly at: number;
  readonly label?: string | undefined;
}

export interface ChartRow {
  readonly at: number;
  readonly values: readonly (number | undefined)[];
}

export type ChartTable = ReturnType<typeof chartTable>;

/** `listed`: series without a line, shown only in the table, the file and the tooltip. */
export function chartTable(
  panes: readonly ChartPane[],
  listed: readonly ChartSeries[],
  resolution: HistoryResolution,
  liveAt: number | undefined,
) {
  const series = [...panes.flatMap((pane) => pane.series), ...listed];
  const byTime = series.map(({ points }) => new Map(points.map(({ at, value }) => [at, value])));
  const times = [...new Set(byTime.flatMap((values) => [...values.keys()]))].toSorted((a, b) => a - b);
  const rows = times.map((at): ChartRow => ({ at, values: byTime.map((values) => values.get(at)) }));
  return { series, leading: panes[0]?.series.length ?? 0, rows, resolution, liveAt };
}

/** Times at which only the parts are drawn. Next to a step without parts, the total is drawn, too. */
export function splitTimes(
  pane: ChartPane,
  { rows, series }: Pick<ChartTable, "rows" | "series">,
): ReadonlySet<number> {
  const parts = pane.series.filter(({ shape }) => shape === "stacked").map((part) => series.indexOf(part));
  const isSplit = (row: ChartRow): boolean => parts.some((part) => row.values[part] !== undefined);
  return new Set(
    rows.flatMap((row, index) =>
      rows.slice(Math.max(0, index - 1), index + 2).every(isSplit) ? row.at : [],
    ),
  );
}

export function knownValues(series: readonly ChartSeries[]): readonly number[] {
  return series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
}

export function lastValue({ points }: ChartSeries): number | undefined {
  return points.findLast(({ value }) => value !== undefined)?.value;
}

/** A gap spans from the point before to the point after. An unfinished last step is not a gap; `bands` explain gaps. */
export function findGaps(
  series: readonly Pick<ChartSeries, "points">[],
  times: readonly number[],
  bands: readonly ChartBand[] = [],
): readonly ChartBand[] {
  const known = new Set(
    series.flatMap(({ points }) => points.flatMap(({ at, value }) => (value === undefined ? [] : at))),
  );
  const gaps: ChartBand[] = [];
  let start: number | undefined;
  times.forEach((at, index) => {
    const before = times[index - 1] ?? at;
    if (!known.has(at)) start ??= before;
    const isLast = index === times.length - 1;
    if (start === undefined || !(known.has(at) || (isLast && start < before))) return;
    const from = Math.max(start, ...bands.map((band) => (band.from <= at ? band.to : (start ?? 0))));
    if (from < at) gaps.push({ from, to: at, label: "no data" });
    start = undefined;
  });
  return gaps;
}

export function seriesName(
  { seriesIndex, label }: Pick<ChartSeries, "seriesIndex" | "label">,
  name = label,
): string {
  return seriesIndex === undefined ? name : `${seriesLetters[seriesIndex] ?? ""} ${name}`;
}

/** "Now", or a past moment, with the hour if points are hourly. */
export function timeText({ liveAt, resolution }: ChartTable, at: number): string {
  if (at === liveAt) return "Now";
  return resolution === "1h" ? formatMoment(at) : formatDay(at);
}

/** A level more than this many ranges away does not extend the default domain. */
const maxLevelDistance = 2;

export function paneDomain({ domain, series, include = [], levels = [] }: ChartPane): [number, number] {
  if (domain !== undefined) return [...domain];
  const values = [...knownValues(series), ...include];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low || Math.abs(high) || 0.01;
  const near = levels
    .map(({ value }) => value)
    .filter((value) => value >= low - maxLevelDistance * span && value <= high + maxLevelDistance * span);
  const min = Math.min(low, ...near);
  const max = Math.max(high, ...near);
  // A basis point, so that a level rate is not magnified, but less for prices of a fraction of a cent.
  const minMargin = Math.min(1e-4, Math.abs(max) / 2) || 1e-4;
  const margin =
    include.includes(0) && high > low ? 0 : Math.max((max - min) * 0.05, Math.abs(max) * 0.002, minMargin);
  const bottom = min < 0 ? min - margin : Math.max(0, min - margin);
  return nice(bottom, max + margin, 4);
}

export function paneHeight({ height = 268 }: ChartPane): number {
  return height;
}

export function offScaleText({ domain, series }: ChartPane, resolution: HistoryResolution): string {
  const [first] = series;
  if (domain === undefined || first === undefined) return "";
  const beyond = knownValues(series).filter((value) => value < domain[0] || value > domain[1]);
  if (beyond.length === 0) return "";
  const step = resolution === "1h" ? "hour" : "day";
  const steps = beyond.length === 1 ? `One ${step}` : `${formatCount(beyond.length).text} ${step}s`;
  const ends = new Set([Math.min(...beyond), Math.max(...beyond)].map(first.format));
  const where = `${ends.size === 1 ? "at" : "between"} ${[...ends].join(" and ")}`;
  return `${steps} ${where} ${beyond.length === 1 ? "is" : "are"} off the scale.`;
}

/** Starts of months if the time exceeds 100 days; otherwise at most eight midnights in UTC. */
export function timeTicks(from: number, to: number) {
  const days = (to - from) / dayMs;
  if (days > 100) {
    const first = new Date(from);
    const month = first.getUTCMonth() + 1;
    // A phone has no room for twelve months.
    const months = range(month, month + days / 28, days > 250 ? 2 : 1);
    const ticks = months.map((at) => Date.UTC(first.getUTCFullYear(), at, 1)).filter((time) => time <= to);
    return { by: "month", ticks } as const;
  }
  const every = Math.max(1, Math.ceil(days / 8));
  return { by: "day", ticks: range(Math.ceil(from / dayMs) * dayMs, to + 1, every * dayMs) } as const;
}
