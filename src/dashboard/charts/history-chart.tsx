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
import { formatRate, formatUsd } from "../format/number.ts";
import { formatDay, formatMoment } from "../format/time.ts";
import { rateDomain, rateTicks, type Series, type SeriesPoint } from "./history-series.ts";
import type { HistoryResolution } from "../../contract/history.ts";

/** A stretch of time with the average over it: drawn as one step. Times in milliseconds, value a fraction. */
export interface AverageStep {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly label: string;
}

interface HistoryChartProps {
  /** What the line is, for its accessible name: "Deposit APY of USDS, Kamino Main Market". */
  readonly title: string;
  readonly description: string;
  readonly series: Series;
  readonly resolution: HistoryResolution;
  readonly averages: readonly AverageStep[];
  /** Averages of a base rate are drawn in the base colour; those of a loop's net rate in grey, because they are not base. */
  readonly averagesAreBase: boolean;
}

const axisText = { fill: "var(--text3)", fontSize: 11 };
const margin = { top: 12, right: 76, bottom: 0, left: 0 };

/** The visible form of a moment on the axis: hours matter only when the points are hourly. */
function momentOf(resolution: HistoryResolution): (time: number) => string {
  return resolution === "1h" ? formatMoment : formatDay;
}

export function HistoryChart(props: HistoryChartProps): ReactNode {
  const { title, description, series, resolution, averages, averagesAreBase } = props;
  const syncId = useId();
  const moment = momentOf(resolution);
  const data = series.points.map((point) => ({ ...point, name: moment(point.time) }));
  const domain = rateDomain([
    ...series.points.map((point) => point.apy),
    ...averages.map((step) => step.value),
  ]);
  const last = series.points.at(-1);
  const averageColour = averagesAreBase ? "var(--base)" : "var(--control)";
  const hasDeposits = series.points.some((point) => point.deposits !== null);
  const time = {
    dataKey: "time",
    type: "number" as const,
    scale: "time" as const,
    domain: ["dataMin", "dataMax"] as const,
    minTickGap: 48,
    tickLine: false,
    axisLine: { stroke: "var(--line2)" },
    tick: axisText,
  };
  return (
    <div>
      <LineChart
        responsive
        className="h-[260px] w-full"
        style={{ width: "100%", height: 260 }}
        data={data}
        margin={margin}
        syncId={syncId}
        title={title}
        desc={description}
      >
        <CartesianGrid stroke="var(--line)" />
        <XAxis
          {...time}
          domain={["dataMin", "dataMax"]}
          tickFormatter={(value: number) => formatDay(value)}
          hide={hasDeposits}
        />
        <YAxis
          width={58}
          domain={[domain[0], domain[1]]}
          ticks={rateTicks(domain)}
          tickFormatter={(value: number) => formatRate(ratio(value)).text}
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
            label={{ value: "no data", position: "insideBottom", fill: "var(--text3)", fontSize: 11 }}
          />
        ))}
        {domain[0] < 0 ? <ReferenceLine y={0} stroke="var(--line2)" /> : null}
        {averages.map((step) => (
          <ReferenceLine
            key={step.label}
            segment={[
              { x: Math.max(step.from, series.points[0]?.time ?? step.from), y: step.value },
              { x: Math.min(step.to, last?.time ?? step.to), y: step.value },
            ]}
            stroke={averageColour}
            strokeWidth={3}
            label={{ value: step.label, position: "insideBottomLeft", fill: "var(--text2)", fontSize: 11 }}
          />
        ))}
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
        {last?.live === true && last.apy !== null ? (
          <ReferenceDot
            x={last.time}
            y={last.apy}
            r={4}
            fill="var(--text)"
            stroke="none"
            label={{
              value: `${formatRate(ratio(last.apy)).text} now`,
              position: "right",
              fill: "var(--text)",
              fontSize: 11,
              fontWeight: 600,
            }}
          />
        ) : null}
        <Tooltip
          isAnimationActive={false}
          content={({ payload }) => <PointFacts point={pointOf(payload)} resolution={resolution} />}
        />
      </LineChart>
      {hasDeposits ? (
        <AreaChart
          responsive
          className="h-[112px] w-full"
          style={{ width: "100%", height: 112 }}
          data={data}
          margin={margin}
          syncId={syncId}
          accessibilityLayer={false}
        >
          <XAxis
            {...time}
            domain={["dataMin", "dataMax"]}
            tickFormatter={(value: number) => formatDay(value)}
          />
          <YAxis
            width={58}
            domain={[0, "auto"]}
            tickCount={3}
            tickFormatter={(value: number) => formatUsd(usd(value)).text}
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
            connectNulls={false}
            isAnimationActive={false}
          />
          <Tooltip isAnimationActive={false} content={() => null} />
          <Brush
            dataKey="name"
            height={28}
            travellerWidth={10}
            stroke="var(--control)"
            fill="var(--surface)"
            ariaLabel="Part of the time that is shown"
          />
        </AreaChart>
      ) : null}
    </div>
  );
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
  point: SeriesPoint | undefined;
  resolution: HistoryResolution;
}): ReactNode {
  if (point === undefined) return null;
  return (
    <div className="rounded-control bg-raised px-3 py-2 text-small shadow-float">
      <p className="font-semibold">{point.live ? "Now" : momentOf(resolution)(point.time)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        <dt className="text-text2">Deposit APY</dt>
        <dd className="text-right font-semibold">
          {point.apy === null ? "no data" : formatRate(ratio(point.apy)).text}
        </dd>
        <dt className="text-text2">Deposits</dt>
        <dd className="text-right font-semibold">
          {point.deposits === null ? "no data" : formatUsd(usd(point.deposits)).text}
        </dd>
      </dl>
    </div>
  );
}
