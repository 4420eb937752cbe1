// The words at the ends of lines: beside their line, moved apart where they would cover each other.
import type { ReactNode } from "react";
import { usePlotArea, useYAxisScale } from "recharts";
import { seriesLetters, seriesStyle } from "./series-letter.tsx";

/** One end: where it is, and what stands there. */
export interface LineEnd {
  readonly value: number;
  /** The place among several lines, whose letter stands at the end in a frame of the line's colour. */
  readonly place?: number | undefined;
  /** Empty where there is room for the letter alone. */
  readonly text: string;
  readonly detail?: string;
}

const frame = 18;
const lineHeight = 14;

/** Only the words move apart, never a line. */
export function LineEnds({ ends }: { readonly ends: readonly LineEnd[] }): ReactNode {
  const area = usePlotArea();
  const yOf = useYAxisScale();
  if (area === undefined || yOf === undefined) return null;
  const right = area.x + area.width;
  const lettered = ends.some(({ place }) => place !== undefined);
  const places = spreadOut(
    ends.map(({ value }) => yOf(value) ?? 0),
    lettered ? frame + 4 : lineHeight,
    area.y,
    area.y + area.height,
  );
  const left = right + 8;
  return (
    // The description of the chart and the table after it say the same.
    <g aria-hidden="true">
      {ends.map(({ place, text, detail }, index) => {
        const middle = places[index] ?? 0;
        const word = { y: middle, dominantBaseline: "central", fontSize: 12 } as const;
        const start = place === undefined ? left : left + frame + 8;
        return (
          // Two ends may say the same; their order does not change.
          // oxlint-disable-next-line react/no-array-index-key
          <g key={index}>
            {place === undefined ? null : (
              <>
                <rect
                  x={left}
                  y={middle - frame / 2}
                  width={frame}
                  height={frame}
                  rx={4}
                  fill="var(--surface)"
                  stroke={seriesStyle(place).colour}
                  strokeWidth={2}
                />
                <text {...word} x={left + frame / 2} textAnchor="middle" fill="var(--text)" fontWeight={600}>
                  {seriesLetters[place]}
                </text>
              </>
            )}
            <text {...word} x={start} fill="var(--text)" fontWeight={600}>
              {text}
            </text>
            <text {...word} x={start + 64} fill="var(--text2)">
              {detail}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/**
 * Moves places on one axis apart so that neighbours are at least `gap` from each other and all lie in `low`..`high`, as long as there is
 * room for them. The order stays; without room they overflow at `low`.
 *
 * @param places pixels, in any order
 * @returns pixels, in the order given
 */
export function spreadOut(
  places: readonly number[],
  gap: number,
  low: number,
  high: number,
): readonly number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let least = low;
  for (const index of order) {
    const place = Math.max(places[index] ?? low, least);
    moved[index] = place;
    least = place + gap;
  }
  let most = high;
  for (const index of order.toReversed()) {
    const place = Math.min(moved[index] ?? high, most);
    moved[index] = place;
    most = place - gap;
  }
  return moved;
}
