import type { TrendsPage } from "../../contract/trends/market-trends.ts";
import { ratio, type Ratio } from "../../contract/units.ts";

export interface TrendFigure {
  readonly low90d: Ratio | undefined;
  readonly high90d: Ratio | undefined;
  readonly daysAboveBase: Ratio | undefined;
  /** Three days each, oldest first. */
  readonly apy: readonly (Ratio | undefined)[];
  /** Without rewards; empty where unknown. */
  readonly base: readonly (Ratio | undefined)[];
  readonly average: Ratio | undefined;
}

export interface Trends {
  readonly byMarket: ReadonlyMap<string, TrendFigure>;
  readonly text: string;
}

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
