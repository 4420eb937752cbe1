// What is drawn around the line of a market that stands alone: gaps, averages, and the market it is measured against.
import type { ReactNode } from "react";
import { ReferenceArea, ReferenceLine } from "recharts";
import { dayMs, ratio, usd } from "../../contract/units.ts";
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

/** Words of a stretch shorter than this part of the time would run into those of the next. */
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
  around: { gaps, averages, averagesAreBase, benchmark },
  line,
  times,
  narrow,
}: {
  readonly around: Surroundings;
  readonly line: HistoryColumn;
  readonly times: readonly number[];
  /** No room for words beside the averages. */
  readonly narrow: boolean;
}): ReactNode {
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
          {...(narrow || Math.min(to, last) - Math.max(from, first) < (last - first) * leastLabelled
            ? {}
            : {
                label: { value: label, position: placeOfLabel({ from, to, value }, times, line), ...haloed },
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
    </>
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
