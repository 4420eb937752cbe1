// The past of one price as a line, its highest and lowest marked. Recharts lives in lazy chunks only.
import { nice, ticks } from "d3-array";
import { useEffect, type ReactNode } from "react";
import { CartesianGrid, Line, LineChart, ReferenceDot, Tooltip, XAxis, YAxis } from "recharts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { formatAxisTime } from "../../format/time.ts";
import { timeText, valueText, type HistoryGrid } from "../history-lines.ts";
import { timeTicks } from "../history-series.ts";
import { LineEnds } from "../line-ends.tsx";
import { haloed } from "../surroundings.tsx";
import { priceTick, type PriceEnds, type PriceUnit } from "./price-series.ts";

export interface PriceChartProps {
  /** For the chart's accessible name. */
  readonly title: string;
  readonly description: string;
  readonly grid: HistoryGrid;
  readonly unit: PriceUnit;
  readonly ends: PriceEnds;
  /** No room for words at the end of the line. */
  readonly narrow: boolean;
}

const height = 268;
const axisText = { fill: "var(--text3)", fontSize: 12 };

export function PriceChart({ title, description, grid, unit, ends, narrow }: PriceChartProps): ReactNode {
  const { times, lines, liveAt } = grid;
  const [line] = lines;
  const [first] = times;
  const last = times.at(-1);
  if (line === undefined || first === undefined || last === undefined) return null;
  const { low, high } = ends;
  const domain = nice(low.value, high.value === low.value ? low.value * 1.001 : high.value, 4);
  const levels = ticks(...domain, 4);
  const step = (levels[1] ?? domain[1]) - (levels[0] ?? domain[0]);
  const { by, ticks: marks } = timeTicks(first, last);
  const now = line.values.at(-1) ?? undefined;
  // The mark of an extreme at the very end would stand under that of now.
  const marked = [
    { ...high, word: "high", position: "top" },
    { ...low, word: "low", position: "bottom" },
  ] as const;
  return (
    <LineChart
      responsive
      className="[&_.recharts-surface]:overflow-visible"
      style={{ width: "100%", height }}
      data={times.map((time, at) => ({ time, price: line.values[at] ?? null }))}
      margin={{ top: 24, right: narrow ? 14 : 104, bottom: 4, left: 0 }}
      title={title}
      desc={description}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        dataKey="time"
        type="number"
        scale="time"
        domain={["dataMin", "dataMax"]}
        ticks={marks}
        minTickGap={16}
        tickFormatter={(value: number) => formatAxisTime(value, by)}
        tick={axisText}
        tickLine={false}
        axisLine={{ stroke: "var(--line2)" }}
        height={24}
      />
      <YAxis
        domain={domain}
        ticks={levels}
        tickFormatter={(value: number) => priceTick(value, step, unit)}
        tick={axisText}
        tickLine={false}
        axisLine={false}
        width={narrow ? 62 : 70}
      />
      <Line
        dataKey="price"
        name={line.name}
        type="linear"
        stroke="var(--text)"
        strokeWidth={1.75}
        dot={false}
        activeDot={{ r: 4, stroke: "var(--text)", strokeWidth: 2, fill: "var(--surface)" }}
        connectNulls={false}
        isAnimationActive={false}
      />
      {marked.map(({ time, value, word, position }) =>
        time === last ? null : (
          <ReferenceDot
            key={word}
            x={time}
            y={value}
            r={3.5}
            fill="var(--surface)"
            stroke="var(--text)"
            strokeWidth={1.5}
            label={{
              value: `${word} ${line.show(value)}`.replaceAll(" ", "\u00A0"),
              position,
              ...haloed,
              textAnchor: anchorOf((time - first) / (last - first)),
            }}
          />
        ),
      )}
      {liveAt === undefined || now === undefined ? null : (
        <ReferenceDot x={liveAt} y={now} r={4} fill="var(--text)" stroke="none" />
      )}
      <LineEnds
        ends={
          narrow || now === undefined || liveAt === undefined
            ? []
            : [{ value: now, text: `${line.show(now)} now` }]
        }
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--text3)", strokeDasharray: "3 3" }}
        content={({ label }) => <PriceFact grid={grid} index={times.findIndex((time) => time === label)} />}
      />
    </LineChart>
  );
}

/** Words at an end of the line grow towards its middle. */
function anchorOf(share: number): "start" | "middle" | "end" {
  return share < 0.1 ? "start" : share > 0.9 ? "end" : "middle";
}

function PriceFact({ grid, index }: { readonly grid: HistoryGrid; readonly index: number }): ReactNode {
  const announce = useAnnounce();
  const [line] = grid.lines;
  const time = grid.times[index];
  const value = line === undefined ? undefined : (valueText(line, index) ?? "no data");
  const when = time === undefined ? undefined : timeText(grid, time);
  // A pointer shows where it is; the keys only say it.
  useEffect(() => {
    if (when !== undefined && document.activeElement?.closest(".recharts-wrapper") !== null)
      announce(`${when}, ${value ?? ""}`);
  }, [announce, when, value]);
  if (when === undefined) return null;
  return (
    <p className="rounded-control bg-raised px-3 py-2 text-small shadow-float">
      {when} <span className="ml-2 font-semibold">{value}</span>
    </p>
  );
}
