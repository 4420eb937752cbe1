import type { ReactNode } from "react";

const [width, height] = [240, 44];

interface SparklineProps {
  readonly values: readonly (number | undefined)[];
  /** By default around the values and the base. */
  readonly ends?: readonly [low: number, high: number];
  readonly base: number;
  readonly dots?: boolean;
  readonly color?: string;
  readonly className: string;
}

export function Sparkline(props: SparklineProps): ReactNode {
  const { values, base, dots = false, color = "var(--text)", className } = props;
  const known = [...values, base].filter((value) => value !== undefined);
  const { ends = [Math.min(...known), Math.max(...known)] } = props;
  const line = linePath(values, ends);
  const spots = dots ? (line.match(/[\d.]+ [\d.]+/g) ?? []) : [];
  const shared = { fill: "none", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`overflow-visible ${className}`}
    >
      <path {...shared} d={linePath([base, base], ends)} stroke="var(--text3)" strokeDasharray="2 3" />
      <path {...shared} d={line} stroke={color} strokeWidth="1.5" />
      {spots.map((spot, index) => {
        const [stroke, strokeWidth] = index + 1 < spots.length ? [color, 5] : ["var(--accent)", 8];
        const dot = { stroke, strokeWidth, strokeLinecap: "round" } as const;
        // A line of zero length with round caps stays round when it is stretched.
        return <path {...shared} {...dot} key={spot} d={`M${spot}h0`} />;
      })}
    </svg>
  );
}

export function linePath(
  values: readonly (number | undefined)[],
  [low, high]: readonly [low: number, high: number],
): string {
  const margin = 0.15 * (high - low || Math.abs(high) || 1);
  const [bottom, top] = [low - margin, high + margin];
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    if (value === undefined) return "";
    const share = (value - bottom) / (top - bottom);
    const pen = values[index - 1] === undefined ? "M" : "L";
    return `${pen}${Math.round(index * step * 10) / 10} ${Math.round((1 - share) * height * 10) / 10}`;
  });
  return points.join("");
}
