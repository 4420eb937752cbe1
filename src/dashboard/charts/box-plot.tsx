import type { ReactNode } from "react";

export interface BoxFigures {
  readonly lowWhisker: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly highWhisker: number;
}

interface BoxPlotProps {
  readonly box: BoxFigures;
  /** A dot, where it is inside the scale. */
  readonly mean: number | undefined;
  readonly scale: { readonly low: number; readonly high: number };
  /** Values with a vertical line. */
  readonly ticks: readonly number[];
  readonly className: string;
}

export function BoxPlot({ box, mean, scale: { low, high }, ticks, className }: BoxPlotProps): ReactNode {
  const { lowWhisker, lowerQuartile, median, upperQuartile, highWhisker } = box;
  const share = (value: number): number => (Math.min(high, Math.max(low, value)) - low) / (high - low);
  const x = (value: number): string => `${String(share(value) * 100)}%`;
  const isInside = (value: number): boolean => value >= low && value <= high;
  // A tick at the edge would claim a value there: values beyond it get an arrow instead.
  const tick = (value: number, from: number, to: number, look: string): ReactNode =>
    isInside(value) ? <line x1={x(value)} x2={x(value)} y1={from} y2={to} className={look} /> : null;
  const width = `${String(Math.max(share(upperQuartile) - share(lowerQuartile), 0.004) * 100)}%`;
  const arrow = "fill-none stroke-text2";
  return (
    <svg aria-hidden="true" className={`block h-7 overflow-visible ${className}`}>
      {ticks.map((at) => (
        <line
          key={at}
          x1={x(at)}
          x2={x(at)}
          y2="100%"
          className={at === 0 ? "stroke-line2" : "stroke-line"}
        />
      ))}
      <line x1={x(lowWhisker)} x2={x(highWhisker)} y1="14" y2="14" className="stroke-text3" />
      {tick(lowWhisker, 10, 18, "stroke-text3")}
      {tick(highWhisker, 10, 18, "stroke-text3")}
      <rect x={x(lowerQuartile)} width={width} y="7" height="14" rx="2" className="fill-track stroke-text3" />
      {tick(median, 6, 22, "stroke-text stroke-2")}
      {mean === undefined || !isInside(mean) ? null : (
        <circle cx={x(mean)} cy="14" r="3.5" className="fill-accent stroke-surface" />
      )}
      {highWhisker > high ? (
        <svg x="100%" className="overflow-visible">
          <path d="M3 10l4 4l-4 4" className={arrow} />
        </svg>
      ) : null}
      {lowWhisker < low ? <path d="M-3 10l-4 4l4 4" className={arrow} /> : null}
    </svg>
  );
}
