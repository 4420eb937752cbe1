// The last 90 days of a figure, small, with the threshold of a rule and where it would have rung.
import type { ReactNode } from "react";
import { formatAxisTime } from "../../../format/time.ts";

interface RingChartProps {
  /** One a day, the oldest first; undefined where nothing is known. */
  readonly values: readonly (number | undefined)[];
  readonly threshold: number | undefined;
  /** Positions in `values`. */
  readonly rings: readonly number[];
  /** When the first value is of, in ms since the epoch. */
  readonly from: number;
  readonly format: (value: number) => string;
}

export function RingChart({ values, threshold, rings, from, format }: RingChartProps): ReactNode {
  const known = values.filter((value) => value !== undefined);
  const least = Math.min(...known);
  const most = Math.max(...known);
  const seen = threshold === undefined ? [least, most] : [least, most, threshold];
  const spread = Math.max(...seen) - Math.min(...seen) || Math.abs(most) || 0.01;
  // A threshold far off keeps to the edge, dashed and with an arrow: the line is what is to be read.
  const reach = 2 * (most - least || Math.abs(most) || 0.01);
  const below = Math.max(Math.min(...seen), least - reach) - spread * 0.08;
  // What is never under 0 has no axis that is.
  const low = Math.min(...seen) < 0 ? below : Math.max(0, below);
  const high = Math.min(Math.max(...seen), most + reach) + spread * 0.08;
  const x = (position: number): number => (position / Math.max(1, values.length - 1)) * 100;
  const y = (value: number): number => Math.min(100, Math.max(0, ((high - value) / (high - low)) * 100));
  const last = known.at(-1);
  const beyond = threshold === undefined ? "" : threshold > high ? " ↑" : threshold < low ? " ↓" : "";
  return (
    <div aria-hidden="true" className="flex gap-2 text-tiny text-text3 forced-color-adjust-none">
      <div className="flex w-16 shrink-0 flex-col justify-between pb-4 text-right whitespace-nowrap">
        <span>{format(high)}</span>
        <span>{format(low)}</span>
      </div>
      <div className="min-w-0 flex-1">
        <div className="relative h-20 border-y border-line">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
            <path
              d={pathOf(values, x, y)}
              fill="none"
              stroke="var(--text)"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {threshold === undefined ? null : (
            <span
              className={`absolute inset-x-0 border-t-[1.5px] border-accent ${beyond === "" ? "" : "border-dashed"}`}
              style={{ top: `${String(y(threshold))}%` }}
            />
          )}
          {rings.map((position) => (
            <span
              key={position}
              className="absolute size-2 -translate-1/2 rounded-full border-[1.5px] border-accent bg-raised"
              style={{ left: `${String(x(position))}%`, top: `${String(y(threshold ?? 0))}%` }}
            />
          ))}
        </div>
        <div className="flex justify-between pt-0.5">
          <span>{formatAxisTime(from, "day")}</span>
          <span>now</span>
        </div>
      </div>
      <div className="relative w-16 shrink-0">
        <div className="relative h-20">
          {last === undefined ? null : (
            <span
              className="absolute -translate-y-1/2 whitespace-nowrap text-text"
              style={{
                top: `${String(apart(y(last), threshold === undefined ? undefined : y(threshold)))}%`,
              }}
            >
              {format(last)}
            </span>
          )}
          {threshold === undefined ? null : (
            <span
              className="absolute -translate-y-1/2 whitespace-nowrap text-accent"
              style={{ top: `${String(y(threshold))}%` }}
            >
              {format(threshold)}
              {beyond}
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/** Keeps a label off another's lines; all in percent of the height. */
function apart(at: number, other: number | undefined): number {
  const room = 18;
  if (other === undefined || Math.abs(at - other) >= room) return at;
  return at < other
    ? other - room < 0
      ? other + room
      : other - room
    : other + room > 100
      ? other - room
      : other + room;
}

function pathOf(
  values: readonly (number | undefined)[],
  x: (position: number) => number,
  y: (value: number) => number,
): string {
  let pen = "M";
  return values
    .map((value, position) => {
      if (value === undefined) {
        pen = "M";
        return "";
      }
      const point = `${pen}${String(Math.round(x(position) * 100) / 100)} ${String(Math.round(y(value) * 100) / 100)}`;
      pen = "L";
      return point;
    })
    .join("");
}
