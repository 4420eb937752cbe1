// What rules watch, under the name that the source uses.
import { groupLoans } from "../position/loan-group.ts";
import type { MarketRow } from "../market/market-row.ts";
import { withLeverage, marketName } from "../market/market-text.ts";
import type { PositionRow } from "../position/position-row.ts";
import { maxWatchedMarkets, type SeenTarget } from "./judge.ts";
import { assetFacts, marketFacts, marketsOfAsset } from "./market-figures.ts";
import { marketsInView, type ViewMarkets, type ViewTarget } from "./view-watch.ts";

export interface Watched extends SeenTarget {
  readonly title: string;
}

/** @param list undefined if only a part is known */
export function watchedMarket(market: MarketRow, list: ViewMarkets | undefined): Watched {
  return { title: titleOf(market), facts: marketFacts(market, list?.prices) };
}

/** Undefined for a token without markets. */
export function watchedAsset(mint: string, { rows, prices }: ViewMarkets): Watched | undefined {
  const own = marketsOfAsset(mint, rows);
  const title = own[0]?.tokens[0]?.symbol;
  return title === undefined ? undefined : { title, facts: assetFacts(own, prices) };
}

/** Has no markets if the view cannot be watched or is too large. */
export function watchedView(target: ViewTarget, list: ViewMarkets): Watched {
  const rows = marketsInView(target, list);
  const isWatched = rows !== undefined && rows.length <= maxWatchedMarkets;
  const markets = rows?.map((row) => ({ id: row.id, name: titleOf(row), depositApy: row.depositApy }));
  return { title: "A saved view", markets: isWatched ? markets : undefined };
}

/** By the keys that rules use. */
export function watchedLoans(positions: readonly PositionRow[]): ReadonlyMap<string, Watched> {
  return new Map(
    groupLoans(positions).map(({ key, health, collateral: [first] }) => [
      key,
      {
        title: first?.marketKnown === true ? `Loan on ${marketName(first.market)}` : "A loan",
        facts: { health: health === undefined ? undefined : { value: health } },
      },
    ]),
  );
}

function titleOf(market: MarketRow): string {
  return withLeverage(marketName(market), market);
}
