import type { ReactNode } from "react";
import { Area, Line } from "recharts";
import type { ChartRow, ChartSeries } from "./chart-series.ts";
import { Bars } from "./plot-marks.tsx";
import { seriesStyle } from "./series-letter.tsx";

export function SeriesShape({
  series,
  index,
  isRead,
  splitAt,
}: {
  readonly series: ChartSeries;
  readonly index: number;
  readonly isRead: boolean;
  readonly splitAt: ReadonlySet<number>;
}): ReactNode {
  const { shape, fill = "var(--track)" } = series;
  const { color, dash } = styleOf(series);
  const isTotal = shape === "total";
  const isPart = shape === "stacked";
  const shared = {
    // Recharts expects null for a gap. A stacked part of 0 would hide the line below it.
    dataKey: ({ at, values }: ChartRow) =>
      (isTotal && splitAt.has(at)) || (isPart && values[index] === 0) ? null : (values[index] ?? null),
    name: series.label,
    type: "linear",
    stroke: color,
    activeDot: isRead && { r: 4, stroke: color, strokeWidth: 2, fill: "var(--surface)" },
    connectNulls: false,
    isAnimationActive: false,
  } as const;
  if (shape === "bars")
    return (
      <>
        <Bars series={series} />
        {/* Recharts draws the value axis only if there is a series. */}
        <Line {...shared} stroke="none" dot={false} activeDot={false} />
      </>
    );
  if (shape === "area") return <Area {...shared} strokeWidth={1} fill={fill} fillOpacity={0.7} />;
  if (isTotal) return <Area {...shared} strokeWidth={1.75} fill={fill} fillOpacity={1} />;
  if (isPart) return <Area {...shared} stackId="parts" strokeWidth={1.75} fill={fill} fillOpacity={1} />;
  return <Line {...shared} strokeWidth={1.75} strokeDasharray={dash} dot={false} />;
}

export function styleOf({ seriesIndex, color = "var(--text)", dash = "none" }: ChartSeries) {
  return seriesIndex === undefined ? { color, dash } : seriesStyle(seriesIndex);
}
