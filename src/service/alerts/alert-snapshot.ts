// What rules watch, read from one poll of all markets when it is first needed.
import { setImmediate as nextTurn } from "node:timers/promises";
import { readMarket } from "../../contract/markets-page.ts";
import { millis } from "../../contract/units.ts";
import { mostWatchedMarkets, type MarketInView, type TargetFacts } from "../../domain/alerts/judge.ts";
import { marketFigures } from "../../domain/alerts/market-figures.ts";
import {
  assetFacts,
  expectedPrices,
  marketsOfAsset,
  offPeg,
  type ExpectedPrices,
} from "../../domain/alerts/prices.ts";
import {
  marketsInView,
  viewMarkets,
  type ViewMarkets,
  type ViewTarget,
} from "../../domain/alerts/view-watch.ts";
import { toMarketRow, type MarketRow } from "../../domain/market/market-row.ts";
import type { Poll } from "../store/poll.ts";
import { ratedTitle } from "./message-text.ts";
import type { Turns } from "./fair-queue.ts";

interface TitledMarket {
  readonly row: MarketRow;
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
  view(target: ViewTarget): Promise<readonly MarketInView[] | undefined>;
}

/** Pairs of view and market per poll: two thousand views of a list of 500, which take about 5 s. */
const mostMatched = 1_000_000;
/** Markets read or matched before the event loop gets a turn. */
const atOnce = 1000;

/**
 * Part of a list has the figures of its markets, but says nothing about views and token prices.
 * @param turns deals out which views are judged
 */
export function createAlertSnapshot(
  { markets, complete, time }: Pick<Poll, "markets" | "complete" | "time">,
  turns: Turns,
): AlertSnapshot {
  const readAt = millis(time);
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
    let titled: TitledMarket | undefined;
    if (market?.success === true && readAt !== undefined) {
      const row = toMarketRow(market.data, { readAt, page: 1 });
      titled = { row, title: ratedTitle(row, market.data.market) };
    }
    read.set(id, titled);
    return titled;
  };
  const titleOf = ({ id }: MarketRow): string => readOne(id)?.title ?? id;
  const readAll = async (): Promise<Listing> => {
    const all: MarketRow[] = [];
    for (const [index, { id }] of markets.entries()) {
      if (index % atOnce === atOnce - 1) await nextTurn();
      const market = readOne(id);
      if (market !== undefined) all.push(market.row);
    }
    return { ...viewMarkets(all), all, expected: expectedPrices(all) };
  };
  const isWhole = complete && markets.every(({ body }) => body !== undefined);
  const listing = async (): Promise<Listing | undefined> => (isWhole ? (whole ??= readAll()) : undefined);

  return {
    async market(id, priced) {
      const market = readOne(id);
      if (market === undefined) return undefined;
      const known = priced ? await listing() : undefined;
      const price = known === undefined ? undefined : offPeg(market.row, known.expected);
      return { facts: { ...marketFigures(market.row), offPeg: price }, title: market.title };
    },
    async asset(mint) {
      const known = await listing();
      if (known === undefined) return undefined;
      if (!assets.has(mint)) {
        const own = marketsOfAsset(mint, known.all);
        const title = own[0]?.tokens[0]?.symbol;
        assets.set(
          mint,
          title === undefined ? undefined : { facts: assetFacts(own, known.expected, titleOf), title },
        );
      }
      return assets.get(mint);
    },
    async view(target) {
      const known = await listing();
      if (known === undefined) return undefined;
      const key = JSON.stringify([target.search, target.starred]);
      if (!views.has(key)) {
        await nextTurn();
        views.set(key, turns.has(key) ? inView(target, known, titleOf) : undefined);
      }
      return views.get(key);
    },
  };
}

interface Listing extends ViewMarkets {
  /** Prediction markets that are over included. */
  readonly all: readonly MarketRow[];
  readonly expected: ExpectedPrices;
}

/** Undefined for views that are unknown or too large to watch. */
function inView(
  target: ViewTarget,
  known: ViewMarkets,
  titleOf: (row: MarketRow) => string,
): readonly MarketInView[] | undefined {
  const rows = marketsInView(target, known);
  if (rows === undefined || rows.length > mostWatchedMarkets) return undefined;
  return rows.map((row) => ({ id: row.id, name: titleOf(row), depositApy: row.depositApy }));
}
