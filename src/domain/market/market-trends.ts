import type { TrendsPage } from "../../contract/trends/market-trends.ts";
import { ratio, type Ratio } from "../../contract/units.ts";

/** The last 90 days of a market. Rates are what depositors got, rewards included. */
export interface TrendFigure {
  readonly low90d: Ratio | undefined;
  readonly high90d: Ratio | undefined;
  /** Share of days at or above today's base rate. */
  readonly daysAboveBase: Ratio | undefined;
  /** Points of three days each, oldest first. */
  readonly apy: readonly (Ratio | undefined)[];
  /** The part without rewards; empty where it is unknown. */
  readonly base: readonly (Ratio | undefined)[];
  /** Mean of the points. */
  readonly average: Ratio | undefined;
}

export interface Trends {
  readonly byMarket: ReadonlyMap<string, TrendFigure>;
  /** Equal while the figures are. */
  readonly text: string;
}

/** @param readAt when they were read: newer figures have another text */
export function toTrends(pages: readonly TrendsPage[], readAt: number): Trends {
  const figures = pages.flatMap(({ markets }) =>
    markets.map(({ id, low90d, high90d, daysAboveBase, apy, base }): [string, TrendFigure] => {
      const points = apy.map((value) => ratio(value));
      const known = points.filter((point) => point !== undefined);
      return [
        id,
        {
          low90d: ratio(low90d),
          high90d: ratio(high90d),
          daysAboveBase: ratio(daysAboveBase),
          apy: points,
          base: base.map((value) => ratio(value)),
          average:
            known.length === 0
              ? undefined
              : ratio(known.reduce((sum, point) => sum + point, 0) / known.length),
        },
      ];
    }),
  );
  return { byMarket: new Map(figures), text: `${String(readAt)} ${String(figures.length)}` };
}
