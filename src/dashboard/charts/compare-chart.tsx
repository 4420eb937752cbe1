// Several markets over the same stretch of time: each line has its own colour, dash and letter, so colour is never alone.
import type { ReactNode } from "react";
import { CartesianGrid, Line, LineChart, ReferenceDot, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { ratio } from "../../contract/units.ts";
import { formatGrowth, formatRate } from "../format/number.ts";
import { formatDay, formatMoment } from "../format/time.ts";
import type { HistoryResolution } from "../../contract/history.ts";
import { rateDomain, rateTicks } from "./history-series.ts";
import { seriesStyle } from "./series-style.ts";

/** One line: its letter (A to H), its name, and one value per time of the shared grid; null is a gap. */
export interface CompareLine {
  readonly letter: string;
  readonly name: string;
  readonly values: readonly (number | null)[];
}

interface CompareChartProps {
  readonly title: string;
  readonly description: string;
  /** Milliseconds, ascending; as long as each line's values. */
  readonly times: readonly number[];
  readonly lines: readonly CompareLine[];
  /** `rate`: fractions per year from zero. `growth`: value of one dollar, around one. */
  readonly measure: "rate" | "growth";
  readonly resolution: HistoryResolution;
}

/** The share of the height of the chart that a letter takes. */
const letterHeight = 0.05;

const axisText = { fill: "var(--text3)", fontSize: 11 };

export function CompareChart(props: CompareChartProps): ReactNode {
  const { title, description, times, lines, measure, resolution } = props;
  const show = (value: number): string =>
    measure === "rate" ? formatRate(ratio(value)).text : formatGrowth(value).text;
  const data = times.map((time, index) => {
    const point: Record<string, number | string | null> = { time };
    for (const line of lines) point[line.letter] = line.values[index] ?? null;
    return point;
  });
  const domain = rateDomain(lines.flatMap((line) => line.values));
  const moment = resolution === "1h" ? formatMoment : formatDay;
  return (
    <LineChart
      responsive
      style={{ width: "100%", height: 280 }}
      data={data}
      margin={{ top: 12, right: 28, bottom: 0, left: 0 }}
      title={title}
      desc={description}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        dataKey="time"
        type="number"
        scale="time"
        domain={["dataMin", "dataMax"]}
        minTickGap={48}
        tickFormatter={(value: number) => formatDay(value)}
        tick={axisText}
        tickLine={false}
        axisLine={{ stroke: "var(--line2)" }}
      />
      {measure === "rate" ? (
        <YAxis
          width={58}
          domain={[domain[0], domain[1]]}
          ticks={rateTicks(domain)}
          tickFormatter={show}
          tick={axisText}
          tickLine={false}
          axisLine={false}
        />
      ) : (
        <YAxis
          width={58}
          domain={["auto", "auto"]}
          tickFormatter={show}
          tick={axisText}
          tickLine={false}
          axisLine={false}
        />
      )}
      {measure === "rate" && domain[0] < 0 ? <ReferenceLine y={0} stroke="var(--line2)" /> : null}
      {lines.map((line, index) => (
        <Line
          key={line.letter}
          dataKey={line.letter}
          name={line.name}
          type="linear"
          stroke={seriesStyle(index).colour}
          strokeDasharray={seriesStyle(index).dash}
          strokeWidth={1.75}
          dot={false}
          connectNulls={false}
          isAnimationActive={false}
        />
      ))}
      {lineEnds(times, lines, measure === "rate" ? 0 : 1).map((end) => (
        <ReferenceDot
          key={end.letter}
          x={end.time}
          y={end.place}
          r={0}
          label={{
            value: end.letter,
            position: "right",
            fill: "var(--text)",
            fontSize: 11,
            fontWeight: 600,
          }}
        />
      ))}
      <Tooltip
        isAnimationActive={false}
        content={({ label, payload }) =>
          typeof label === "number" ? (
            <div className="rounded-control bg-raised px-3 py-2 text-small shadow-float">
              <p className="font-semibold">{moment(label)}</p>
              <dl className="grid grid-cols-[auto_auto] gap-x-4">
                {lines.map((line) => {
                  const value = payload.find((entry) => entry.dataKey === line.letter)?.value;
                  return (
                    <div key={line.letter} className="contents">
                      <dt className="text-text2">
                        {line.letter} {line.name}
                      </dt>
                      <dd className="text-right font-semibold">
                        {typeof value === "number" ? show(value) : "no data"}
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </div>
          ) : null
        }
      />
    </LineChart>
  );
}

/**
 * Where the letter of each line stands: at its last known value, moved up where it would cover the letter below it. Only the
 * letter moves; the line ends where it ends.
 *
 * @param floor the value the axis holds in any case: 0 for rates, 1 for the growth of a dollar
 */
function lineEnds(
  times: readonly number[],
  lines: readonly CompareLine[],
  floor: number,
): readonly { letter: string; time: number; place: number }[] {
  const known = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const gap = (Math.max(...known) - Math.min(floor, ...known)) * letterHeight;
  const ends = lines.flatMap((line) => {
    const index = line.values.findLastIndex((value) => value !== null);
    const time = times[index];
    const value = line.values[index];
    return time === undefined || typeof value !== "number" ? [] : [{ letter: line.letter, time, value }];
  });
  let below = Number.NEGATIVE_INFINITY;
  return ends
    .toSorted((a, b) => a.value - b.value)
    .map(({ letter, time, value }) => {
      below = Math.max(value, below + gap);
      return { letter, time, place: below };
    });
}
