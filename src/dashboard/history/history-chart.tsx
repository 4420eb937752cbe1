// The past of one to eight markets as lines; of one alone with its averages, its gaps, and its deposits under it. Recharts
// lives in this lazy chunk only.
import { ticks } from "d3-array";
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
import { formatRate, formatUsd, inWords } from "../format/number.ts";
import { formatAxisTime } from "../format/time.ts";
import type { AverageStep } from "./history-averages.ts";
import { dayMs } from "./history-range.ts";
import {
  gridColumns,
  timeText,
  valueText,
  withLetter,
  type HistoryColumn,
  type HistoryGrid,
  type HistoryMeasure,
} from "./history-lines.ts";
import { rateDomain, timeTicks, type Gap } from "./history-series.ts";
import { LineEnds, type LineEnd } from "./line-ends.tsx";
import { seriesStyle } from "./series-letter.tsx";

/** What is drawn around the line of a market that stands alone. Rates are fractions. */
export interface Surroundings {
  readonly gaps: readonly Gap[];
  readonly averages: readonly AverageStep[];
  /** Averages of a base rate are drawn in the base colour; those of a loop's net rate in grey, because they are not base. */
  readonly averagesAreBase: boolean;
  /** The base rate of now; only where it is told apart from the rate with rewards. */
  readonly baseNow: number | undefined;
  /** The rate of now of the market this one is measured against. */
  readonly benchmark: number | undefined;
}

export interface HistoryChartProps {
  /** What the lines are, for the chart's accessible name: "Deposit APY of USDS, Kamino · Main Market". */
  readonly title: string;
  readonly description: string;
  readonly grid: HistoryGrid;
  readonly measure: HistoryMeasure;
  /** Absent where several markets are compared. */
  readonly around: Surroundings | undefined;
  /** No room for words at the ends of the lines. */
  readonly narrow: boolean;
}

const linesHeight = 268;
const depositsHeight = 104;
const axisText = { fill: "var(--text3)", fontSize: 11 };
/** A halo of the surface keeps words readable where a line runs under them. */
const haloed = {
  fill: "var(--text2)",
  fontSize: 11,
  stroke: "var(--surface)",
  strokeWidth: 4,
  style: { paintOrder: "stroke" },
} as const;
const nowhere: Surroundings = {
  gaps: [],
  averages: [],
  averagesAreBase: false,
  baseNow: undefined,
  benchmark: undefined,
};

function usdTick(value: number): string {
  return inWords(formatUsd(usd(value), "short"));
}

export function HistoryChart({
  title,
  description,
  grid,
  measure,
  around = nowhere,
  narrow,
}: HistoryChartProps): ReactNode {
  const syncId = useId();
  const { times, lines, liveAt } = grid;
  const { gaps, averages, averagesAreBase, baseNow, benchmark } = around;
  const [first] = times;
  const last = times.at(-1);
  const [line] = lines;
  if (first === undefined || last === undefined || line === undefined) return null;

  const alone = line.place === undefined;
  const deposits = grid.deposits?.values.some((value) => value !== null) === true ? grid.deposits : undefined;
  const data = times.map((time, index) => ({
    time,
    // The brush announces its ends by name.
    name: timeText(grid, time),
    deposits: deposits?.values[index] ?? null,
    ...Object.fromEntries(lines.map(({ values }, at) => [`line${at}`, values[index] ?? null])),
  }));
  const domain = rateDomain([
    ...lines.flatMap(({ values }) => values),
    ...averages.map(({ value }) => value),
    baseNow,
    benchmark,
  ]);
  const valueAxis =
    measure === "rate"
      ? {
          domain: [...domain],
          ticks: ticks(...domain, 5),
          tickFormatter: (value: number) => inWords(formatRate(ratio(value), "short")),
        }
      : { domain: ["auto", "auto"], tickFormatter: line.show };
  const quiet = {
    tick: axisText,
    tickLine: false,
    axisLine: false,
    width: narrow && measure === "rate" ? 48 : 58,
  } as const;
  const { by, ticks: marks } = timeTicks(first, last);
  const timeAxis = {
    dataKey: "time",
    type: "number",
    scale: "time",
    domain: ["dataMin", "dataMax"],
    ticks: marks,
    minTickGap: 16,
    tickFormatter: (value: number) => formatAxisTime(value, by),
    tick: axisText,
    tickLine: false,
    axisLine: { stroke: "var(--line2)" },
  } as const;
  const margin = { top: 12, right: alone ? (narrow ? 14 : 92) : narrow ? 30 : 196, bottom: 0, left: 0 };
  const cursor = { stroke: "var(--text3)", strokeDasharray: "3 3" };
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
  const dots = liveAt === undefined ? [] : liveDots(line, baseNow);
  const depositsEnd = endOf(deposits);

  return (
    <div>
      <LineChart
        responsive
        style={{ width: "100%", height: linesHeight }}
        data={data}
        margin={margin}
        syncId={syncId}
        title={title}
        desc={description}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis {...timeAxis} height={24} />
        <YAxis {...quiet} {...valueAxis} />
        {gaps.map(({ from, to }) => (
          <ReferenceArea
            key={from}
            x1={from}
            x2={to}
            fill="var(--track)"
            fillOpacity={0.6}
            label={{ value: "no data", position: "insideBottom", ...haloed }}
          />
        ))}
        {measure === "rate" && domain[0] < 0 ? <ReferenceLine y={0} stroke="var(--line2)" /> : null}
        {averages.map(({ from, to, value, label }) => (
          <ReferenceLine
            key={label}
            segment={[
              { x: Math.max(from, first), y: value },
              { x: Math.min(to, last), y: value },
            ]}
            stroke={averagesAreBase ? "var(--base)" : "var(--control)"}
            strokeWidth={3}
            {...(narrow
              ? {}
              : {
                  label: {
                    value: label,
                    position: placeOfLabel({ from, to, value }, times, line),
                    ...haloed,
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
              ...haloed,
            }}
          />
        )}
        {lines.map(({ place, name, fileName }, at) => {
          const { colour, dash } = styleOf(place);
          return (
            <Line
              key={fileName}
              dataKey={`line${at}`}
              name={withLetter(place, name)}
              type="linear"
              stroke={colour}
              strokeDasharray={dash}
              strokeWidth={1.75}
              dot={false}
              activeDot={{ r: 4, stroke: colour, strokeWidth: 2, fill: "var(--surface)" }}
              connectNulls={false}
              isAnimationActive={false}
            />
          );
        })}
        {dots.map(({ value, word, fill }) => (
          <ReferenceDot key={word} x={last} y={value} r={4} fill={fill} stroke="none" />
        ))}
        <LineEnds
          time={last}
          ends={
            alone
              ? dots.flatMap(({ value, word }) =>
                  narrow
                    ? []
                    : [{ value, place: undefined, text: `${line.show(value)} ${word}`, detail: "" }],
                )
              : lines.flatMap((each) => letteredEnd(each, narrow))
          }
        />
        <Tooltip
          isAnimationActive={false}
          cursor={cursor}
          content={({ label }) => (
            <PointFacts grid={grid} index={times.findIndex((time) => time === label)} />
          )}
        />
        {alone && deposits === undefined ? brush : null}
      </LineChart>
      {deposits === undefined ? null : (
        <AreaChart
          responsive
          style={{ width: "100%", height: depositsHeight }}
          data={data}
          margin={{ ...margin, top: 6 }}
          syncId={syncId}
          accessibilityLayer={false}
        >
          <XAxis {...timeAxis} height={6} tick={false} />
          <YAxis {...quiet} domain={[0, "auto"]} tickCount={2} tickFormatter={usdTick} />
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
          {depositsEnd === undefined || narrow ? null : (
            <LineEnds
              time={last}
              ends={[
                {
                  value: depositsEnd,
                  place: undefined,
                  text: `${deposits.show(depositsEnd)} in`,
                  detail: "",
                },
              ]}
            />
          )}
          <Tooltip isAnimationActive={false} cursor={cursor} content={() => null} />
          {brush}
        </AreaChart>
      )}
    </div>
  );
}

/**
 * Where the words of a step stand: at its beginning, or at its end for the newest, which is short; on the side of it where the
 * line does not run there.
 */
function placeOfLabel(
  { from, to, value }: Omit<AverageStep, "label">,
  times: readonly number[],
  { values }: HistoryColumn,
) {
  const last = times.at(-1) ?? to;
  const width = (last - (times[0] ?? from)) / 8;
  const isNewest = to >= last - dayMs;
  const [start, end] = isNewest ? [Math.max(from, to - width), to] : [from, from + width];
  const beside = values.filter((_, at) => (times[at] ?? 0) >= start && (times[at] ?? 0) <= end);
  const higher = beside.filter((rate) => rate !== null && rate > value).length;
  const isUnder = higher * 2 > beside.length;
  if (isNewest) return isUnder ? "insideTopRight" : "insideBottomRight";
  return isUnder ? "insideTopLeft" : "insideBottomLeft";
}

function styleOf(place: number | undefined): { readonly colour: string; readonly dash: string } {
  return place === undefined ? { colour: "var(--text)", dash: "none" } : seriesStyle(place);
}

function endOf(column: HistoryColumn | undefined): number | undefined {
  return column?.values.findLast((value) => value !== null) ?? undefined;
}

/** What a market alone pays now: all of it, and its base where that is told apart. */
function liveDots(
  { values }: HistoryColumn,
  baseNow: number | undefined,
): readonly { readonly value: number; readonly word: string; readonly fill: string }[] {
  const now = values.at(-1) ?? undefined;
  return [
    ...(now === undefined ? [] : [{ value: now, word: "now", fill: "var(--text)" }]),
    ...(baseNow === undefined ? [] : [{ value: baseNow, word: "base", fill: "var(--base)" }]),
  ];
}

/** At the end of one of several lines stand its letter, its last value and its name. */
function letteredEnd(line: HistoryColumn, narrow: boolean): readonly LineEnd[] {
  const value = endOf(line);
  if (value === undefined) return [];
  return [
    {
      value,
      place: line.place,
      text: narrow ? "" : line.show(value),
      detail: narrow ? "" : line.shortName,
    },
  ];
}

function PointFacts({ grid, index }: { readonly grid: HistoryGrid; readonly index: number }): ReactNode {
  const time = grid.times[index];
  if (time === undefined) return null;
  return (
    <div className="rounded-control bg-raised px-3 py-2 text-small shadow-float">
      <p className="font-semibold">{timeText(grid, time)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {gridColumns(grid).map((column) => (
          <div key={column.fileName} className="contents">
            <dt className="text-text2">{withLetter(column.place, column.name)}</dt>
            <dd className="text-right font-semibold">{valueText(column, index) ?? "no data"}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
