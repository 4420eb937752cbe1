import type { ReactNode } from "react";
import { usd, type Usd } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { formatUsd, inWords } from "../../domain/format/number.ts";
import { sizeEffect } from "../../domain/market/row-values.ts";
import { Curve } from "../charts/curve.tsx";

const least = 10_000;
const most = 10_000_000;
const steps = 48;
const marks = [least, 100_000, 1_000_000, most] as const;

function placeOf(size: number): number {
  return Math.log(Math.min(most, Math.max(least, size)) / least) / Math.log(most / least);
}

export function SizeCurve({ row, size }: { readonly row: MarketRow; readonly size: Usd }): ReactNode {
  const edges: { readonly at: number; readonly low: number; readonly high: number }[] = [];
  for (let step = 0; step <= steps; step += 1) {
    const at = step / steps;
    const effect = sizeEffect(row, usd(least * (most / least) ** at), "total");
    if (effect?.low === undefined || effect.high === undefined) return null;
    edges.push({ at, low: effect.low, high: effect.high });
  }
  const top = Math.max(...edges.map(({ high }) => high));
  const bottom = Math.min(0, ...edges.map(({ low }) => low));
  return (
    <Curve
      rates={[top, (top + bottom) / 2, bottom]}
      marks={marks.map((mark) => ({ at: placeOf(mark), text: inWords(formatUsd(usd(mark), "short")) }))}
      chosen={{ at: placeOf(size), rate: sizeEffect(row, size, "total")?.high }}
      caption="APY by deposit size; shaded: possible range"
    >
      {(point) => {
        const high = edges.map((edge) => point(edge.at, edge.high));
        const low = edges.map((edge) => point(edge.at, edge.low));
        return (
          <>
            <polygon points={[...high, ...low.toReversed()].join(" ")} className="fill-base-area" />
            <polyline points={high.join(" ")} className="fill-none stroke-base" strokeWidth={1.75} />
            <polyline
              points={low.join(" ")}
              className="fill-none stroke-base"
              strokeWidth={1}
              strokeDasharray="3 2"
            />
          </>
        );
      }}
    </Curve>
  );
}
