import type { ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import type { HistoryRangeId, RangeChoice } from "../../charts/chart-range.ts";
import type { ChartDot, ChartPane } from "../../charts/chart-series.ts";
import { HistoryChart } from "../history-chart.tsx";
import type { PriceHistories } from "../../queries/assets.ts";
import { countOf, formatShare, inWords } from "../../../domain/format/number.ts";
import { formatDay } from "../../../domain/format/time.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import {
  priceEnds,
  priceText,
  priceTick,
  unitNames,
  type PriceEnds,
  type PricePast,
  type PriceUnit,
} from "./price-series.ts";

interface PricePanelProps extends RangeChoice {
  readonly symbol: string;
  readonly past: PricePast;
  readonly attempt: Pick<PriceHistories, "loading" | "error" | "retry">;
  readonly unit: PriceUnit;
  readonly units: readonly PriceUnit[];
  readonly onUnit: (unit: PriceUnit) => void;
}

export function PricePanel(props: PricePanelProps): ReactNode {
  const { symbol, past, attempt, unit, units, onUnit, range, onRange } = props;
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
      range={range}
      onRange={onRange}
      what="prices"
      subject={`price-${symbol}`}
      names={what}
      about={[["asset", symbol]]}
      title={`Price of ${what}`}
      panes={[pane]}
      summary={ends === undefined ? "" : summary(ends, past, range, unit)}
      empty={{
        heading: `No prices in the last ${range}`,
        text: `The service has no prices for ${symbol} in this range. A longer range may have some.`,
      }}
      heading="Price"
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
      .filter(({ time }) => time !== last?.at)
      .map(({ time: at, value, word, side }) => ({
        at,
        value,
        side,
        hollow: true,
        label: `${word} ${line.format(value)}`,
      })),
    ...(liveAt === undefined || last?.value === undefined ? [] : [{ at: liveAt, value: last.value }]),
  ];
}

function summary(
  { low, high, change }: PriceEnds,
  { liveAt }: PricePast,
  range: HistoryRangeId,
  unit: PriceUnit,
): string {
  const when = (time: number): string => (time === liveAt ? "now" : `on ${formatDay(time)}`);
  const way = change < 0 ? "down" : "up";
  const moved = change === 0 ? "unchanged" : `${way} ${inWords(formatShare(ratio(Math.abs(change))))}`;
  return `Over the last ${range} ${moved}, between ${priceText(low.value, unit)} (${when(low.time)}) and ${priceText(high.value, unit)} (${when(high.time)}).`;
}
