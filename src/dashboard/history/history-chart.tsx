// The past of one market: its rate, and under it its deposits. Recharts lives in this lazy chunk and in compare-chart.
import { useId, type ReactNode } from "react";
import {
  Area,
  AreaChart,
  Brush,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { ratio, usd } from "../../contract/units.ts";
import type { HistoryResolution } from "../../contract/history.ts";
import { formatRate, formatUsd, inWords } from "../format/number.ts";
import { formatAxisTime, formatDay, formatMoment } from "../format/time.ts";
import { dayMs } from "./history-range.ts";
import { rateDomain, rateTicks, timeTicks, type Series, type SeriesPoint } from "./history-series.ts";

/** A stretch of time with the average over it: drawn as one step. Times in milliseconds, value a fraction. */
export interface AverageStep {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly label: string;
}

export interface HistoryChartProps {
  /** What the line is, for its accessible name: "Deposit APY of USDS, Kamino · Main Market". */
  readonly title: string;
  readonly description: string;
  readonly series: Series;
  readonly resolution: HistoryResolution;
  readonly averages: readonly AverageStep[];
  /** Averages of a base rate are drawn in the base colour; those of a loop's net rate in grey, because they are not base. */
  readonly averagesAreBase: boolean;
  /** The base rate of now, a fraction; only where it is told apart from the rate with rewards. */
  readonly baseNow: number | undefined;
  /** The rate of now of the market this one is measured against, a fraction. */
  readonly benchmark: number | undefined;
  /** No room for words at the ends of the lines. */
  readonly narrow: boolean;
}

const axisText = { fill: "var(--text3)", fontSize: 11 };
const rateHeight = 268;
const depositsHeight = 104;
/** A halo of the surface keeps words readable where a line runs under them. */
const halo = { stroke: "var(--surface)", strokeWidth: 4, style: { paintOrder: "stroke" } } as const;

/** The visible form of a moment: hours matter only when the points are hourly. */
function momentOf(resolution: HistoryResolution): (time: number) => string {
  return resolution === "1h" ? formatMoment : formatDay;
}

// A tick is one word: the chart library breaks lines at plain spaces.
function usdTick(value: number): string {
  return inWords(formatUsd(usd(value), "short"));
}

function rateTick(value: number): string {
  return inWords(formatRate(ratio(value), "short"));
}

export function HistoryChart(props: HistoryChartProps): ReactNode {
  const { title, description, series, resolution, averages, averagesAreBase, baseNow, benchmark, narrow } =
    props;
  const syncId = useId();
  const moment = momentOf(resolution);
  const first = series.points[0];
  const last = series.points.at(-1);
  if (first === undefined || last === undefined) return null;

  // The brush announces its ends by name.
  const data = series.points.map((point) => ({ ...point, name: moment(point.time) }));
  const domain = rateDomain([
    ...series.points.map((point) => point.apy),
    ...averages.map((step) => step.value),
    baseNow,
    benchmark,
  ]);
  const averageColour = averagesAreBase ? "var(--base)" : "var(--control)";
  const hasDeposits = series.points.some((point) => point.deposits !== null);
  const margin = { top: 12, right: narrow ? 14 : 92, bottom: 0, left: 0 };
  const rateWidth = narrow ? 48 : 52;
  const { by, ticks } = timeTicks(first.time, last.time);
  const time = {
    dataKey: "time",
    type: "number" as const,
    scale: "time" as const,
    domain: ["dataMin", "dataMax"] as const,
    ticks,
    minTickGap: 16,
    tickFormatter: (value: number) => formatAxisTime(value, by),
    tickLine: false,
    axisLine: { stroke: "var(--line2)" },
    tick: axisText,
  };
  // Two words at the end of the lines need this much between them.
  const roomForBase =
    last.apy === null ||
    baseNow === undefined ||
    (Math.abs(last.apy - baseNow) / (domain[1] - domain[0])) * rateHeight > 30;
  const brush = (
    <Brush
      dataKey="name"
      height={24}
      travellerWidth={12}
      tickFormatter={() => ""}
      stroke="var(--control)"
      fill="var(--surface)"
      ariaLabel="Part of the time that is shown"
    />
  );

  return (
    <div>
      <LineChart
        responsive
        style={{ width: "100%", height: rateHeight }}
        data={data}
        margin={margin}
        syncId={syncId}
        title={title}
        desc={description}
      >
        <CartesianGrid stroke="var(--line)" />
        <XAxis {...time} domain={["dataMin", "dataMax"]} height={24} />
        <YAxis
          width={rateWidth}
          domain={[domain[0], domain[1]]}
          ticks={rateTicks(domain)}
          tickFormatter={rateTick}
          tick={axisText}
          tickLine={false}
          axisLine={false}
        />
        {series.gaps.map((gap) => (
          <ReferenceArea
            key={gap.from}
            x1={gap.from}
            x2={gap.to}
            fill="var(--track)"
            fillOpacity={0.6}
            label={{
              value: "no data",
              position: "insideBottom",
              fill: "var(--text3)",
              fontSize: 11,
              ...halo,
            }}
          />
        ))}
        {domain[0] < 0 ? <ReferenceLine y={0} stroke="var(--line2)" /> : null}
        {averages.map((step) => (
          <ReferenceLine
            key={step.label}
            segment={[
              { x: Math.max(step.from, first.time), y: step.value },
              { x: Math.min(step.to, last.time), y: step.value },
            ]}
            stroke={averageColour}
            strokeWidth={3}
            {...(narrow
              ? {}
              : {
                  label: {
                    value: step.label,
                    // The newest window is short and ends where the rate of now is written.
                    position:
                      step.to >= last.time - dayMs ? ("insideTopRight" as const) : ("insideTopLeft" as const),
                    fill: "var(--text2)",
                    fontSize: 11,
                    ...halo,
                  },
                })}
          />
        ))}
        {benchmark === undefined ? null : (
          <ReferenceLine
            y={benchmark}
            stroke="var(--text2)"
            strokeWidth={1}
            strokeDasharray="4 3"
            label={{
              value: `benchmark ${inWords(formatRate(ratio(benchmark)))}`.replaceAll(" ", "\u00A0"),
              position: "insideBottomLeft",
              fill: "var(--text2)",
              fontSize: 11,
              ...halo,
            }}
          />
        )}
        <Line
          dataKey="apy"
          name="Deposit APY"
          type="linear"
          stroke="var(--text)"
          strokeWidth={1.5}
          dot={false}
          activeDot={{ r: 4, stroke: "var(--text)", strokeWidth: 2, fill: "var(--surface)" }}
          connectNulls={false}
          isAnimationActive={false}
        />
        {last.live && last.apy !== null ? (
          <ReferenceDot
            x={last.time}
            y={last.apy}
            r={4}
            fill="var(--text)"
            stroke="none"
            {...(narrow
              ? {}
              : { label: endLabel(`${inWords(formatRate(ratio(last.apy)))} now`, "var(--text)") })}
          />
        ) : null}
        {last.live && baseNow !== undefined ? (
          <ReferenceDot
            x={last.time}
            y={baseNow}
            r={3.5}
            fill="var(--base)"
            stroke="none"
            {...(narrow || !roomForBase
              ? {}
              : { label: endLabel(`${inWords(formatRate(ratio(baseNow)))} base`, "var(--text2)") })}
          />
        ) : null}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--text3)", strokeDasharray: "3 3" }}
          content={({ payload }) => <PointFacts point={pointOf(payload)} resolution={resolution} />}
        />
        {hasDeposits ? null : brush}
      </LineChart>
      {hasDeposits ? (
        <AreaChart
          responsive
          style={{ width: "100%", height: depositsHeight }}
          data={data}
          margin={{ ...margin, top: 6 }}
          syncId={syncId}
          accessibilityLayer={false}
        >
          <XAxis {...time} domain={["dataMin", "dataMax"]} height={6} tick={false} />
          <YAxis
            width={rateWidth}
            domain={[0, "auto"]}
            tickCount={2}
            tickFormatter={usdTick}
            tick={axisText}
            tickLine={false}
            axisLine={false}
          />
          <Area
            dataKey="deposits"
            name="Deposits"
            type="linear"
            stroke="var(--text2)"
            strokeWidth={1}
            fill="var(--track)"
            fillOpacity={0.7}
            connectNulls={false}
            isAnimationActive={false}
          />
          {last.deposits === null || narrow ? null : (
            <ReferenceDot
              x={last.time}
              y={last.deposits}
              r={0}
              label={endLabel(`${inWords(formatUsd(usd(last.deposits)))} in`, "var(--text2)")}
            />
          )}
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--text3)", strokeDasharray: "3 3" }}
            content={() => null}
          />
          {brush}
        </AreaChart>
      ) : null}
    </div>
  );
}

function endLabel(value: string, fill: string) {
  return { value, position: "right" as const, fill, fontSize: 11, fontWeight: 600, offset: 8 };
}

function pointOf(payload: readonly { readonly payload?: unknown }[] | undefined): SeriesPoint | undefined {
  const point = payload?.[0]?.payload;
  return isSeriesPoint(point) ? point : undefined;
}

// The chart library hands back the datum it was given, typed as anything.
function isSeriesPoint(value: unknown): value is SeriesPoint {
  return typeof value === "object" && value !== null && "time" in value && "apy" in value && "live" in value;
}

function PointFacts({
  point,
  resolution,
}: {
  readonly point: SeriesPoint | undefined;
  readonly resolution: HistoryResolution;
}): ReactNode {
  if (point === undefined) return null;
  return (
    <div className="rounded-control bg-raised px-3 py-2 text-small shadow-float">
      <p className="font-semibold">{point.live ? "Now" : momentOf(resolution)(point.time)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        <dt className="text-text2">Deposit APY</dt>
        <dd className="text-right font-semibold">
          {point.apy === null ? "no data" : inWords(formatRate(ratio(point.apy)))}
        </dd>
        <dt className="text-text2">Deposits</dt>
        <dd className="text-right font-semibold">
          {point.deposits === null ? "no data" : inWords(formatUsd(usd(point.deposits)))}
        </dd>
      </dl>
    </div>
  );
}
