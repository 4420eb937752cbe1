// What is drawn around the line of a market that stands alone: gaps, averages, and the market it is measured against.
import { range } from "d3-array";
import type { ReactNode } from "react";
import { ReferenceArea, ReferenceLine, usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import { ratio, usd } from "../../contract/units.ts";
import { formatRate, formatUsd, formatUsdExact, inWords } from "../format/number.ts";
import type { HistoryColumn, HistoryGrid } from "./history-lines.ts";
import type { AverageStep, Gap } from "./history-series.ts";

/** Rates are fractions. */
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

/** A gap shorter than this part of the time has no room for words. */
const leastLabelled = 0.1;

/** A halo of the surface keeps words readable where a line runs under them. */
export const haloed = {
  fill: "var(--text2)",
  fontSize: 12,
  stroke: "var(--surface)",
  strokeWidth: 4,
  style: { paintOrder: "stroke" },
} as const;

export function SurroundingMarks({
  around,
  line,
  times,
}: {
  readonly around: Surroundings;
  readonly line: HistoryColumn;
  readonly times: readonly number[];
}): ReactNode {
  const { gaps, averages, averagesAreBase, benchmark } = around;
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? 0;
  return (
    <>
      {gaps.map(({ from, to }) => (
        <ReferenceArea
          key={from}
          x1={from}
          x2={to}
          fill="var(--track)"
          fillOpacity={0.6}
          {...(to - from < (last - first) * leastLabelled
            ? {}
            : { label: { value: "no data", position: "insideBottom", ...haloed } })}
        />
      ))}
      {averages.map(({ from, to, value, label }) => (
        <ReferenceLine
          key={label}
          segment={[
            { x: Math.max(from, first), y: value },
            { x: Math.min(to, last), y: value },
          ]}
          stroke={averagesAreBase ? "var(--base)" : "var(--control)"}
          strokeWidth={3}
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
      <AverageWords around={around} line={line} times={times} />
    </>
  );
}

/** Pixels, downwards. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const wordHeight = 16;
/** What a letter takes on the average at 12 px. */
const letterWidth = 6.2;
const besideStep = 4;

/**
 * Where the words of a step stand: under or over it, at its beginning, its end or between, as near to it as nothing else is drawn.
 * Under its beginning if all of the plot is taken.
 *
 * @param step from its beginning to its end, both edges at its height
 * @param width of the words
 * @param plot the room of the lines
 * @param drawn what the words must not cover
 */
export function placeOfWords(step: Box, width: number, plot: Box, drawn: readonly Box[]): Box {
  const lefts = [step.left + 4, step.right - width - 4, (step.left + step.right - width) / 2];
  const tops = range(besideStep, plot.bottom - plot.top, besideStep).flatMap((away) => [
    step.top + away,
    step.top - away - wordHeight,
  ]);
  const boxes = tops.flatMap((top) =>
    lefts.map((left) => ({ left, right: left + width, top, bottom: top + wordHeight })),
  );
  const within = boxes.filter(({ top, bottom }) => top >= plot.top && bottom <= plot.bottom);
  const isFree = (box: Box): boolean =>
    drawn.every(
      ({ left, right, top, bottom }) =>
        right < box.left || left > box.right || bottom < box.top || top > box.bottom,
    );
  return within.find(isFree) ?? within[0] ?? { ...step, right: step.left + width };
}

/** The words of the averages, each where the line does not run. */
function AverageWords({
  around: { averages, benchmark },
  line: { values },
  times,
}: {
  readonly around: Surroundings;
  readonly line: HistoryColumn;
  readonly times: readonly number[];
}): ReactNode {
  const area = usePlotArea();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  const [first = 0] = times;
  const last = times.at(-1) ?? first;
  if (area === undefined || xOf === undefined || yOf === undefined) return null;
  const plot = { left: area.x, right: area.x + area.width, top: area.y, bottom: area.y + area.height };
  const points = times.map((time, at) => {
    const value = values[at] ?? undefined;
    return value === undefined ? undefined : { x: xOf(time) ?? 0, y: yOf(value) ?? 0 };
  });
  const drawn = points.flatMap((point, at): readonly Box[] => {
    const next = points[at + 1] ?? point;
    return point === undefined || next === undefined
      ? []
      : [
          {
            left: point.x,
            right: next.x,
            top: Math.min(point.y, next.y) - 1,
            bottom: Math.max(point.y, next.y) + 1,
          },
        ];
  });
  const across = benchmark === undefined ? undefined : yOf(benchmark);
  if (across !== undefined) drawn.push({ ...plot, top: across - 1, bottom: across + 1 });
  return averages.map(({ from, to, value, label }) => {
    const height = yOf(value) ?? 0;
    const step = {
      left: xOf(Math.max(from, first)) ?? 0,
      right: xOf(Math.min(to, last)) ?? 0,
      top: height,
      bottom: height,
    };
    // Longer ones would run into those of the next.
    const text = [label, inWords(formatRate(ratio(value)))].find(
      ({ length }) => length * letterWidth + 8 <= step.right - step.left,
    );
    if (text === undefined) return null;
    const { left, top } = placeOfWords(step, text.length * letterWidth, plot, drawn);
    return (
      <text key={label} x={left} y={top + wordHeight / 2} dominantBaseline="central" {...haloed}>
        {text}
      </text>
    );
  });
}

/** What moves less than this share of the greatest value is in the table alone. */
const leastMarked = 0.01;
const mostMarked = 6;
const mostWorded = 3;
/** Words take about this share of a wide chart; where they would cover each other they stand over each other. */
const widthOfWords = 0.22;
const heightOfWords = 16;

interface MovedMark {
  readonly time: number;
  /** US dollars, under 0 for what went. */
  readonly value: number;
  /** Undefined for a mark without words. */
  readonly words: WordsOfMark | undefined;
}

interface WordsOfMark {
  readonly side: "before" | "after";
  /** The line they stand in, from the bottom. */
  readonly level: number;
}

/** The greatest moves of money, in order of time, and which of them are said in words. */
export function movedMarks(
  { times, lines, moves }: Pick<HistoryGrid, "times" | "lines" | "moves">,
  narrow: boolean,
): readonly MovedMark[] {
  const greatest = Math.max(...lines.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))));
  const [first = 0] = times;
  const last = times.at(-1) ?? first;
  const width = (last - first) * widthOfWords;
  const bySize = (moves?.values ?? [])
    .flatMap((value, at) => {
      const time = times[at];
      return value === null || time === undefined || Math.abs(value) < greatest * leastMarked
        ? []
        : [{ time, value }];
    })
    .toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
    .slice(0, mostMarked);
  const worded = new Set(bySize.slice(0, narrow ? 1 : mostWorded));
  // Where the words of each level end so far.
  const ends: number[] = [];
  return bySize
    .toSorted((one, other) => one.time - other.time)
    .map((mark): MovedMark => {
      const { time, value } = mark;
      if (!worded.has(mark)) return { time, value, words: undefined };
      const side = time > last - width ? "before" : "after";
      const start = side === "before" ? time - width : time;
      const free = ends.findIndex((end) => end <= start);
      const level = free === -1 ? ends.length : free;
      ends[level] = start + width;
      return { time, value, words: { side, level } };
    });
}

/** Where money came or went: a line through the time by which it had. Of the greatest moves also what it was. */
export function MovedMarks({
  grid,
  narrow,
}: {
  readonly grid: HistoryGrid;
  readonly narrow: boolean;
}): ReactNode {
  return movedMarks(grid, narrow).map(({ time, value, words }) => (
    <ReferenceLine
      key={time}
      x={time}
      stroke="var(--text3)"
      strokeDasharray="2 3"
      {...(words === undefined
        ? {}
        : {
            label: {
              value: movedText(value).replaceAll(" ", "\u00A0"),
              position: words.side === "before" ? "insideBottomRight" : "insideBottomLeft",
              dy: -words.level * heightOfWords,
              ...haloed,
            },
          })}
    />
  ));
}

/** "▲ $5,000 moved in". */
function movedText(value: number): string {
  const moved = usd(Math.abs(value));
  const amount = inWords(Math.abs(value) < 1e6 ? formatUsdExact(moved) : formatUsd(moved, "short"));
  return value < 0 ? `▼ ${amount} moved out` : `▲ ${amount} moved in`;
}
