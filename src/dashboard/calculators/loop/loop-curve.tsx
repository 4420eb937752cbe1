// The net rate over the leverage, and the same with dearer borrowing: two straight lines.
import type { ReactNode } from "react";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { loopNetApy } from "../../../finance/loop.ts";
import { formatRate, formatMultiple, formatPoints, inWords } from "../../format/number.ts";

const width = 336;
const height = 118;
const plot = { left: 56, right: width - 12, top: 10, bottom: height - 22 };

/** By how much dearer borrowing is tried out, a fraction per year. */
export const stress = 0.005;

export function LoopCurve({
  supplyApy,
  borrowApy,
  leverage,
  limit,
}: {
  readonly supplyApy: Ratio;
  readonly borrowApy: Ratio;
  readonly leverage: number;
  readonly limit: number;
}): ReactNode {
  const dearer = ratio(borrowApy + stress);
  const at = (cost: Ratio | undefined, place: number): number | undefined =>
    loopNetApy({ supplyApy, borrowApy: cost, leverage: place });
  const ends = [at(borrowApy, 1), at(borrowApy, limit), at(dearer, limit), at(borrowApy, leverage)];
  const [start, end, stressed, mine] = ends;
  if (start === undefined || end === undefined || stressed === undefined || mine === undefined || limit <= 1)
    return null;
  const high = Math.max(0, start, end, stressed);
  const low = Math.min(0, start, end, stressed);
  if (high === low) return null;
  const xOf = (place: number): number => plot.left + ((place - 1) / (limit - 1)) * (plot.right - plot.left);
  const yOf = (rate: number): number =>
    plot.bottom - ((rate - low) / (high - low)) * (plot.bottom - plot.top);
  return (
    <figure className="mt-2">
      <svg viewBox={`0 0 ${width} ${height}`} className="h-auto w-full" aria-hidden="true">
        {[...new Set([high, 0, low])].map((rate) => (
          <g key={rate}>
            <line x1={plot.left} x2={plot.right} y1={yOf(rate)} y2={yOf(rate)} className="stroke-line" />
            <text x={plot.left - 6} y={yOf(rate) + 4} textAnchor="end" className="fill-text3 text-[11px]">
              {inWords(formatRate(ratio(rate), "short"))}
            </text>
          </g>
        ))}
        <line
          x1={xOf(1)}
          y1={yOf(start)}
          x2={xOf(limit)}
          y2={yOf(stressed)}
          className="stroke-text2"
          strokeDasharray="4 3"
        />
        <line
          x1={xOf(1)}
          y1={yOf(start)}
          x2={xOf(limit)}
          y2={yOf(end)}
          className="stroke-text"
          strokeWidth={1.5}
        />
        <line
          x1={xOf(leverage)}
          x2={xOf(leverage)}
          y1={plot.top}
          y2={plot.bottom}
          className="stroke-accent"
          strokeWidth={1.5}
        />
        <circle
          cx={xOf(leverage)}
          cy={yOf(mine)}
          r={4}
          className="fill-surface stroke-accent"
          strokeWidth={2}
        />
        {[1, limit].map((place) => (
          <text
            key={place}
            x={xOf(place)}
            y={height - 6}
            textAnchor={place === 1 ? "start" : "end"}
            className="fill-text3 text-[11px]"
          >
            {formatMultiple(place).text}
          </text>
        ))}
      </svg>
      <figcaption className="text-tiny text-text3">
        Net APY by leverage; dashed with borrowing {inWords(formatPoints(ratio(stress), "distance"))} dearer.
      </figcaption>
    </figure>
  );
}
