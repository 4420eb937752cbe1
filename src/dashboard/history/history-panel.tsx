import { useMemo, useState, type ReactNode } from "react";
import type { HistoryPoint, HistoryResolution } from "../../contract/history.ts";
import { millis, ratio, resolutionMs, type Ratio } from "../../contract/units.ts";
import { ownAverages } from "../../finance/fade.ts";
import { realised } from "../../finance/realised.ts";
import { endOfPaid, historyWindow, type HistoryRangeId } from "../charts/chart-range.ts";
import {
  findGaps,
  seriesName,
  type ChartDot,
  type ChartLevel,
  type ChartPane,
  type ChartSeries,
} from "../charts/chart-series.ts";
import { TimeChart } from "../charts/time-chart.tsx";
import type { MarketRow } from "../data/markets/market-row.ts";
import { countOf, formatGrowth, formatRate, inWords } from "../format/number.ts";
import { formatDay, formatMoment } from "../format/time.ts";
import { quotedRate } from "../market/loops/leverage.ts";
import { marketName } from "../market/market-text.ts";
import { usePriceHistories, type PricePoint } from "../queries/assets.ts";
import { sourceNow, useDashboardConfig } from "../queries/configuration.ts";
import { useHistory } from "../queries/history.ts";
import {
  depositsLine,
  historyLines,
  measureNames,
  rateText,
  rateTick,
  usdTick,
  type HistoryEntry,
  type HistoryMeasure,
} from "./history-lines.ts";
import {
  averageSteps,
  extremes,
  pastRates,
  priceChange,
  rateDomain,
  toSeries,
  type Series,
  type SeriesPoint,
} from "./history-series.ts";
import { changeOver } from "./price/price-series.ts";
import { RealisedYields } from "./realised-yields.tsx";

/** The benchmark's name and its rate today. */
export interface BenchmarkLine {
  readonly name: string;
  readonly rate: Ratio;
}

interface HistoryPanelProps {
  /** Markets whose type has a rate. Memoized by the caller. */
  readonly rows: readonly MarketRow[];
  /** The index of each among compared markets, 0 to 7; absent for a single market. */
  readonly places?: readonly number[] | undefined;
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly measure?: HistoryMeasure;
  readonly choice?: ReactNode;
  readonly benchmark?: BenchmarkLine | undefined;
}

/** Markets of other types have no rate history. */
export function hasRateHistory(row: MarketRow): boolean {
  return row.kind !== "perpetual" && row.kind !== "prediction";
}

export function HistoryPanel({
  rows,
  places,
  range,
  onRange,
  measure = "rate",
  choice,
  benchmark,
}: HistoryPanelProps): ReactNode {
  const { source } = useDashboardConfig();
  const alone = places === undefined ? rows[0] : undefined;
  const { histories, loading, error, retry, span, liveAt, now } = usePast(rows, range);
  const { startTime, resolution } = span;
  const { prices } = usePriceHistories(
    rows.flatMap((row) => depositMint(row) ?? []),
    span,
  );
  const entries = useMemo(() => {
    const from = millis(startTime);
    const step = resolutionMs[resolution];
    const to = endOfPaid(now, resolution);
    return rows.map((row, index) => {
      const live = { time: liveAt, apy: row.depositApy, deposits: row.totalDepositUsd };
      const points = histories.get(row.id) ?? [];
      const series = toSeries(points, resolution, live);
      const paid =
        from === undefined || to === undefined
          ? undefined
          : realised({ points: pastRates(series), from, to, stepMs: step });
      const ofToken = tokenPriceChange(prices.get(depositMint(row) ?? ""), points, resolution);
      const price = ofToken ?? priceChange(points);
      const priceFrom = ofToken === undefined ? "totals" : "token";
      return { row, place: places?.[index], series, paid, price, priceFrom } as const;
    });
  }, [rows, places, histories, prices, resolution, startTime, now, liveAt]);
  const own = alone === undefined ? undefined : entries[0]?.series;
  const panes = useMemo(
    () => historyPanes(entries, alone, resolution, measure, benchmark),
    [entries, alone, resolution, measure, benchmark],
  );
  const names = entries.map(({ row, place }) => seriesName({ place, label: marketName(row) })).join("; ");
  const missing = own === undefined ? 0 : own.expected - own.observed;
  const known = error === undefined && entries.some(({ series }) => series.observed > 0);
  return (
    <TimeChart
      title={`${measureNames[measure]} of ${names}`}
      panes={panes}
      resolution={resolution}
      liveAt={entries.flatMap(({ series }) => series.points).find(({ live }) => live)?.time}
      summary={alone === undefined || own === undefined ? "" : summary(own, alone, range, benchmark)}
      loading={loading}
      what="history"
      error={error}
      onRetry={retry}
      empty={{
        heading: `No history in the last ${range}`,
        text: `The service has no rates of ${rows.length === 1 ? "this market" : "these markets"} for these days. A longer range may have some.`,
      }}
      panel={{
        heading: measureNames[measure],
        legend: alone === undefined ? null : <Legend row={alone} benchmark={benchmark} />,
        note: `${resolution === "1h" ? "hourly" : "daily"}, resampled${missing > 0 ? `, ${countOf(missing, resolution === "1h" ? "hour" : "day")} without data` : ""}`,
        tools: choice,
        range,
        onRange,
        file: {
          subject: alone?.id ?? "compare",
          caption: `${measureNames[measure]}, ${range}, ${formatMoment(liveAt)}, ${source.label}: ${names}`,
          about: [
            ...(alone === undefined
              ? []
              : ([
                  ["id", alone.id],
                  ["market", names],
                ] as const)),
            ["source", source.label],
            ["resolution", resolution],
          ],
        },
      }}
    >
      {known ? (
        <RealisedYields entries={entries} range={range} />
      ) : alone === undefined || !loading ? null : (
        // Reserves the height of the realized yields, so that nothing below moves.
        <div className="h-[150px] max-md:h-[222px]" />
      )}
    </TimeChart>
  );
}

/**
 * The lines, and for a single market its averages, today's base rate, the benchmark, and its deposits below. Today's rate alone
 * is no history.
 */
export function historyPanes(
  entries: readonly HistoryEntry[],
  alone: MarketRow | undefined,
  resolution: HistoryResolution,
  measure: HistoryMeasure,
  benchmark: BenchmarkLine | undefined,
): readonly ChartPane[] {
  if (entries.every(({ series }) => series.observed === 0)) return [{ series: [], tick: rateTick }];
  const lines = historyLines(entries, resolution, measure);
  const own = alone === undefined ? undefined : entries[0]?.series;
  const last = own?.points.at(-1);
  if (measure === "growth") return [growthPane(lines)];
  const [line] = lines;
  if (alone === undefined || own === undefined || last === undefined || line === undefined)
    return [ratePane(lines)];
  const averages = ownAverages(alone);
  const base = baseApart(alone);
  // A loop's averages are of its net rate, which is no base rate.
  const colour = averages.kind === "base" ? "var(--base)" : "var(--control)";
  const levels: readonly ChartLevel[] = [
    ...averageSteps(averages, own.points[0]?.time ?? 0, last.time, colour),
    ...(benchmark === undefined
      ? []
      : [{ value: benchmark.rate, label: `benchmark ${rateText(benchmark.rate)}`, dash: "4 3" }]),
  ];
  const dots = [
    ...(last.live && last.apy !== undefined ? [{ at: last.time, value: last.apy }] : []),
    ...(base === undefined || !last.live
      ? []
      : [{ at: last.time, value: base, colour: "var(--base)", end: `${rateText(base)} base` }]),
  ];
  // Only a last point that is now is labelled.
  const end = {
    text: last.live && last.apy !== undefined ? rateText(last.apy) : "",
    detail: last.live ? "now" : "",
  };
  const rates = ratePane([{ ...line, end }], levels, dots);
  if (own.points.every(({ deposits }) => deposits === undefined)) return [rates];
  const deposits = depositsLine(own);
  return [rates, { series: [deposits], height: 104, include: [0], tick: usdTick }];
}

export function ratePane(
  series: readonly ChartSeries[],
  levels: readonly ChartLevel[] = [],
  dots: readonly ChartDot[] = [],
): ChartPane {
  const marks = [...levels, ...dots].map(({ value }) => value);
  return { series, levels, dots, domain: rateDomain(series, marks), tick: rateTick };
}

function growthPane(series: readonly ChartSeries[]): ChartPane {
  return { series, include: [1], tick: (value) => inWords(formatGrowth(value, "")) };
}

/** The token whose price converts deposits to dollars; a loop also owes another one, so its own totals decide. */
function depositMint({ kind, tokens: [token] }: MarketRow): string | undefined {
  return kind === "loop" ? undefined : token?.address;
}

/** The token's price change between the first and the last point of a market's history. */
function tokenPriceChange(
  prices: readonly PricePoint[] | undefined,
  points: readonly HistoryPoint[],
  resolution: HistoryResolution,
): Ratio | undefined {
  const times = points.map(({ timestamp }) => Date.parse(timestamp)).filter((time) => !Number.isNaN(time));
  if (prices === undefined || times.length === 0) return undefined;
  return changeOver(prices, Math.min(...times), Math.max(...times), resolution);
}

/** The histories of a range that ends now. Later renders repeat the same request. */
function usePast(rows: readonly MarketRow[], range: HistoryRangeId) {
  const config = useDashboardConfig();
  const [openedAt] = useState(() => sourceNow(config));
  const liveAt = rows[0]?.readAt ?? openedAt;
  const now = Math.max(openedAt, liveAt);
  const span = historyWindow(range, now);
  const past = useHistory(
    rows.map(({ id }) => id),
    span,
  );
  return { ...past, span, liveAt, now };
}

/** The lines around a market's own, each with its mark. */
function Legend({
  row,
  benchmark,
}: Pick<HistoryPanelProps, "benchmark"> & { readonly row: MarketRow }): ReactNode {
  const { d30, d90, d180, kind } = ownAverages(row);
  const [average, averages] =
    kind === "base"
      ? ["h-[3px] bg-base forced-color-adjust-none", "base, average of each window"]
      : ["h-[3px] bg-control forced-color-adjust-none", "average of each window"];
  const entries = [
    ["h-0 border-t-[1.5px] border-text", row.kind === "loop" ? "net rate" : "with rewards"],
    [average, d30 === undefined && d90 === undefined && d180 === undefined ? undefined : averages],
    [
      "h-0 border-t border-dashed border-text2",
      benchmark === undefined ? undefined : `benchmark now, ${benchmark.name}`,
    ],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {entries.map(([mark, text]) =>
        text === undefined ? null : (
          <li key={mark} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`w-3.5 ${mark}`} />
            {text}
          </li>
        ),
      )}
    </ul>
  );
}

/** Today's base rate where it differs from the rate with rewards. */
function baseApart({ baseDepositApy, depositApy }: MarketRow): Ratio | undefined {
  return baseDepositApy === depositApy ? undefined : baseDepositApy;
}

function whenOf(point: SeriesPoint): string {
  return point.live ? "now" : `on ${formatDay(point.time)}`;
}

function summary(series: Series, row: MarketRow, range: HistoryRangeId, benchmark?: BenchmarkLine): string {
  const found = extremes(series);
  if (found === undefined) return "No rate is known for these days.";
  const { low, high } = found;
  const base = baseApart(row);
  const points = series.points.map(({ time, apy }) => ({ at: time, value: apy }));
  const gaps = findGaps(
    [{ points }],
    series.points.map(({ time }) => time),
  ).length;
  return [
    `Over the last ${range} between ${inWords(formatRate(ratio(low.apy)))} (${whenOf(low)}) and ${inWords(formatRate(ratio(high.apy)))} (${whenOf(high)}), now ${quotedRate(row) ?? "not known"}.`,
    base === undefined ? "" : `The base rate is ${formatRate(base).text} now.`,
    benchmark === undefined
      ? ""
      : `The benchmark, ${benchmark.name}, pays ${formatRate(benchmark.rate).text} now.`,
    gaps === 0 ? "" : `${countOf(gaps, "stretch has", "stretches have")} no data.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
