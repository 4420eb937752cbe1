// One path per type, so ten thousand dots take four elements. The active dot is drawn on top.
import { memo, type ReactNode } from "react";
import { ratio, usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatCount, formatRate, formatUsd, inWords } from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { typeName, leverageText } from "../../../domain/market/market-text.ts";
import { shareOnScale, type SizedMarket, type RateScale } from "../../select/whole-list/overview.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { minIndex, ticks } from "d3-array";

type Kind = MarketRow["kind"];

interface Shape {
  readonly className: string;
  readonly draw: (x: number, y: number) => string;
}

// A line of zero length shows only its caps, which gives a circle or square in seven characters.
const circle: Shape = {
  className: "fill-none stroke-s1 stroke-[6px] [stroke-linecap:round]",
  draw: (x, y) => `M${x} ${y}h0`,
};
const square: Shape = { ...circle, className: "fill-none stroke-s2 stroke-[5px] [stroke-linecap:square]" };
const triangle: Shape = { className: "fill-s3", draw: (x, y) => `M${x} ${y - 4}l4 7h-8z` };
const diamond: Shape = { className: "fill-s4", draw: (x, y) => `M${x} ${y - 4}l4 4l-4 4l-4 -4z` };
const cross: Shape = {
  className: "fill-none stroke-text2 stroke-[1.5px]",
  draw: (x, y) => `M${x - 3} ${y}h6M${x} ${y - 3}v6`,
};
const shapes: Readonly<Record<Kind, Shape>> = {
  lending: circle,
  yield: square,
  loop: triangle,
  perpetual: diamond,
  prediction: diamond,
  other: cross,
};

const axisText = "fill-text3 text-[12px]";
const characterWidth = 7;

function DotPath({ kind, path }: { readonly kind: Kind; readonly path: string }): ReactNode {
  return <path d={path} className={`opacity-75 ${shapes[kind].className}`} />;
}

export const Dots = memo(function Dots({
  markets,
  plane,
  width,
}: {
  readonly markets: readonly SizedMarket[];
  readonly plane: Plane;
  readonly width: number;
}): ReactNode {
  const { left, right, top, bottom, amounts, rates, xOf, yOf } = plane;
  const labels = amounts.map((amount) => inWords(formatUsd(usd(amount), "round")));
  const every = labelStep(labels, (right - left) / Math.max(1, amounts.length - 1));
  return (
    <svg
      width={width}
      height={height}
      aria-hidden="true"
      className="absolute inset-0 block will-change-transform"
    >
      {rates.map((rate) => (
        <g key={rate}>
          <line
            x1={left}
            x2={right}
            y1={yOf(rate)}
            y2={yOf(rate)}
            className={rate === 0 ? "stroke-line2" : "stroke-line"}
          />
          <text x={left - 6} y={yOf(rate) + 4} textAnchor="end" className={axisText}>
            {inWords(formatRate(ratio(rate), "short"))}
          </text>
        </g>
      ))}
      {amounts.map((amount, at) => (
        <g key={amount}>
          <line x1={xOf(amount)} x2={xOf(amount)} y1={top} y2={bottom} className="stroke-line" />
          <text
            x={xOf(amount)}
            y={height - 8}
            textAnchor={at + 1 < amounts.length ? "middle" : "end"}
            className={axisText}
          >
            {at % every === 0 ? labels[at] : ""}
          </text>
        </g>
      ))}
      {[...groupBy(dotsOf(markets, plane), ({ kind }) => kind)].map(([kind, dots]) => (
        <DotPath key={kind} kind={kind} path={dots.map(({ path }) => path).join("")} />
      ))}
    </svg>
  );
});

/** Which labels fit at their distance in pixels: each, every second, … The last one ends at its line. */
export function labelStep(labels: readonly string[], distance: number): number {
  const longest = Math.max(...labels.map(({ length }) => length));
  return Math.ceil((1.5 * longest * characterWidth) / distance);
}

function dotsOf(markets: readonly SizedMarket[], { x, y }: Plane) {
  return markets.map(({ row: { kind } }, at) => ({
    kind,
    path: shapes[kind].draw(tenths(x[at]), tenths(y[at])),
  }));
}

function tenths(place = 0): number {
  return Math.round(place * 10) / 10;
}

export function Legend({ markets }: { readonly markets: readonly SizedMarket[] }): ReactNode {
  return (
    <span className="flex flex-wrap gap-x-4">
      {[...groupBy(markets, ({ row }) => row.kind)].map(([kind, group]) => (
        <span key={kind} className="inline-flex items-center gap-1.5 text-text2">
          <svg aria-hidden="true" width="12" height="12">
            <DotPath kind={kind} path={shapes[kind].draw(6, 6)} />
          </svg>
          {kind === "other" ? "Other" : typeName(group[0].row)} {formatCount(group.length).text}
        </span>
      ))}
    </span>
  );
}

export function dotText({ row, rate, deposits }: SizedMarket): string {
  return `${joinParts([inWords(formatRate(rate)), leverageText(row)], " ")} on ${inWords(formatUsd(deposits))}`;
}

export const height = 300;
const inset = { left: 56, right: 14, top: 12, bottom: 26 };
const hitRadius = 16;

type Plane = ReturnType<typeof scatterPlane>;

/**
 * Positions in pixels: deposits on a logarithmic x axis, rates on y. `markets` must be in ascending order of deposits.
 */
export function scatterPlane(markets: readonly SizedMarket[], scale: RateScale, width: number) {
  const right = width - inset.right;
  const bottom = height - inset.bottom;
  const amounts = decades(markets[0]?.deposits ?? 0, markets.at(-1)?.deposits ?? 0);
  const first = Math.log(amounts[0] ?? 1);
  const last = Math.log(amounts.at(-1) ?? 10);
  const xOf = (amount: number): number =>
    inset.left + ((Math.log(amount) - first) / (last - first)) * (right - inset.left);
  const yOf = (rate: number): number => bottom - shareOnScale(rate, scale) * (bottom - inset.top);
  return {
    left: inset.left,
    right,
    top: inset.top,
    bottom,
    amounts,
    rates: ticks(scale.low, scale.high, 5),
    xOf,
    yOf,
    x: Float32Array.from(markets, ({ deposits }) => xOf(deposits)),
    y: Float32Array.from(markets, ({ rate }) => yOf(rate)),
  };
}

export function nearestDot({ x, y }: Plane, left: number, top: number): number | undefined {
  const distances = Array.from(x, (at, dot) => Math.hypot(at - left, (y[dot] ?? 0) - top));
  const nearest = minIndex(distances);
  return (distances[nearest] ?? Infinity) <= hitRadius ? nearest : undefined;
}

/** The logarithm of a power of ten is not always a whole number in floating point. */
const tolerance = 1e-9;

export function decades(min: number, max: number): readonly number[] {
  if (!(min > 0) || !(max >= min) || !Number.isFinite(max)) return [];
  const first = Math.floor(Math.log10(min) + tolerance);
  const last = Math.max(first + 1, Math.ceil(Math.log10(max) - tolerance));
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
}
