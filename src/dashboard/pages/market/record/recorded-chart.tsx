// One recorded figure as a small line under the others, all on one axis of time; what flowed is a bar for each day.
import type { ReactNode } from "react";
import { dayMs, startOfDay } from "../../../../contract/units.ts";
import type { RecordedLine, RecordedLines } from "./recorded-lines.ts";
import { axisOf } from "./recorded-lines.ts";

const height = 84;
const styles: Readonly<Record<RecordedLine["id"], { readonly stroke: string; readonly dash?: string }>> = {
  borrowApy: { stroke: "var(--text2)", dash: "5 3" },
  rewardApy: { stroke: "var(--reward)" },
  utilization: { stroke: "var(--text2)" },
  flow: { stroke: "var(--text2)" },
  available: { stroke: "var(--text2)" },
  baseDepositApy: { stroke: "var(--base)" },
};

/** The mark of a line beside its name. */
export function LineMark({ id }: { readonly id: RecordedLine["id"] }): ReactNode {
  const { stroke, dash } = styles[id];
  return (
    <svg viewBox="0 0 16 2" aria-hidden="true" className="h-0.5 w-4">
      <path d="M0 1H16" stroke={stroke} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
}

export interface ChartTime {
  readonly first: number;
  readonly last: number;
  /** When the record of the market begins. */
  readonly since: number;
}

/** The place of a moment between the first and the last, as a part of the width in percent, within 0 and 100. */
export function placeOf(time: number, { first, last }: ChartTime): number {
  return Math.min(100, Math.max(0, (100 * (time - first)) / Math.max(1, last - first)));
}

/** Words in a stretch narrower than this, in percent of the width, would not fit; nor on a phone in one that is not that much wider. */
const leastLabelled = 14;
const leastOnPhone = 38;

export function RecordedChart({
  grid: { times, gaps },
  line,
  time,
  kink,
  marks,
  at,
  end,
}: {
  readonly grid: RecordedLines;
  readonly line: RecordedLine;
  readonly time: ChartTime;
  readonly kink: number;
  /** Moments at which terms were changed. */
  readonly marks: readonly number[];
  /** The step a pointer is at. */
  readonly at: number | undefined;
  /** What stands beside the line, and what is said of it. */
  readonly end: readonly [figure: string, note: string];
}): ReactNode {
  const [low, high] = axisOf(line, kink);
  const y = (value: number): number => height - ((value - low) / (high - low)) * height;
  const { stroke, dash } = styles[line.id];
  const began = placeOf(time.since, time);
  const shown = at === undefined ? undefined : times[at];
  return (
    <figure className="grid grid-cols-[48px_minmax(0,1fr)] pr-3.5 md:grid-cols-[58px_minmax(0,1fr)_92px] md:pr-0">
      <figcaption className="col-start-2 pt-1 text-small font-medium text-text2">{line.name}</figcaption>
      <div
        aria-hidden="true"
        className="col-start-1 flex flex-col justify-between pr-1 text-right text-tiny whitespace-nowrap text-text3 md:pr-2"
      >
        <span>{line.axis(high)}</span>
        <span>{line.axis(low)}</span>
      </div>
      <div className="relative border-y border-line" style={{ height }}>
        {began <= 0 ? null : (
          <Stretch
            from={0}
            to={began}
            word="not recorded yet"
            className="border-r border-line2 bg-[repeating-linear-gradient(135deg,var(--track)_0_1px,transparent_1px_7px)]"
          />
        )}
        {gaps.map(({ from, to }) => (
          <Stretch
            key={from}
            from={placeOf(from, time)}
            to={placeOf(to, time)}
            word="no data"
            className="bg-track"
          />
        ))}
        <svg
          viewBox={`0 0 100 ${String(height)}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full overflow-visible"
        >
          {line.id === "utilization" ? (
            <path
              d={`M${String(began)} ${String(y(kink))}H100`}
              stroke="var(--text3)"
              strokeDasharray="2 3"
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
          {marks.map((moment) => (
            <path
              key={moment}
              d={`M${String(placeOf(moment, time))} 0V${String(height)}`}
              stroke="var(--text3)"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {shown === undefined ? null : (
            <path
              d={`M${String(placeOf(shown, time))} 0V${String(height)}`}
              stroke="var(--accent)"
              vectorEffect="non-scaling-stroke"
            />
          )}
          {line.id === "flow" ? (
            <FlowBars values={line.values} times={times} time={time} y={y} />
          ) : (
            <path
              d={pathOf(line.values, times, (moment) => placeOf(moment, time), y)}
              fill="none"
              stroke={stroke}
              strokeWidth="1.75"
              strokeDasharray={dash}
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
      </div>
      <p className="self-center pl-3 text-small font-semibold max-md:col-start-2 max-md:pl-0">
        {end[0]}
        <span className="text-tiny font-normal text-text2 max-md:ml-1.5 md:block">{end[1]}</span>
      </p>
    </figure>
  );
}

function Stretch({
  from,
  to,
  word,
  className,
}: {
  readonly from: number;
  readonly to: number;
  readonly word: string;
  readonly className: string;
}): ReactNode {
  return (
    <span
      className={`absolute inset-y-0 flex items-center justify-center overflow-hidden text-tiny whitespace-nowrap text-text2 ${className}`}
      style={{ left: `${String(from)}%`, width: `${String(to - from)}%` }}
    >
      {to - from < leastLabelled ? null : (
        <span className={to - from < leastOnPhone ? "max-md:hidden" : undefined}>{word}</span>
      )}
    </span>
  );
}

/** Of its day a bar leaves a part free on either side. */
const barShare = 0.7;

/** A bar for each day: what came in stands full above the line of nothing, what went out hangs empty under it. */
function FlowBars({
  values,
  times,
  time,
  y,
}: {
  readonly values: readonly (number | null)[];
  readonly times: readonly number[];
  readonly time: ChartTime;
  readonly y: (value: number) => number;
}): ReactNode {
  const byDay = new Map(
    times.flatMap((moment, at) => {
      const value = values[at] ?? null;
      return value === null ? [] : [[startOfDay(moment), value] as const];
    }),
  );
  const margin = ((1 - barShare) / 2) * dayMs;
  return (
    <>
      <path
        d={`M${String(placeOf(time.since, time))} ${String(y(0))}H100`}
        stroke="var(--line2)"
        vectorEffect="non-scaling-stroke"
      />
      {[...byDay].map(([day, value]) => {
        const left = placeOf(day + margin, time);
        return (
          <rect
            key={day}
            x={left}
            width={placeOf(day + dayMs - margin, time) - left}
            y={y(Math.max(0, value))}
            height={Math.abs(y(value) - y(0))}
            fill={value > 0 ? "var(--text2)" : "var(--surface)"}
            stroke="var(--text2)"
            vectorEffect="non-scaling-stroke"
          />
        );
      })}
    </>
  );
}

/** Broken where nothing is known; what is known for one step alone is a dot. */
function pathOf(
  values: readonly (number | null)[],
  times: readonly number[],
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let path = "";
  values.forEach((value, index) => {
    if (value === null) return;
    const point = `${String(x(times[index] ?? 0))} ${String(y(value))}`;
    const before = values[index - 1] ?? null;
    path += before === null ? `M${point}h0` : `L${point}`;
  });
  return path;
}
