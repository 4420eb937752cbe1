import type { ReactNode } from "react";

interface Mark {
  readonly at: number;
  readonly text: string;
  readonly isZero?: boolean;
}

const label = "fill-text3 text-[12px]";

export function ScatterPlot({
  width,
  height,
  plot: { left, right, top, bottom },
  rows,
  columns,
  children,
}: {
  readonly width: number;
  readonly height: number;
  readonly plot: Readonly<Record<"left" | "right" | "top" | "bottom", number>>;
  readonly rows: readonly Mark[];
  readonly columns: readonly Mark[];
  /** Paths instead of an element per dot: there may be thousands. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    <svg
      width={width}
      height={height}
      aria-hidden="true"
      className="absolute inset-0 block will-change-transform"
    >
      {rows.map(({ at, text, isZero }) => (
        <g key={at}>
          <line x1={left} x2={right} y1={at} y2={at} className={isZero ? "stroke-line2" : "stroke-line"} />
          <text x={left - 6} y={at + 4} textAnchor="end" className={label}>
            {text}
          </text>
        </g>
      ))}
      {columns.map(({ at, text }, index) => (
        <g key={at}>
          <line x1={at} x2={at} y1={top} y2={bottom} className="stroke-line" />
          <text
            x={at}
            y={height - 8}
            textAnchor={index + 1 < columns.length ? "middle" : "end"}
            className={label}
          >
            {text}
          </text>
        </g>
      ))}
      {children}
    </svg>
  );
}
