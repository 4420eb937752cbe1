// The past of one to eight markets as lines; of one alone with its averages, its gaps, and its deposits under it. Recharts
// lives in this lazy chunk only.
import { nice, ticks } from "d3-array";
import { useEffect, useId, type ReactNode } from "react";
import {
  Area,
  AreaChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { useAnnounce } from "../ui/page/live-region.tsx";
import { ratio, usd } from "../../contract/units.ts";
import { formatFlow } from "../format/flow.ts";
import { formatRate, formatUsd, formatUsdExact, inWords } from "../format/number.ts";
import { formatAxisTime } from "../format/time.ts";
import {
  gridColumns,
  timeText,
  valueText,
  withLetter,
  type HistoryColumn,
  type HistoryGrid,
  type HistoryMeasure,
} from "./history-lines.ts";
import { timeTicks } from "./history-series.ts";
import { LineEnds, type LineEnd } from "./line-ends.tsx";
import { seriesStyle } from "./series-letter.tsx";
import { haloed, MovedMarks, SurroundingMarks, type Surroundings } from "./surroundings.tsx";

export interface HistoryChartProps {
  /** What the lines are, for the chart's accessible name: "Deposit APY of USDS, Kamino · Main Market". */
  readonly title: string;
  readonly description: string;
  readonly grid: HistoryGrid;
  /** `value`: US dollars; `flow`: what came and went of them; `share`: fractions of a whole. */
  readonly measure: HistoryMeasure | "value" | "flow" | "share";
  /** The ends of the axis of rates, fractions; what lies beyond is marked at the edge. Other axes follow their lines. */
  readonly domain?: readonly [number, number];
  /** Absent where several markets are compared. */
  readonly around: Surroundings | undefined;
  /** No room for words at the ends of the lines. */
  readonly narrow: boolean;
}

const linesHeight = 268;
const depositsHeight = 104;
/** Words that somebody spaces wider reach into the margin of the panel instead of being cut. */
const spacious = "[&_.recharts-surface]:overflow-visible";
const axisText = { fill: "var(--text3)", fontSize: 12 };
function flowTick(value: number): string {
  return inWords(formatFlow(usd(value), "short"));
}
function usdTick(value: number): string {
  return inWords(formatUsd(usd(value), "short"));
}

export function HistoryChart(props: HistoryChartProps): ReactNode {
  const { title, description, grid, measure, domain = [0, 1], around, narrow } = props;
  const syncId = useId();
  const { times, lines, liveAt } = grid;
  const [first] = times;
  const last = times.at(-1);
  const [line] = lines;
  if (first === undefined || last === undefined || line === undefined) return null;

  const alone = line.place === undefined;
  const deposits = grid.deposits?.values.some((value) => value !== null) === true ? grid.deposits : undefined;
  const data = times.map((time, index) => ({
    time,
    deposits: deposits?.values[index] ?? null,
    ...Object.fromEntries(lines.map(({ values }, at) => [`line${at}`, values[index] ?? null])),
  }));
  const valueAxis =
    measure === "rate"
      ? {
          domain: [...domain],
          // As many as its ends were rounded for, or they are lines that no figure stands beside.
          ticks: ticks(...domain, 4),
          allowDataOverflow: true,
          tickFormatter: (value: number) => inWords(formatRate(ratio(value), "short")),
        }
      : measure === "value"
        ? valueAxisOf(lines)
        : measure === "flow"
          ? { ...axisAround(lines, 0), tickFormatter: flowTick }
          : measure === "share"
            ? { ...axisAround(lines), tickFormatter: line.show }
            : { ...axisAround(lines, 1), tickFormatter: line.show };
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
  const margin = { top: 12, right: alone ? (narrow ? 14 : 92) : narrow ? 30 : 216, bottom: 0, left: 0 };
  const cursor = { stroke: "var(--text3)", strokeDasharray: "3 3" };
  const dots = liveAt === undefined || !alone ? [] : dotsOf(line, around?.baseNow);
  // An amount to the cent has no room beside the lines.
  const endText = measure === "value" ? usdTick : measure === "flow" ? flowTick : line.show;
  const depositsNow = deposits?.values.findLast((value) => value !== null) ?? undefined;

  return (
    <div>
      <LineChart
        responsive
        className={spacious}
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
        {around === undefined ? null : <SurroundingMarks around={around} line={line} times={times} />}
        <MovedMarks grid={grid} narrow={narrow} />
        {(measure === "rate" && domain[0] < 0) || measure === "flow" ? (
          <ReferenceLine y={0} stroke="var(--line2)" />
        ) : null}
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
        {measure === "rate" ? lines.flatMap((each) => offScaleMarks(each, times, domain)) : null}
        {dots.map(({ value, word, fill }) => (
          <ReferenceDot key={word} x={last} y={value} r={4} fill={fill} stroke="none" />
        ))}
        <LineEnds
          ends={
            !alone
              ? lines.flatMap((each) => letteredEnd(each, narrow, endText))
              : narrow
                ? []
                : dots.map(({ value, word }) => ({ value, text: `${endText(value)} ${word}` }))
          }
        />
        <Tooltip
          isAnimationActive={false}
          cursor={cursor}
          content={({ label }) => (
            <PointFacts grid={grid} index={times.findIndex((time) => time === label)} />
          )}
        />
      </LineChart>
      {deposits === undefined ? null : (
        <AreaChart
          responsive
          className={spacious}
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
          {depositsNow === undefined || narrow ? null : (
            <LineEnds ends={[{ value: depositsNow, text: `${deposits.show(depositsNow)} in` }]} />
          )}
          <Tooltip isAnimationActive={false} cursor={cursor} content={() => null} />
        </AreaChart>
      )}
    </div>
  );
}

/** Round steps around what the lines reach, and around where they begin. */
function axisAround(
  lines: readonly HistoryColumn[],
  begin?: number,
): {
  readonly domain: number[];
  readonly ticks: number[];
} {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const reached = begin === undefined ? known : [begin, ...known];
  const domain = nice(Math.min(...reached), Math.max(...reached), 4);
  return { domain, ticks: ticks(...domain, 4) };
}

/** Round steps between what the lines reach, in dollars as short as tells the steps apart. */
function valueAxisOf(lines: readonly HistoryColumn[]): {
  readonly domain: number[];
  readonly ticks: number[];
  readonly tickFormatter: (value: number) => string;
} {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const low = Math.min(...known);
  const high = Math.max(...known);
  // A line that hardly moves gets room around it: a cent is no news.
  const margin = Math.max((high - low) * 0.05, Math.abs(high) * 0.002, 0.01);
  const domain = nice(low - margin, high + margin, 4);
  const step = (domain[1] - domain[0]) / 4;
  const exact = Math.abs(high) < 1e6 && step < 500;
  return {
    domain,
    ticks: ticks(...domain, 4),
    tickFormatter: exact ? (value) => inWords(formatUsdExact(usd(value))) : usdTick,
  };
}

/** A mark at the edge for each value beyond it; the farthest on either side says what it is. */
function offScaleMarks(
  { place, values, show, fileName }: HistoryColumn,
  times: readonly number[],
  [low, high]: readonly [number, number],
): readonly ReactNode[] {
  const beyond = values.flatMap((value, at) =>
    value === null || (value >= low && value <= high) ? [] : [{ value, time: times[at] ?? 0 }],
  );
  const farthest = [
    Math.min(...beyond.map(({ value }) => value)),
    Math.max(...beyond.map(({ value }) => value)),
  ];
  return beyond.map(({ value, time }) => {
    const below = value < low;
    return (
      <ReferenceDot
        key={`${fileName} ${String(time)}`}
        x={time}
        y={below ? low : high}
        r={4}
        fill="var(--surface)"
        stroke={styleOf(place).colour}
        strokeWidth={2}
        {...(farthest[below ? 0 : 1] === value
          ? {
              label: {
                value: `${show(value)} ${below ? "↓" : "↑"}`,
                // Beside the mark: the line stands straight under or over it.
                position: time * 2 > (times[0] ?? 0) + (times.at(-1) ?? 0) ? "left" : "right",
                ...haloed,
              },
            }
          : {})}
      />
    );
  });
}

function styleOf(place: number | undefined): { readonly colour: string; readonly dash: string } {
  return place === undefined ? { colour: "var(--text)", dash: "none" } : seriesStyle(place);
}

/** What a market alone pays now: all of it, and its base where that is told apart. */
function dotsOf(
  { values }: HistoryColumn,
  baseNow: number | undefined,
): readonly { readonly value: number; readonly word: string; readonly fill: string }[] {
  const now = values.at(-1) ?? undefined;
  return [
    ...(now === undefined ? [] : [{ value: now, word: "now", fill: "var(--text)" }]),
    ...(baseNow === undefined ? [] : [{ value: baseNow, word: "base", fill: "var(--base)" }]),
  ];
}

/** At the end of one of several lines stand its letter, its last value and its name; where there is no room, its letter. */
function letteredEnd(
  { place, values, shortName }: HistoryColumn,
  narrow: boolean,
  show: HistoryColumn["show"],
): readonly LineEnd[] {
  const value = values.findLast((known) => known !== null) ?? undefined;
  if (value === undefined) return [];
  return [narrow ? { value, place, text: "" } : { value, place, text: show(value), detail: shortName }];
}

function PointFacts({ grid, index }: { readonly grid: HistoryGrid; readonly index: number }): ReactNode {
  const time = grid.times[index];
  const announce = useAnnounce();
  const said =
    time === undefined
      ? ""
      : [
          timeText(grid, time),
          ...gridColumns(grid).map(
            (column) => `${withLetter(column.place, column.name)} ${valueText(column, index) ?? "no data"}`,
          ),
        ].join(", ");
  // A pointer shows where it is; the keys only say it.
  useEffect(() => {
    if (said !== "" && document.activeElement?.closest(".recharts-wrapper") !== null) announce(said);
  }, [announce, said]);
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
