// Positions in pixels: deposits on a logarithmic x axis, rates on y.
import { minIndex, ticks } from "d3-array";
import { shareOnScale, type RateScale, type SizedMarket } from "../../select/whole-list/overview.ts";

export const height = 300;
const inset = { left: 44, right: 14, top: 12, bottom: 26 };
const grasp = 16;

export type Plane = ReturnType<typeof scatterPlane>;

/** `markets` must be in ascending order of deposits. */
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
  return (distances[nearest] ?? Infinity) <= grasp ? nearest : undefined;
}

/** The logarithm of a power of ten is not always a whole number in floating point. */
const slack = 1e-9;

export function decades(least: number, most: number): readonly number[] {
  if (!(least > 0) || !(most >= least) || !Number.isFinite(most)) return [];
  const first = Math.floor(Math.log10(least) + slack);
  const last = Math.max(first + 1, Math.ceil(Math.log10(most) - slack));
  return Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
}
