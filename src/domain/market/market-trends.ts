import type { MarketTrend, TrendsPage } from "../../contract/trends/market-trends.ts";
import { ratio } from "../../contract/units.ts";

export const trendsNotLoaded =
  "90-day history not loaded. Choose a token or a provider if the list has over 2,000 markets.";

export type TrendFigure = ReturnType<typeof toTrend>;

/** By market. */
export type Trends = ReadonlyMap<string, TrendFigure>;

export function toTrends(pages: readonly TrendsPage[]): Trends {
  return new Map(pages.flatMap(({ markets }) => markets.map((market) => [market.id, toTrend(market)])));
}

/** `apy` and `base` (`apy` without rewards) have a point per three days, oldest first. `base` is empty if unknown. */
function toTrend({ low90d, high90d, average, daysAboveBase, apy, base }: MarketTrend) {
  return {
    low90d: ratio(low90d),
    high90d: ratio(high90d),
    daysAboveBase: ratio(daysAboveBase),
    apy: apy.map((value) => ratio(value)),
    base: base.map((value) => ratio(value)),
    average: ratio(average),
  };
}
