// How the rate falls with the size of a deposit: a small drawing, sizes on a logarithmic scale.
import type { ReactNode } from "react";
import { ratio, usd, type Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatRate, formatUsd, inWords } from "../format/number.ts";
import { sizeEffect } from "../market/row-values.ts";

const width = 336;
const height = 132;
const plot = { left: 44, right: width - 10, top: 8, bottom: height - 22 };
const least = 10_000;
const most = 10_000_000;
const steps = 48;
const marks = [10_000, 100_000, 1_000_000, 10_000_000] as const;

/** A size in the drawing, clamped to it. */
function xOf(size: number): number {
  const share = Math.log(Math.min(most, Math.max(least, size)) / least) / Math.log(most / least);
  return plot.left + share * (plot.right - plot.left);
}

export function SizeCurve({ row, size }: { readonly row: MarketRow; readonly size: Usd }): ReactNode {
  const edges: { readonly x: number; readonly low: number; readonly high: number }[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const at = usd(least * (most / least) ** (step / steps));
    const effect = sizeEffect(row, at, "total");
    if (at === undefined || effect?.low === undefined || effect.high === undefined) return null;
    edges.push({ x: xOf(at), low: effect.low, high: effect.high });
  }
  const top = Math.max(...edges.map(({ high }) => high));
  const bottom = Math.min(0, ...edges.map(({ low }) => low));
  if (top <= bottom) return null;
  const yOf = (rate: number): number =>
    plot.bottom - ((rate - bottom) / (top - bottom)) * (plot.bottom - plot.top);
  const at = (x: number, rate: number): string => `${x.toString()},${yOf(rate).toString()}`;
  const high = edges.map((edge) => at(edge.x, edge.high));
  const low = edges.map((edge) => at(edge.x, edge.low));
  const mine = sizeEffect(row, size, "total");
  return (
    <figure className="mt-2">
      <svg viewBox={`0 0 ${width} ${height}`} className="h-auto w-full" aria-hidden="true">
        {[top, (top + bottom) / 2, bottom].map((rate) => (
          <g key={rate}>
            <line x1={plot.left} x2={plot.right} y1={yOf(rate)} y2={yOf(rate)} className="stroke-line" />
            <text x={plot.left - 6} y={yOf(rate) + 4} textAnchor="end" className="fill-text3 text-[11px]">
              {inWords(formatRate(ratio(rate), "short"))}
            </text>
          </g>
        ))}
        {marks.map((mark) => (
          <text
            key={mark}
            x={xOf(mark)}
            y={height - 6}
            textAnchor={mark === least ? "start" : mark === most ? "end" : "middle"}
            className="fill-text3 text-[11px]"
          >
            {inWords(formatUsd(usd(mark), "short"))}
          </text>
        ))}
        <polygon points={[...high, ...low.toReversed()].join(" ")} className="fill-track" />
        <polyline points={high.join(" ")} className="fill-none stroke-text" strokeWidth={1.5} />
        <polyline points={low.join(" ")} className="fill-none stroke-text2" strokeWidth={1} />
        <line
          x1={xOf(size)}
          x2={xOf(size)}
          y1={plot.top}
          y2={plot.bottom}
          className="stroke-accent"
          strokeWidth={1.5}
        />
        {mine?.high === undefined ? null : (
          <circle
            cx={xOf(size)}
            cy={yOf(mine.high)}
            r={4}
            className="fill-surface stroke-accent"
            strokeWidth={2}
          />
        )}
      </svg>
      <figcaption className="text-tiny text-text3">
        The rate left at each size, from $10k to $10M. The band is how far the base may fall.
      </figcaption>
    </figure>
  );
}
