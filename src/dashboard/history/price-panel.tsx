import { extent, greatest, least, range } from "d3-array";
import type { ReactNode } from "react";
import type { HistoryResolution } from "../../contract/history.ts";
import { dayMs, daysPerYear, ratio, resolutionMs, usd, type Ratio } from "../../contract/units.ts";
import { countOf, formatShare, inWords } from "../../domain/format/number.ts";
import { formatDay } from "../../domain/format/time.ts";
import { formatPriceTick, formatTokenPrice } from "../../domain/format/token-price.ts";
import type { HistoryRangeId, RangeChoice } from "../charts/chart-range.ts";
import {
  noEndLabel,
  type ChartDot,
  type ChartPane,
  type ChartPoint,
  type ChartSeries,
} from "../charts/chart-series.ts";
import type { PriceHistories, PricePoint } from "../queries/assets.ts";
import { Segmented } from "../ui/fields/segmented.tsx";
import { HistoryChart } from "./history-chart.tsx";

export const priceUnits = ["usd", "sol"] as const;
export type PriceUnit = (typeof priceUnits)[number];

const unitNames: Readonly<Record<PriceUnit, string>> = { usd: "USD", sol: "SOL" };

export function priceInUnit(value: number, unit: PriceUnit): string {
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

type PricePast = ReturnType<typeof pricePast>;

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
  const format = (value: number): string => priceInUnit(value, unit);
  const line: ChartSeries = {
    label: `Price in ${unitNames[unit]}`,
    shortLabel: "Price",
    fileName: unit === "usd" ? "price (USD per token)" : "price (SOL per token)",
    points: drawn,
    format,
    end: now === undefined ? noEndLabel : { text: format(now.price), detail: "now" },
  };
  return { line, liveAt: now?.time, resolution };
}

export type PriceEnds = NonNullable<ReturnType<typeof priceEnds>>;

const minDays = 7;

export function priceEnds({ line }: Pick<PricePast, "line">) {
  const known = line.points.flatMap(({ at, value }) => (value === undefined ? [] : [{ at, value }]));
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined || first === last) return undefined;
  const change = ratio(last.value / first.value - 1);
  if (change === undefined) return undefined;
  const days = (last.at - first.at) / dayMs;
  return {
    low: least(known, ({ value }) => value) ?? first,
    high: greatest(known, ({ value }) => value) ?? first,
    change,
    /** At the same pace. Undefined for less than a week. */
    perYear: days < minDays ? undefined : ratio((1 + change) ** (daysPerYear / days) - 1),
  };
}

export function changeOfDay(points: readonly PricePoint[]): Ratio | undefined {
  const last = points.at(-1);
  if (last === undefined) return undefined;
  const dayAgo = points.findLast(({ time }) => time <= last.time - dayMs);
  if (dayAgo === undefined || last.time - dayAgo.time > dayMs + 2 * resolutionMs["1h"]) return undefined;
  return ratio(last.price / dayAgo.price - 1);
}

interface PricePanelProps extends RangeChoice {
  readonly symbol: string;
  readonly past: PricePast;
  readonly attempt: Pick<PriceHistories, "loading" | "error" | "retry">;
  readonly unit: PriceUnit;
  readonly units: readonly PriceUnit[];
  readonly onUnit: (unit: PriceUnit) => void;
}

export function PricePanel(props: PricePanelProps): ReactNode {
  const { symbol, past, attempt, unit, units, onUnit, ...chosen } = props;
  const { loading, error, retry } = attempt;
  const { line, liveAt, resolution } = past;
  const ends = priceEnds(past);
  const pane: ChartPane = {
    series: ends === undefined ? [] : [line],
    dots: ends === undefined ? [] : dotsOf(past, ends),
    tick: (value, step) => priceTick(value, step, unit),
  };
  const [steps, step] = resolution === "1h" ? (["hourly", "hour"] as const) : (["daily", "day"] as const);
  const missing = line.points.filter(({ value }) => value === undefined).length;
  const what = `${symbol} in ${unitNames[unit]}`;
  return (
    <HistoryChart
      past={{ loading, error, retry, resolution, liveAt, readAt: liveAt ?? line.points.at(-1)?.at }}
      {...chosen}
      what="prices"
      subject={`price-${symbol}`}
      names={what}
      about={[["asset", symbol]]}
      panes={[pane]}
      summary={ends === undefined ? "" : summary(ends, past, chosen.range, unit)}
      missing="No prices"
      whyMissing={`The service has no prices for ${symbol} in this range. A longer range may have some.`}
      heading="Price"
      fills
      note={`${steps}, as the service reports it${missing > 0 ? `, ${countOf(missing, step)} without data` : ""}`}
      tools={
        units.length < 2 ? null : (
          <Segmented
            label="Price in"
            options={units.map((value) => ({ value, label: unitNames[value] }))}
            value={unit}
            onChange={onUnit}
          />
        )
      }
    />
  );
}

/** Marks the highest and lowest price, except at the very end, where the current price would hide it. */
function dotsOf({ line, liveAt }: PricePast, { low, high }: PriceEnds): readonly ChartDot[] {
  const last = line.points.at(-1);
  const extremes = [
    { ...high, word: "high", side: "top" },
    { ...low, word: "low", side: "bottom" },
  ] as const;
  return [
    ...extremes
      .filter(({ at }) => at !== last?.at)
      .map(({ at, value, word, side }) => {
        const label = `${word} ${line.format(value)}`;
        return { at, value, side, label, hollow: true };
      }),
    ...(liveAt === undefined || last?.value === undefined ? [] : [{ at: liveAt, value: last.value }]),
  ];
}

function summary(
  { low, high, change }: PriceEnds,
  { liveAt }: PricePast,
  shown: HistoryRangeId,
  unit: PriceUnit,
): string {
  const when = (time: number): string => (time === liveAt ? "now" : `on ${formatDay(time)}`);
  const way = change < 0 ? "down" : "up";
  const moved = change === 0 ? "unchanged" : `${way} ${inWords(formatShare(ratio(Math.abs(change))))}`;
  return `Over the last ${shown} ${moved}, between ${priceInUnit(low.value, unit)} (${when(low.at)}) and ${priceInUnit(high.value, unit)} (${when(high.at)}).`;
}
