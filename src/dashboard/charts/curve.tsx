import type { ReactNode } from "react";
import { ratio } from "../../contract/units.ts";
import { formatRateTick, inWords } from "../../domain/format/number.ts";

const [width, height] = [336, 126];
const plot = { left: 64, right: width - 12, top: 10, bottom: height - 22 };
const words = "fill-text3 text-[12px]";

interface CurveProps {
  readonly rates: readonly number[];
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  readonly chosen: { readonly at: number; readonly rate: number | undefined };
  readonly caption: ReactNode;
  /** Called with a function that maps a position (0 to 1) and a rate to a point. */
  readonly children: (point: (at: number, rate: number) => string) => ReactNode;
}

export function Curve({ rates, marks, chosen, caption, children }: CurveProps): ReactNode {
  const low = Math.min(...rates);
  const high = Math.max(...rates);
  if (!(high > low)) return null;
  const xOf = (at: number): number => plot.left + at * (plot.right - plot.left);
  const yOf = (rate: number): number =>
    plot.bottom - ((rate - low) / (high - low)) * (plot.bottom - plot.top);
  const x = xOf(chosen.at);
  return (
    // Limited, because its text grows with it.
    <figure className="mt-2 max-w-sm">
      <svg viewBox={`0 0 ${width} ${height}`} className="h-auto w-full overflow-visible" aria-hidden="true">
        {apart(rates, yOf).map((rate) => (
          <g key={rate}>
            <line x1={plot.left} x2={plot.right} y1={yOf(rate)} y2={yOf(rate)} className="stroke-line" />
            <text x={plot.left - 6} y={yOf(rate) + 4} textAnchor="end" className={words}>
              {inWords(formatRateTick(ratio(rate)))}
            </text>
          </g>
        ))}
        {marks.map(({ at, text }) => (
          <text
            key={at}
            x={xOf(at)}
            y={height - 6}
            textAnchor={at === 0 ? "start" : at === 1 ? "end" : "middle"}
            className={words}
          >
            {text}
          </text>
        ))}
        {children((at, rate) => `${xOf(at).toString()},${yOf(rate).toString()}`)}
        <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} className="stroke-accent" strokeWidth={1.5} />
        {chosen.rate === undefined ? null : (
          <circle cx={x} cy={yOf(chosen.rate)} r={4} className="fill-surface stroke-accent" strokeWidth={2} />
        )}
      </svg>
      <figcaption className="text-tiny text-text3">{caption}</figcaption>
    </figure>
  );
}

const labelHeight = 14;

function apart(rates: readonly number[], yOf: (rate: number) => number): readonly number[] {
  return rates.filter((rate, at) =>
    rates.slice(0, at).every((other) => Math.abs(yOf(other) - yOf(rate)) >= labelHeight),
  );
}
