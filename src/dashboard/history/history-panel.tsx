// The panel of a market's past: the choice of range, the chart in its own chunk, what the past has paid, and the same points as
// text. A request or a chart that fails leaves a sentence and a button in its place.
import { useId, useMemo, useRef, useState, type ReactNode } from "react";
import { millis, ratio, usd, type Ratio } from "../../contract/units.ts";
import type { HistoryResolution } from "../../contract/history.ts";
import { realised, type Realised } from "../../finance/realised.ts";
import type { LoadError } from "../data/markets/markets-client.ts";
import { sourceNow, useDashboardConfig } from "../data/markets/dashboard-config.ts";
import { useHistory } from "../data/history/history-query.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatCount, formatGrowth, formatRate, formatShare, formatUsd, inWords } from "../format/number.ts";
import { formatDay, formatMoment } from "../format/time.ts";
import { Button } from "../ui/fields/button.tsx";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { useIsPhone } from "../ui/page/media-query.ts";
import { NumberText } from "../ui/marks/number-text.tsx";
import { Segmented } from "../ui/fields/segmented.tsx";
import { ChartDownloads } from "./chart-downloads.tsx";
import { averageSteps, ownAverages } from "./history-averages.ts";
import { historyRangeIds, historyWindow, hourMs, stepMs, type HistoryRangeId } from "./history-range.ts";
import { PointsTable } from "./points-table.tsx";
import { extremes, pastRates, toSeries, type Series, type SeriesPoint } from "./history-series.ts";

export interface HistoryPanelProps {
  readonly row: MarketRow;
  /** What the market is called in sentences. */
  readonly name: string;
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly sourceLabel: string;
  /** The market this one is measured against and its rate now. */
  readonly benchmark: { readonly name: string; readonly rate: Ratio } | undefined;
}

const rangeOptions = historyRangeIds.map((id) => ({ value: id, label: id }));

/** Markets of these types have no rate, so they have no past of one. */
export function hasRateHistory(row: MarketRow): boolean {
  return row.kind !== "perpetual" && row.kind !== "prediction";
}

export function HistoryPanel({
  row,
  name,
  range,
  onRange,
  sourceLabel,
  benchmark,
}: HistoryPanelProps): ReactNode {
  const headingId = useId();
  // The hour the panel was opened in, so that looking again asks the same question.
  const config = useDashboardConfig();
  const [openedAt] = useState(() => sourceNow(config));
  // Where the source's clock stands still, its markets are of that moment, whenever they were read.
  const liveAt = config.source.frozenAt === undefined ? row.readAt : openedAt;
  const now = Math.max(openedAt, liveAt);
  const span = historyWindow(range, Math.floor(now / hourMs) * hourMs);
  const { histories, loading, error, retry } = useHistory([row.id], span);
  const points = histories.get(row.id);
  const { startTime, resolution } = span;
  const series = useMemo(
    () =>
      toSeries(points ?? [], resolution, {
        time: liveAt,
        apy: row.depositApy,
        deposits: row.totalDepositUsd,
      }),
    [points, resolution, liveAt, row.depositApy, row.totalDepositUsd],
  );
  const paid = useMemo(
    () => paidOver(series, resolution, startTime, now),
    [series, resolution, startTime, now],
  );
  const missing = series.expected - series.observed;
  const chartBox = useRef<HTMLDivElement | null>(null);

  return (
    <section aria-labelledby={headingId} className="rounded-panel border border-line2 bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={headingId} className="font-semibold">
          Deposit APY
        </h2>
        <Legend row={row} benchmark={benchmark} />
        <p className="ml-auto text-small text-text3">
          {resolution === "1h" ? "hourly" : "daily"}, resampled
          {missing > 0
            ? `, ${formatCount(missing).text} ${resolution === "1h" ? "hour" : "day"}${missing === 1 ? "" : "s"} without data`
            : ""}
        </p>
        <Segmented label="Range" options={rangeOptions} value={range} onChange={onRange} />
      </header>
      <div ref={chartBox} className="px-2 pt-3 pb-1 md:px-3">
        <ChartOrReason
          key={range}
          row={row}
          name={name}
          benchmark={benchmark}
          series={series}
          resolution={resolution}
          range={range}
          loading={loading}
          error={error}
          onRetry={retry}
        />
      </div>
      {series.observed === 0 || error !== undefined ? null : (
        <>
          <Paid paid={paid} range={range} />
          <footer className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-2">
            <PointTable series={series} resolution={resolution} name={name} />
            <ChartExport
              row={row}
              name={name}
              series={series}
              resolution={resolution}
              range={range}
              sourceLabel={sourceLabel}
              box={() => chartBox.current}
            />
          </footer>
        </>
      )}
    </section>
  );
}

function Legend({ row, benchmark }: Pick<HistoryPanelProps, "row" | "benchmark">): ReactNode {
  const { d30, d90, d180, kind } = ownAverages(row);
  const given = d30 !== undefined || d90 !== undefined || d180 !== undefined;
  return (
    <ul className="flex flex-wrap gap-x-4 text-small text-text2">
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="h-0 w-3.5 border-t-[1.5px] border-text" />
        {row.kind === "loop" ? "net rate" : "with rewards"}
      </li>
      {given ? (
        <li className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={`h-[3px] w-3.5 ${kind === "base" ? "bg-base" : "bg-control"} forced-color-adjust-none`}
          />
          {kind === "base" ? "base, average of each window" : "average of each window"}
        </li>
      ) : null}
      {benchmark === undefined ? null : (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0 w-3.5 border-t border-dashed border-text2" />
          benchmark now, {benchmark.name}
        </li>
      )}
    </ul>
  );
}

function paidOver(
  series: Series,
  resolution: HistoryResolution,
  from: number,
  to: number,
): Realised | undefined {
  const start = millis(from);
  const end = millis(to);
  if (start === undefined || end === undefined) return undefined;
  return realised({ points: pastRates(series), from: start, to: end, stepMs: stepMs(resolution) });
}

interface ChartOrReasonProps extends Pick<HistoryPanelProps, "benchmark"> {
  readonly row: MarketRow;
  readonly name: string;
  readonly series: Series;
  readonly resolution: HistoryResolution;
  readonly range: HistoryRangeId;
  readonly loading: boolean;
  readonly error: LoadError | undefined;
  readonly onRetry: () => void;
}

const chartRoom = "min-h-[372px]";

const historyChart = lazyPart(
  async () => (await import("./history-chart.tsx")).HistoryChart,
  <Skeleton />,
  (retry) => (
    <Reason
      heading="The chart could not be drawn"
      text="The points are in the table below, and everything else on this page stands."
      onRetry={retry}
    />
  ),
);

function ChartOrReason(props: ChartOrReasonProps): ReactNode {
  const { row, name, benchmark, series, resolution, range, loading, error, onRetry } = props;
  const narrow = useIsPhone();
  if (error !== undefined)
    return (
      <Reason
        heading="The history could not be loaded"
        text={`${error.message} Everything else on this page stands.`}
        onRetry={onRetry}
      />
    );
  if (loading) return <Skeleton />;
  if (series.observed === 0)
    return (
      <Reason
        heading={`No history in the last ${range}`}
        text="The service has no rates of this market for these days. A longer range may have some."
      />
    );
  const averages = ownAverages(row);
  const title = `Deposit APY of ${name}`;
  const said = summary(series, row, range, benchmark);
  return (
    <>
      <historyChart.Part
        title={title}
        description={said}
        series={series}
        resolution={resolution}
        averages={averageSteps(
          averages,
          series.points[0]?.time ?? 0,
          series.points.at(-1)?.time ?? row.readAt,
        )}
        averagesAreBase={averages.kind === "base"}
        baseNow={row.baseDepositApy === row.depositApy ? undefined : row.baseDepositApy}
        benchmark={benchmark?.rate}
        narrow={narrow}
      />
      <p className="px-2 pt-2 text-small text-text2">{said}</p>
    </>
  );
}

function Skeleton(): ReactNode {
  return (
    <div className={`${chartRoom} flex items-center justify-center`}>
      <p className="text-text3">Loading the history…</p>
    </div>
  );
}

function Reason({
  heading,
  text,
  onRetry,
}: {
  readonly heading: string;
  readonly text: string;
  readonly onRetry?: () => void;
}): ReactNode {
  return (
    <div className={`${chartRoom} flex flex-col items-start justify-center gap-2 px-4`}>
      <h3 className="font-semibold">{heading}</h3>
      <p className="max-w-[60ch] text-text2">{text}</p>
      {onRetry === undefined ? null : <Button onClick={onRetry}>Retry</Button>}
    </div>
  );
}

function whenOf(point: SeriesPoint): string {
  return point.live ? "now" : `on ${formatDay(point.time)}`;
}

/** What the chart shows, in two sentences. */
function summary(
  series: Series,
  row: MarketRow,
  range: HistoryRangeId,
  benchmark: HistoryPanelProps["benchmark"],
): string {
  const found = extremes(series);
  if (found === undefined) return "No rate is known for these days.";
  const { low, high } = found;
  const words = [
    `Over the last ${range} between ${inWords(formatRate(ratio(low.apy)))} (${whenOf(low)}) and ${inWords(formatRate(ratio(high.apy)))} (${whenOf(high)}), now ${inWords(formatRate(row.depositApy))}.`,
  ];
  if (row.baseDepositApy !== undefined && row.baseDepositApy !== row.depositApy)
    words.push(`The base rate is ${formatRate(row.baseDepositApy).text} now.`);
  if (benchmark !== undefined)
    words.push(`The benchmark, ${benchmark.name}, pays ${formatRate(benchmark.rate).text} now.`);
  const gaps = series.gaps.length;
  if (gaps > 0)
    words.push(`${formatCount(gaps).text} ${gaps === 1 ? "stretch has" : "stretches have"} no data.`);
  return words.join(" ");
}

/** What holding through the range has paid, beside the mean that overstates it. */
function Paid({
  paid,
  range,
}: {
  readonly paid: Realised | undefined;
  readonly range: HistoryRangeId;
}): ReactNode {
  if (paid === undefined) return null;
  const figures: readonly { readonly label: string; readonly value: ReactNode; readonly help: string }[] = [
    {
      label: "$1 became",
      value: <NumberText value={formatGrowth(paid.growth)} />,
      help: "Over the observed steps alone: each rate y pays (1 + y)^(step / year).",
    },
    {
      label: "Realised APY",
      value: <NumberText value={formatRate(paid.apy)} />,
      help: "The yearly yield that would have paid the same: e^(mean of ln(1 + y)) − 1.",
    },
    {
      label: "Arithmetic mean",
      value: <NumberText value={formatRate(paid.meanApy)} />,
      help: "The plain mean of the rates. It is never under the realised APY.",
    },
    {
      label: "Coverage",
      value: <NumberText value={formatShare(paid.coverage)} />,
      help: `How much of the ${range} has a known rate.`,
    },
  ];
  return (
    <div className="border-t border-line px-4 py-2.5">
      <h3 className="text-small font-semibold">What the last {range} have paid</h3>
      <dl className="mt-1 grid grid-cols-2 gap-x-6 gap-y-1 md:grid-cols-4">
        {figures.map(({ label, value, help }) => (
          <div key={label} title={help}>
            <dt className="text-tiny text-text3">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {paid.enough ? null : (
        <p className="mt-1 text-small text-text2">
          Too little is known of these days to call it a result: at least 14 points and 80 % of the time are
          needed.
        </p>
      )}
    </div>
  );
}

function PointTable({
  series,
  resolution,
  name,
}: {
  readonly series: Series;
  readonly resolution: HistoryResolution;
  readonly name: string;
}): ReactNode {
  return (
    <PointsTable
      count={series.points.length}
      caption={`Deposit APY and deposits of ${name}, newest first`}
      width="max-w-xl"
      columns={
        <>
          <th scope="col" className="px-3 py-1 text-right font-medium">
            Deposit APY
          </th>
          <th scope="col" className="px-3 py-1 text-right font-medium">
            Deposits
          </th>
        </>
      }
      rows={() =>
        series.points.toReversed().map((point) => (
          <tr key={point.time} className="border-t border-line">
            <th scope="row" className="px-3 py-0.5 text-left font-normal">
              {point.live ? "Now" : resolution === "1h" ? formatMoment(point.time) : formatDay(point.time)}
            </th>
            <td className="px-3 py-0.5 text-right">
              {point.apy === null ? (
                <span className="text-text3">no data</span>
              ) : (
                inWords(formatRate(ratio(point.apy)))
              )}
            </td>
            <td className="px-3 py-0.5 text-right">
              {point.deposits === null ? (
                <span className="text-text3">no data</span>
              ) : (
                inWords(formatUsd(usd(point.deposits)))
              )}
            </td>
          </tr>
        ))
      }
    />
  );
}

function ChartExport({
  row,
  name,
  series,
  resolution,
  range,
  sourceLabel,
  box,
}: {
  readonly row: MarketRow;
  readonly name: string;
  readonly series: Series;
  readonly resolution: HistoryResolution;
  readonly range: HistoryRangeId;
  readonly sourceLabel: string;
  readonly box: () => HTMLElement | null;
}): ReactNode {
  return (
    <ChartDownloads
      box={box}
      subject={row.id}
      range={range}
      caption={() => `Deposit APY of ${name}, ${range}, ${formatMoment(row.readAt)}, ${sourceLabel}`}
      count={series.points.length}
      csv={async () => {
        const { seriesToCsv } = await import("./chart-export.ts");
        return seriesToCsv(series, { id: row.id, name, source: sourceLabel, resolution });
      }}
    />
  );
}
