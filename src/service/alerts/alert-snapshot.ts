// What rules watch, read from one poll of all markets when it is first needed.
import { setImmediate as nextTurn } from "node:timers/promises";
import { readMarket } from "../../contract/markets-page.ts";
import type { ViewFilter } from "../../contract/alerts/view-filter.ts";
import { mostWatchedMarkets, type MarketInView, type TargetFacts } from "../../domain/alerts/judge.ts";
import { marketFigures } from "../../domain/alerts/market-figures.ts";
import {
  assetFacts,
  expectedPrices,
  marketsOfAsset,
  offPeg,
  type ExpectedPrices,
} from "../../domain/alerts/prices.ts";
import { createViewMatch } from "../../domain/alerts/view-match.ts";
import type { WatchedMarket } from "../../domain/alerts/watched-market.ts";
import type { Poll } from "../store/market-store.ts";
import { ratedTitle } from "./message-text.ts";
import type { Turns } from "./fair-queue.ts";
import { watchedMarket } from "./watched.ts";

interface TitledMarket extends WatchedMarket {
  readonly title: string;
}

interface LookedAt {
  readonly facts: TargetFacts;
  readonly title: string;
}

export interface AlertSnapshot {
  /** @param priced whether its price is compared with others, for which the whole list is read */
  market(id: string, priced: boolean): Promise<LookedAt | undefined>;
  asset(mint: string): Promise<LookedAt | undefined>;
  view(filter: ViewFilter): Promise<readonly MarketInView[] | undefined>;
}

/** Comparisons of markets with view filters per poll: ten thousand views of a list of 500. */
const mostMatched = 5_000_000;
/** Markets read or matched before the event loop gets a turn. */
const atOnce = 1000;

/**
 * Part of a list has the figures of its markets, but says nothing about views and token prices.
 * @param turns deals out which views are judged
 */
export function createAlertSnapshot(
  { markets, complete }: Pick<Poll, "markets" | "complete">,
  turns: Turns,
): AlertSnapshot {
  const bodies = new Map(markets.map(({ id, body }) => [id, body]));
  const read = new Map<string, TitledMarket | undefined>();
  const assets = new Map<string, LookedAt | undefined>();
  const views = new Map<string, readonly MarketInView[] | undefined>();
  let whole: Promise<Listing> | undefined;
  turns.begin(Math.max(1, Math.floor(mostMatched / Math.max(1, markets.length))));

  const readOne = (id: string): TitledMarket | undefined => {
    if (read.has(id)) return read.get(id);
    const body = bodies.get(id);
    const market = body === undefined ? undefined : readMarket(JSON.parse(body));
    const titled =
      market?.success === true
        ? { ...watchedMarket(market.data), title: ratedTitle(market.data.market) }
        : undefined;
    read.set(id, titled);
    return titled;
  };
  const readAll = async (): Promise<Listing> => {
    const all: TitledMarket[] = [];
    for (const [index, { id }] of markets.entries()) {
      if (index % atOnce === atOnce - 1) await nextTurn();
      const market = readOne(id);
      if (market !== undefined) all.push(market);
    }
    return { markets: all, expected: expectedPrices(all) };
  };
  const isWhole = complete && markets.every(({ body }) => body !== undefined);
  const listing = async (): Promise<Listing | undefined> => (isWhole ? (whole ??= readAll()) : undefined);

  return {
    async market(id, priced) {
      const market = readOne(id);
      if (market === undefined) return undefined;
      const known = priced ? await listing() : undefined;
      const price = known === undefined ? undefined : offPeg(market, known.expected);
      return { facts: { ...marketFigures(market), offPeg: price }, title: market.title };
    },
    async asset(mint) {
      const known = await listing();
      if (known === undefined) return undefined;
      if (!assets.has(mint)) {
        const own = marketsOfAsset(mint, known.markets);
        const title = own[0]?.tokens[0]?.symbol;
        assets.set(
          mint,
          title === undefined
            ? undefined
            : { facts: assetFacts(own, known.expected, ({ title: name }) => name), title },
        );
      }
      return assets.get(mint);
    },
    async view(filter) {
      const known = await listing();
      if (known === undefined) return undefined;
      const key = JSON.stringify(filter);
      if (!views.has(key)) {
        await nextTurn();
        views.set(key, turns.has(key) ? inView(filter, known.markets) : undefined);
      }
      return views.get(key);
    },
  };
}

interface Listing {
  readonly markets: readonly TitledMarket[];
  readonly expected: ExpectedPrices;
}

/** Undefined for views too large to watch. */
function inView(filter: ViewFilter, markets: readonly TitledMarket[]): readonly MarketInView[] | undefined {
  const visible = markets.filter(createViewMatch(filter));
  if (visible.length > mostWatchedMarkets) return undefined;
  return visible.map(({ id, title, depositApy }) => ({ id, name: title, depositApy }));
}
