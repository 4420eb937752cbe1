// Several markets over the same stretch of time: each line has its own colour, dash and letter, so colour is never alone.
import type { ReactNode } from "react";
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  Tooltip,
  usePlotArea,
  useYAxisScale,
  XAxis,
  YAxis,
} from "recharts";
import { ratio } from "../../contract/units.ts";
import { formatRate, formatGrowth, inWords } from "../format/number.ts";
import { formatAxisTime, formatDay, formatMoment } from "../format/time.ts";
import type { HistoryResolution } from "../../contract/history.ts";
import { rateDomain, rateTicks, timeTicks } from "./history-series.ts";
import { spreadOut } from "./line-ends.ts";
import { seriesLetters, seriesStyle } from "./series-style.ts";

/** One line: its letter (A to H), its name, and one value per time of the shared grid; null is a gap. */
export interface CompareLine {
  readonly letter: string;
  readonly name: string;
  /** A few letters that tell the line from the others, to stand at its end. */
  readonly shortName: string;
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
  /** On a phone the lines end in their letters alone. */
  readonly narrow: boolean;
}

/** A letter belongs to one colour and dash wherever it stands, also when a market before it has no line. */
function styleOf(line: CompareLine): { colour: string; dash: string } {
  return seriesStyle(seriesLetters.findIndex((letter) => letter === line.letter));
}

const axisText = { fill: "var(--text3)", fontSize: 11 };

export function CompareChart(props: CompareChartProps): ReactNode {
  const { title, description, times, lines, measure, resolution, narrow } = props;
  const show = (value: number): string =>
    measure === "rate" ? inWords(formatRate(ratio(value))) : formatGrowth(value).text;
  const data = times.map((time, index) => {
    const point: Record<string, number | string | null> = { time };
    for (const line of lines) point[line.letter] = line.values[index] ?? null;
    return point;
  });
  const domain = rateDomain(lines.flatMap((line) => line.values));
  const { by, ticks } = timeTicks(times[0] ?? 0, times.at(-1) ?? 0);
  const moment = resolution === "1h" ? formatMoment : formatDay;
  return (
    <LineChart
      responsive
      style={{ width: "100%", height: 280 }}
      data={data}
      margin={{ top: 12, right: narrow ? 30 : 196, bottom: 0, left: 0 }}
      title={title}
      desc={description}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        dataKey="time"
        type="number"
        scale="time"
        domain={["dataMin", "dataMax"]}
        ticks={ticks}
        minTickGap={16}
        tickFormatter={(value: number) => formatAxisTime(value, by)}
        tick={axisText}
        tickLine={false}
        axisLine={{ stroke: "var(--line2)" }}
      />
      {measure === "rate" ? (
        <YAxis
          width={narrow ? 48 : 52}
          domain={[domain[0], domain[1]]}
          ticks={rateTicks(domain)}
          tickFormatter={(value: number) => inWords(formatRate(ratio(value), "short"))}
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
      {lines.map((line) => (
        <Line
          key={line.letter}
          dataKey={line.letter}
          name={line.name}
          type="linear"
          stroke={styleOf(line).colour}
          strokeDasharray={styleOf(line).dash}
          strokeWidth={1.75}
          dot={false}
          connectNulls={false}
          isAnimationActive={false}
        />
      ))}
      <LineEnds lines={lines} show={show} narrow={narrow} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--text3)", strokeDasharray: "3 3" }}
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

const frame = 18;

/** At the end of each line its letter in its colour, its last value and its name. Only the words move apart, never a line. */
function LineEnds({
  lines,
  show,
  narrow,
}: {
  readonly lines: readonly CompareLine[];
  readonly show: (value: number) => string;
  readonly narrow: boolean;
}): ReactNode {
  const area = usePlotArea();
  const scale = useYAxisScale();
  if (area === undefined || scale === undefined) return null;
  const ends = lines.flatMap((line) => {
    const value = line.values.findLast((candidate) => candidate !== null);
    const place = typeof value === "number" ? scale(value) : undefined;
    return typeof value === "number" && place !== undefined ? [{ line, value, place }] : [];
  });
  const places = spreadOut(
    ends.map((end) => end.place),
    frame + 4,
    area.y,
    area.y + area.height,
  );
  const left = area.x + area.width + 8;
  return (
    // The description of the chart and the table after it say the same.
    <g aria-hidden="true">
      {ends.map(({ line, value }, index) => {
        const middle = places[index] ?? 0;
        const text = { y: middle, dominantBaseline: "central", fontSize: 11 } as const;
        return (
          <g key={line.letter}>
            <rect
              x={left}
              y={middle - frame / 2}
              width={frame}
              height={frame}
              rx={4}
              fill="var(--surface)"
              stroke={styleOf(line).colour}
              strokeWidth={2}
            />
            <text {...text} x={left + frame / 2} textAnchor="middle" fill="var(--text)" fontWeight={600}>
              {line.letter}
            </text>
            {narrow ? null : (
              <>
                <text {...text} x={left + frame + 8} fontSize={12} fill="var(--text)" fontWeight={600}>
                  {show(value)}
                </text>
                <text {...text} x={left + frame + 68} fill="var(--text2)">
                  {line.shortName}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}
