// The past of one market, or of two to eight that are compared: the choice of range, the chart in its own chunk, what the
// past has paid, and the same points as text. A request or a chart that fails leaves a sentence and a button in its place.
import { useMemo, useRef, useState, type ComponentType, type ReactNode } from "react";
import { millis, ratio, resolutionMs, type Ratio } from "../../contract/units.ts";
import { ownAverages } from "../../finance/fade.ts";
import { realised } from "../../finance/realised.ts";
import { sourceNow, useDashboardConfig } from "../queries/configuration.ts";
import type { HistoryPoint, HistoryResolution } from "../../contract/history.ts";
import { usePriceHistories, type PricePoint } from "../queries/assets.ts";
import { useHistory } from "../queries/history.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { countOf, formatRate, inWords } from "../format/number.ts";
import { formatDay, formatMoment } from "../format/time.ts";
import { marketName } from "../market/market-text.ts";
import { Panel } from "../ui/panel/panel.tsx";
import { lazyPart, type LazyPart } from "../ui/page/lazy-part.tsx";
import { useIsPhone } from "../ui/page/media-query.ts";
import { Segmented } from "../ui/fields/segmented.tsx";
import { ChartDownloads } from "./chart-downloads.tsx";
import type { HistoryChartProps } from "./history-chart.tsx";
import { historyGrid, measureNames, offScaleText, withLetter, type HistoryMeasure } from "./history-lines.ts";
import { endOfPaid, historyRangeIds, historyWindow, type HistoryRangeId } from "./history-range.ts";
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
import { PointsTable } from "./points-table.tsx";
import { RealisedYields } from "./realised-yields.tsx";
import type { Surroundings } from "./surroundings.tsx";
import { quotedRate } from "../market/loops/leverage.ts";
import { Problem } from "../ui/marks/problem.tsx";

/** The market that others are measured against: its name and its rate now. */
export interface BenchmarkLine {
  readonly name: string;
  readonly rate: Ratio;
}

interface HistoryPanelProps {
  /** Markets whose type has a rate. Kept as long as their readings stay the same. */
  readonly rows: readonly MarketRow[];
  /** Where each stands among compared markets, from 0 to 7; absent where one market stands alone. */
  readonly places?: readonly number[] | undefined;
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly measure?: HistoryMeasure;
  readonly choice?: ReactNode;
  readonly benchmark?: BenchmarkLine | undefined;
}

export const rangeOptions = historyRangeIds.map((id) => ({ value: id, label: id }));

export function RangeChoice({ range, onRange }: Pick<HistoryPanelProps, "range" | "onRange">): ReactNode {
  return <Segmented label="History range" options={rangeOptions} value={range} onChange={onRange} />;
}

/** Markets of these types have no rate, so they have no past of one. */
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
  const narrow = useIsPhone();
  const chartBox = useRef<HTMLDivElement | null>(null);
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
  const grid = useMemo(() => historyGrid(entries, resolution, measure), [entries, resolution, measure]);
  const names = entries.map(({ row, place }) => withLetter(place, marketName(row))).join("; ");
  const title = `${measureNames[measure]} of ${names}`;
  const own = alone === undefined ? undefined : entries[0]?.series;
  const missing = own === undefined ? 0 : own.expected - own.observed;
  const said =
    alone === undefined || own === undefined
      ? "The same values are in the table after the chart."
      : summary(own, alone, range, benchmark);
  const about =
    alone === undefined
      ? []
      : ([
          ["id", alone.id],
          ["market", names],
        ] as const);
  const around = alone === undefined || own === undefined ? undefined : surroundings(alone, own, benchmark);
  const domain = rateDomain(
    grid.lines.map(({ values }) => values),
    [...(around?.averages ?? []).map(({ value }) => value), around?.baseNow, around?.benchmark],
  );
  const beyond = measure === "rate" ? offScaleText(grid, domain) : "";
  const known = error === undefined && entries.some(({ series }) => series.observed > 0);

  return (
    <Panel
      heading={measureNames[measure]}
      description={alone === undefined ? undefined : <Legend row={alone} benchmark={benchmark} />}
      actions={
        <>
          <p className="text-small text-text3">
            {resolution === "1h" ? "hourly" : "daily"}, resampled
            {missing > 0 ? `, ${countOf(missing, resolution === "1h" ? "hour" : "day")} without data` : ""}
          </p>
          {choice}
          <RangeChoice range={range} onRange={onRange} />
        </>
      }
    >
      <div
        ref={chartBox}
        className={`px-2 pt-3 pb-1 md:px-3 ${alone?.totalDepositUsd === undefined ? "[--room:268px]" : "[--room:372px]"}`}
      >
        {error !== undefined ? (
          <Problem size="part" title="The history could not be loaded" error={error} retry={retry} />
        ) : loading ? (
          <>
            <Waiting />
            {/* Room for what the past has paid, so that what follows the panel does not move. */}
            {alone === undefined ? null : <div className="h-[150px] max-md:h-[222px]" />}
          </>
        ) : !known ? (
          <Reason heading={`No history in the last ${range}`}>
            The service has no rates of {rows.length === 1 ? "this market" : "these markets"} for these days.
            A longer range may have some.
          </Reason>
        ) : (
          <>
            <historyChart.Part
              key={`${range} ${measure}`}
              title={title}
              description={said}
              grid={grid}
              measure={measure}
              domain={domain}
              around={around}
              narrow={narrow}
            />
            {alone === undefined && beyond === "" ? null : (
              <p className="px-2 pt-2 text-small text-text2">
                {[alone === undefined ? "" : said, beyond].filter((sentence) => sentence !== "").join(" ")}
              </p>
            )}
          </>
        )}
      </div>
      {known ? (
        <>
          <RealisedYields entries={entries} range={range} />
          <footer className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-2">
            <PointsTable title={title} grid={grid} />
            <ChartDownloads
              box={() => chartBox.current}
              subject={alone?.id ?? "compare"}
              range={range}
              caption={`${measureNames[measure]}, ${range}, ${formatMoment(liveAt)}, ${source.label}: ${names}`}
              grid={grid}
              about={[...about, ["source", source.label], ["resolution", resolution]]}
            />
          </footer>
        </>
      ) : null}
    </Panel>
  );
}

/** The token whose price makes dollars of a deposit; a loop owes another beside it, so its own totals are asked. */
function depositMint({ kind, tokens: [token] }: MarketRow): string | undefined {
  return kind === "loop" ? undefined : token?.address;
}

/** How far a token's price went between the first and the last point of a market's history. */
function tokenPriceChange(
  prices: readonly PricePoint[] | undefined,
  points: readonly HistoryPoint[],
  resolution: HistoryResolution,
): Ratio | undefined {
  const times = points.map(({ timestamp }) => Date.parse(timestamp)).filter((time) => !Number.isNaN(time));
  if (prices === undefined || times.length === 0) return undefined;
  return changeOver(prices, Math.min(...times), Math.max(...times), resolution);
}

/** The histories of a range that ends now, and when that is. Looking again asks the same question. */
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

/** A chart in its own chunk. @param load as of `lazyPart` */
export function lazyChart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(load, <Waiting />, (retry) => (
    <Problem size="part" title="The chart could not be drawn" error={{ kind: "not-fetched" }} retry={retry}>
      The points are in the table below.
    </Problem>
  ));
}

export const historyChart = lazyChart<HistoryChartProps>(
  async () => (await import("./history-chart.tsx")).HistoryChart,
);

/** As high as the chart to come. */
export function Waiting(): ReactNode {
  return <p className="flex min-h-(--room) items-center justify-center text-text3">Loading the history…</p>;
}

/** Why there is no chart although nothing failed. */
export function Reason({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="flex min-h-(--room) flex-col items-start justify-center gap-2 px-4">
      <h3 className="font-semibold">{heading}</h3>
      <p className="max-w-[60ch] text-text2">{children}</p>
    </div>
  );
}

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

function surroundings(row: MarketRow, { points, gaps }: Series, benchmark?: BenchmarkLine): Surroundings {
  const averages = ownAverages(row);
  return {
    gaps,
    averages: averageSteps(averages, points[0]?.time ?? 0, points.at(-1)?.time ?? row.readAt),
    averagesAreBase: averages.kind === "base",
    baseNow: baseApart(row),
    benchmark: benchmark?.rate,
  };
}

/** The base rate of now where it is told apart from the rate with rewards. */
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
  const gaps = series.gaps.length;
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
