import { extent, greatest, least, range } from "d3-array";
import type { HistoryResolution } from "../../../contract/history.ts";
import { daysPerYear, dayMs, ratio, resolutionMs, usd, type Ratio } from "../../../contract/units.ts";
import type { PricePoint } from "../../queries/assets.ts";
import { inWords } from "../../../domain/format/number.ts";
import { formatPriceTick, formatTokenPrice } from "../../../domain/format/token-price.ts";
import { noEnd, type ChartPoint, type ChartSeries } from "../../charts/chart-series.ts";

export const priceUnits = ["usd", "sol"] as const;
export type PriceUnit = (typeof priceUnits)[number];

export const unitNames: Readonly<Record<PriceUnit, string>> = { usd: "USD", sol: "SOL" };

export function priceText(value: number, unit: PriceUnit): string {
  return unit === "usd"
    ? inWords(formatTokenPrice(usd(value)))
    : `${inWords(formatTokenPrice(value, ""))} ${unitNames[unit]}`;
}

export function priceTick(value: number, step: number, unit: PriceUnit): string {
  return inWords(formatPriceTick(value, step, unit === "usd" ? "$" : ""));
}

/** One price per step. Skips incomplete steps. */
export function pricesIn(
  points: readonly PricePoint[],
  others: readonly PricePoint[],
  resolution: HistoryResolution,
): readonly { readonly time: number; readonly price: number }[] {
  const step = resolutionMs[resolution];
  const byStep = new Map(others.map(({ time, price }) => [Math.floor(time / step), price]));
  return points.flatMap(({ time, price }) => {
    const other = byStep.get(Math.floor(time / step));
    return other === undefined ? [] : [{ time, price: price / other }];
  });
}

export type PricePast = ReturnType<typeof pricePast>;

/** Steps without a price are gaps. If a step has two prices, the later one counts. `now` ends the line. */
export function pricePast(
  points: readonly { readonly time: number; readonly price: number }[],
  resolution: HistoryResolution,
  unit: PriceUnit,
  now: { readonly time: number; readonly price: number } | undefined,
) {
  const step = resolutionMs[resolution];
  const byStep = new Map(points.map(({ time, price }) => [Math.floor(time / step), price]));
  const [first = 0, last = -1] = extent(byStep.keys());
  const drawn = range(first, last + 1)
    .map((at): ChartPoint => ({ at: at * step, value: byStep.get(at) }))
    .filter(({ at }) => now === undefined || at < now.time);
  if (now !== undefined && drawn.length > 0) drawn.push({ at: now.time, value: now.price });
  const format = (value: number): string => priceText(value, unit);
  const line: ChartSeries = {
    label: `Price in ${unitNames[unit]}`,
    shortLabel: "Price",
    fileName: unit === "usd" ? "price (USD per token)" : "price (SOL per token)",
    points: drawn,
    format,
    end: now === undefined ? noEnd : { text: format(now.price), detail: "now" },
  };
  return { line, liveAt: now?.time, resolution };
}

export type PriceEnds = NonNullable<ReturnType<typeof priceEnds>>;

const leastDays = 7;

export function priceEnds({ line }: Pick<PricePast, "line">) {
  const known = line.points.flatMap(({ at, value }) => (value === undefined ? [] : [{ time: at, value }]));
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined || first === last) return undefined;
  const change = ratio(last.value / first.value - 1);
  if (change === undefined) return undefined;
  const days = (last.time - first.time) / dayMs;
  return {
    low: least(known, ({ value }) => value) ?? first,
    high: greatest(known, ({ value }) => value) ?? first,
    change,
    /** At the same pace. Undefined for less than a week. */
    perYear: days < leastDays ? undefined : ratio((1 + change) ** (daysPerYear / days) - 1),
  };
}

export function changeOver(
  points: readonly PricePoint[],
  from: number,
  to: number,
  resolution: HistoryResolution,
): Ratio | undefined {
  const reach = 2 * resolutionMs[resolution];
  const first = points.find(({ time }) => time >= from);
  const last = points.findLast(({ time }) => time <= to);
  if (first === undefined || last === undefined || last.time <= first.time) return undefined;
  if (first.time - from > reach || to - last.time > reach) return undefined;
  return ratio(last.price / first.price - 1);
}

export function changeOfDay(points: readonly PricePoint[]): Ratio | undefined {
  const last = points.at(-1);
  if (last === undefined) return undefined;
  const dayAgo = points.findLast(({ time }) => time <= last.time - dayMs);
  if (dayAgo === undefined || last.time - dayAgo.time > dayMs + 2 * resolutionMs["1h"]) return undefined;
  return ratio(last.price / dayAgo.price - 1);
}
