import type { HistoryPoint } from "../../../contract/history.ts";
import type { MarketChanges } from "../../../contract/record/market-changes.ts";
import { ratio, usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatFlow } from "../../../domain/format/flow.ts";
import { formatShare, inWords } from "../../../domain/format/number.ts";
import { windowSteps } from "../../charts/chart-range.ts";
import type { ChartSeries } from "../../charts/chart-series.ts";
import { marketSeries, rateText, shortNames } from "../history-lines.ts";
import { flowsByDay, pointsByStep } from "../history-series.ts";

export const overlayIds = ["borrow", "rewards", "utilization", "flow"] as const;
export type OverlayId = (typeof overlayIds)[number];

interface Overlay {
  readonly name: string;
  readonly field?: "borrowApy" | "rewardApy" | "utilization";
  readonly axis: "rate" | "share" | "flow";
  readonly fileName: string;
  readonly format: (value: number) => string;
  readonly missing: string;
}

const rate = { axis: "rate", format: rateText } as const;

export const overlays: Readonly<Record<OverlayId, Overlay>> = {
  borrow: {
    ...rate,
    name: "Borrow APY",
    field: "borrowApy",
    fileName: "borrowApy (fraction per year)",
    missing: "No borrow rates are known for these markets in this range.",
  },
  rewards: {
    ...rate,
    name: "Rewards",
    field: "rewardApy",
    fileName: "rewardApy (fraction per year)",
    missing: "No rewards are known for these markets in this range.",
  },
  utilization: {
    name: "Utilization",
    field: "utilization",
    axis: "share",
    fileName: "utilization (fraction)",
    format: (value) => inWords(formatShare(ratio(value))),
    missing: "No utilization is known for these markets in this range.",
  },
  flow: {
    name: "Net flow",
    axis: "flow",
    fileName: "net flow since the first day, at today's price (USD)",
    format: (value) => inWords(formatFlow(usd(value))),
    missing: "These markets publish no deposits in tokens with a price.",
  },
};

export interface OverlayMarket {
  readonly row: MarketRow;
  readonly place: number;
  readonly points: readonly HistoryPoint[];
  readonly record: MarketChanges | undefined;
}

/** One line per market with data. Flows add up by day; a day without data is a gap. `until` is in milliseconds. */
export function overlayLines(
  id: OverlayId,
  markets: readonly OverlayMarket[],
  window: { readonly startTime: number; readonly resolution: "1h" | "1d" },
  until: number,
): readonly ChartSeries[] {
  const { field, fileName, format } = overlays[id];
  const { resolution } = window;
  const times = windowSteps(window, until);
  const short = shortNames(markets.map(({ row }) => row));
  const lines = markets.map((market, index): ChartSeries => {
    const { row, place, points } = market;
    const byTime = field === undefined ? sumsByDay(market, times) : pointsByStep(points, resolution);
    return {
      ...marketSeries(row, place, short[index] ?? row.label, fileName),
      points: times.map((at) => {
        const known = byTime.get(at);
        return { at, value: (typeof known === "object" ? field && known[field] : known) ?? undefined };
      }),
      format,
    };
  });
  return lines.filter(({ points }) => points.some(({ value }) => value !== undefined));
}

/** Cumulative net flow in today's dollars. Empty without a price. */
function sumsByDay({ record }: OverlayMarket, days: readonly number[]): ReadonlyMap<number, number> {
  const price = record?.priceUsd ?? undefined;
  if (price === undefined) return new Map();
  const byDay = flowsByDay(record);
  let sum = 0;
  return new Map(
    days.flatMap((day) => {
      const net = byDay.get(day);
      if (net === undefined) return [];
      sum += net * price;
      return [[day, sum] as const];
    }),
  );
}
