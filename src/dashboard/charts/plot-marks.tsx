// Marks that Recharts does not have.
import type { ReactNode } from "react";
import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import { dayMs, startOfDay } from "../../contract/units.ts";
import type { ChartPane, ChartSeries } from "./chart-series.ts";
import { seriesLetters, seriesStyle } from "./series-letter.tsx";

const haloed = {
  fill: "var(--text2)",
  fontSize: 12,
  stroke: "var(--surface)",
  strokeWidth: 4,
  style: { paintOrder: "stroke" },
} as const;

export function labeled(text: string) {
  return { value: text.replaceAll(" ", "\u00A0"), ...haloed };
}

const letterWidth = 6.2;
const none: readonly never[] = [];

export function PaneTitle({ text }: { readonly text: string }): ReactNode {
  const area = usePlotArea();
  return area === undefined ? null : (
    <text x={area.x} y={area.y - 8} fill="var(--text2)" fontSize={12} fontWeight={500}>
      {text}
    </text>
  );
}

type Scale = NonNullable<ReturnType<typeof useXAxisScale>>;

function drawnOf(line: Pick<ChartSeries, "points"> | undefined, xOf: Scale, yOf: Scale) {
  return (line?.points ?? []).flatMap(({ at, value }) =>
    value === undefined ? [] : [{ x: xOf(at) ?? 0, y: yOf(value) ?? 0 }],
  );
}

/** Levels outside the domain are dashed lines at its edge. */
export function Levels({
  pane: { levels, series },
  domain: [low, high],
}: {
  readonly pane: ChartPane;
  readonly domain: readonly [number, number];
}): ReactNode {
  const area = usePlotArea();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (area === undefined || xOf === undefined || yOf === undefined) return null;
  const right = area.x + area.width;
  const drawn = drawnOf(series[0], xOf, yOf);
  return levels?.map((level) => {
    const { value, label = "", from, color = "var(--text2)", width = 1 } = level;
    const shown = Math.min(high, Math.max(low, value));
    const y = yOf(shown) ?? 0;
    const x1 = Math.max(area.x, (from === undefined ? undefined : xOf(from)) ?? area.x);
    const text = label.length * letterWidth + 8 <= right - x1 ? label : "";
    const end = x1 + text.length * letterWidth + 12;
    const beside = drawn.filter((point) => point.x >= x1 && point.x <= end && Math.abs(point.y - y) < 24);
    const over = Math.min(y, ...beside.map((point) => point.y)) - 7;
    const under = Math.max(y, ...beside.map((point) => point.y)) + 16;
    const isOver = over > area.y + 8 && (y - over < under - y || under > area.y + area.height);
    return (
      <g key={`${label} ${String(value)}`}>
        <line
          x1={x1}
          x2={right}
          y1={y}
          y2={y}
          stroke={color}
          strokeWidth={width}
          strokeDasharray={shown === value ? level.dash : "4 3"}
        />
        <text x={x1 + 4} y={isOver ? over : under} {...haloed}>
          {text}
        </text>
      </g>
    );
  });
}

/** Labels are at the bottom, above the marks of values below the domain and above a line that would cross them. */
export function Periods({
  pane: { periods = none, series, dots = none },
  hasMarksBelow,
}: {
  readonly pane: ChartPane;
  readonly hasMarksBelow: boolean;
}): ReactNode {
  const area = usePlotArea();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (area === undefined || xOf === undefined || yOf === undefined) return null;
  const bottom = area.y + area.height - (hasMarksBelow ? 28 : 12);
  const drawn = drawnOf(series.find(({ shape }) => shape === "stacked") ?? series[0], xOf, yOf);
  const labels = drawnOf({ points: dots.filter(({ isLabelOnly }) => isLabelOnly) }, xOf, yOf);
  const right = area.x + area.width;
  const starts = periods.map(({ from }) => Math.max(area.x, xOf(from) ?? area.x));
  return periods.map(({ from, text, value }, index) => {
    const x = starts[index] ?? area.x;
    const end = x + (text.length + value.length + 1) * letterWidth + 12;
    const hasSpace = end <= (starts[index + 1] ?? right);
    const beside = drawn.filter((point) => point.x >= x && point.x <= end).map(({ y }) => y);
    const near = labels.filter((label) => label.x >= x - 140 && label.x <= end + 140).map(({ y }) => y - 18);
    const isCrossed = Math.min(...beside) < bottom + 6 && Math.max(...beside) > bottom - 16;
    const over = Math.max(area.y + 12, Math.min(...beside, ...near) - 8);
    return (
      <g key={from}>
        {x > area.x ? (
          <line
            x1={x}
            x2={x}
            y1={area.y}
            y2={area.y + area.height}
            stroke="var(--control)"
            strokeDasharray="2 4"
          />
        ) : null}
        {hasSpace ? (
          <text x={x + 8} y={isCrossed ? over : bottom} {...haloed}>
            {text}{" "}
            <tspan fill="var(--text)" fontWeight={600}>
              {value}
            </tspan>
          </text>
        ) : null}
      </g>
    );
  });
}

const barMargin = 0.15 * dayMs;

export function Bars({ series: { points } }: { readonly series: ChartSeries }): ReactNode {
  const area = usePlotArea();
  const xOf = useXAxisScale();
  const yOf = useYAxisScale();
  if (area === undefined || xOf === undefined || yOf === undefined) return null;
  const zero = yOf(0) ?? 0;
  const inside = (x = 0): number => Math.min(area.x + area.width, Math.max(area.x, x));
  const byDay = new Map(
    points.flatMap(({ at, value }) => (value === undefined ? [] : [[startOfDay(at), value]])),
  );
  return [...byDay].map(([day, value]) => {
    const left = inside(xOf(day + barMargin));
    const y = yOf(value) ?? zero;
    return (
      <rect
        key={day}
        x={left}
        width={inside(xOf(day + dayMs - barMargin)) - left}
        y={Math.min(y, zero)}
        height={Math.abs(y - zero)}
        fill={value > 0 ? "var(--text2)" : "var(--surface)"}
        stroke="var(--text2)"
      />
    );
  });
}

export interface LineEnd {
  readonly value: number;
  readonly seriesIndex?: number | undefined;
  readonly text: string;
  readonly detail: string;
  readonly color?: string | undefined;
}

const frame = 18;
const lineHeight = 14;

/** Moves overlapping labels apart. If there is no space, only letters remain. */
export function LineEnds({
  ends,
  showsNames,
}: {
  readonly ends: readonly LineEnd[];
  readonly showsNames: boolean;
}): ReactNode {
  const area = usePlotArea();
  const yOf = useYAxisScale();
  if (area === undefined || yOf === undefined) return null;
  const lettered = ends.some(({ seriesIndex }) => seriesIndex !== undefined);
  const positions = spreadOut(
    ends.map(({ value }) => yOf(value) ?? 0),
    lettered ? frame + 4 : lineHeight,
    area.y,
    area.y + area.height,
  );
  const left = area.x + area.width + 8;
  return (
    <g aria-hidden="true">
      {ends.map(({ seriesIndex, text, detail, color = "var(--text)" }, index) => {
        const y = positions[index] ?? 0;
        // Not `dominantBaseline`, which Safari does not apply to a `tspan`.
        const word = { y, dy: "0.36em", fontSize: 12 } as const;
        return (
          // Two labels may be equal, but their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <g key={index}>
            {seriesIndex === undefined ? null : (
              <>
                <rect
                  x={left}
                  y={y - frame / 2}
                  width={frame}
                  height={frame}
                  rx={4}
                  fill="var(--surface)"
                  stroke={seriesStyle(seriesIndex).color}
                  strokeWidth={2}
                />
                <text {...word} x={left + frame / 2} textAnchor="middle" fill="var(--text)" fontWeight={600}>
                  {seriesLetters[seriesIndex]}
                </text>
              </>
            )}
            {showsNames ? (
              <text
                {...word}
                x={seriesIndex === undefined ? left : left + frame + 8}
                fill={color}
                fontSize={13}
                fontWeight={600}
              >
                {text}
                <tspan fill="var(--text3)" fontSize={12} fontWeight={400}>
                  {` ${detail}`}
                </tspan>
              </text>
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

/** Spreads positions at least `gap` apart within `low` to `high`, in the same order. Too many overflow at `low`. */
export function spreadOut(
  positions: readonly number[],
  gap: number,
  low: number,
  high: number,
): readonly number[] {
  const order = positions
    .map((_, index) => index)
    .toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const moved = [...positions];
  let min = low;
  for (const index of order) {
    const position = Math.max(positions[index] ?? low, min);
    moved[index] = position;
    min = position + gap;
  }
  let max = high;
  for (const index of order.toReversed()) {
    const position = Math.min(moved[index] ?? high, max);
    moved[index] = position;
    max = position - gap;
  }
  return moved;
}
