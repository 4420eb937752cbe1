// What was recorded of several markets, as lines on one grid of times.
import type { HistoryPoint } from "../../../../contract/history.ts";
import type { MarketChanges } from "../../../../contract/record/market-changes.ts";
import { ratio, startOfDay, usd } from "../../../../contract/units.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { formatFlow } from "../../../format/flow.ts";
import { formatShare, inWords } from "../../../format/number.ts";
import { windowSteps } from "../../../charts/chart-range.ts";
import type { ChartSeries } from "../../../charts/chart-series.ts";
import { marketSeries, rateText, shortNames } from "../../../history/history-lines.ts";
import { pointsByStep } from "../../../history/history-series.ts";

export const overlayIds = ["borrow", "rewards", "utilization", "flow"] as const;
export type OverlayId = (typeof overlayIds)[number];

/** What is recorded under a name: which figure of a point, on which axis. What flowed is of days and not of points. */
interface Overlay {
  readonly name: string;
  readonly field?: "borrowApy" | "rewardApy" | "utilization";
  readonly axis: "rate" | "share" | "flow";
  /** The figure in a file, with its unit. */
  readonly fileName: string;
}

export const overlays: Readonly<Record<OverlayId, Overlay>> = {
  borrow: {
    name: "Borrow APY",
    field: "borrowApy",
    axis: "rate",
    fileName: "borrowApy (fraction per year)",
  },
  rewards: {
    name: "Rewards",
    field: "rewardApy",
    axis: "rate",
    fileName: "rewardApy (fraction per year)",
  },
  utilization: {
    name: "Utilization",
    field: "utilization",
    axis: "share",
    fileName: "utilization (fraction)",
  },
  flow: { name: "Net flow", axis: "flow", fileName: "net flow since the first day (USD)" },
};

const shows: Readonly<Record<Overlay["axis"], (value: number) => string>> = {
  rate: rateText,
  share: (value) => inWords(formatShare(ratio(value))),
  flow: (value) => inWords(formatFlow(usd(value))),
};

export interface OverlayMarket {
  readonly row: MarketRow;
  /** Where it stands among the compared markets. */
  readonly place: number;
  readonly points: readonly HistoryPoint[];
  /** Undefined where nothing is recorded of it. */
  readonly record: MarketChanges | undefined;
}

/**
 * @param window of whole days for flows
 * @param until the last moment, in milliseconds
 * @returns a line for each market of which something is known. Flows are steps of a day, added up from the first day of the window:
 *   a day of which nothing is known is a gap, and adds nothing
 */
export function overlayLines(
  id: OverlayId,
  markets: readonly OverlayMarket[],
  window: { readonly startTime: number; readonly resolution: "1h" | "1d" },
  until: number,
): readonly ChartSeries[] {
  const { field, axis, fileName } = overlays[id];
  const { resolution } = window;
  const times = windowSteps(window, until);
  const short = shortNames(markets.map(({ row }) => row));
  const lines = markets.map((market, index): ChartSeries => {
    const { row, place, points } = market;
    const byTime = field === undefined ? flowsByDay(market, times) : pointsByStep(points, resolution);
    return {
      ...marketSeries(row, place, short[index] ?? row.label, fileName),
      points: times.map((at) => {
        const known = byTime.get(at);
        return { at, value: (typeof known === "object" ? field && known[field] : known) ?? undefined };
      }),
      format: shows[axis],
    };
  });
  return lines.filter(({ points }) => points.some(({ value }) => value !== undefined));
}

/** In less out, added up from the first of the days on, in dollars of now; nothing where the deposits have no price. */
function flowsByDay({ record }: OverlayMarket, days: readonly number[]): ReadonlyMap<number, number> {
  const price = record?.priceUsd ?? undefined;
  if (price === undefined) return new Map();
  const byDay = new Map(
    (record?.dailyFlows ?? []).map((flow) => [
      startOfDay(Date.parse(flow.timestamp)),
      (flow.in - flow.out) * price,
    ]),
  );
  let sum = 0;
  return new Map(
    days.flatMap((day) => {
      const net = byDay.get(day);
      if (net === undefined) return [];
      sum += net;
      return [[day, sum] as const];
    }),
  );
}
