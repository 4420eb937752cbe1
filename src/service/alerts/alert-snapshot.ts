// What rules watch, read from one poll of all markets when it is first needed.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AlertTarget } from "../../contract/alerts/rule.ts";
import { readMarket } from "../../contract/markets-page.ts";
import { millis } from "../../contract/units.ts";
import { mostWatchedMarkets, type MarketInView, type SeenTarget } from "../../domain/alerts/judge.ts";
import { marketFigures } from "../../domain/alerts/market-figures.ts";
import { assetFacts, marketsOfAsset, offPeg } from "../../domain/alerts/prices.ts";
import { marketsInView, viewMarkets, type ViewTarget } from "../../domain/alerts/view-watch.ts";
import { withLeverage } from "../../domain/market/loops/leverage.ts";
import { toMarketRow, type MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import type { Poll } from "../../domain/record/poll.ts";
import type { Turns } from "./fair-queue.ts";

export type AlertSnapshot = ReturnType<typeof createAlertSnapshot>;

export interface Watched extends SeenTarget {
  readonly title: string;
}

/** Pairs of view and market per poll: two thousand views of a list of 500, which take about 5 s. */
const mostMatched = 1_000_000;
/** Markets read or matched before the event loop gets a turn. */
const atOnce = 1000;

/** Part of a list has the figures of its markets, but says nothing about views and token prices. */
export function createAlertSnapshot(
  { markets, complete, time }: Pick<Poll, "markets" | "complete" | "time">,
  turns: Turns,
) {
  const readAt = millis(time);
  const views = new Map<string, readonly MarketInView[] | undefined>();
  const assets = new Map<string, Watched | undefined>();
  turns.begin(Math.max(1, Math.floor(mostMatched / Math.max(1, markets.length))));

  const readAll = async () => {
    const read = new Map<string, MarketRow>();
    for (const [index, { id, body }] of markets.entries()) {
      if (index % atOnce === atOnce - 1) await nextTurn();
      const market = body === undefined ? undefined : readMarket(JSON.parse(body));
      if (market?.success !== true || readAt === undefined) continue;
      read.set(id, toMarketRow(market.data, { readAt, page: 1 }));
    }
    const rows = [...read.values()];
    const isWhole = complete && markets.every(({ body }) => body !== undefined);
    return { read, rows, whole: isWhole ? viewMarkets(rows) : undefined };
  };
  type Listed = Awaited<ReturnType<typeof readAll>>;
  let listed: Promise<Listed> | undefined;

  const inView = async (target: ViewTarget, { whole }: Listed) => {
    if (whole === undefined) return undefined;
    const key = JSON.stringify([target.search, target.starred]);
    if (!views.has(key)) {
      await nextTurn();
      const rows = turns.has(key) ? marketsInView(target, whole) : undefined;
      const isWatched = rows !== undefined && rows.length <= mostWatchedMarkets;
      const named = (row: MarketRow) => ({ id: row.id, name: titleOf(row), depositApy: row.depositApy });
      views.set(key, isWatched ? rows.map(named) : undefined);
    }
    return views.get(key);
  };
  const assetOf = (mint: string, { whole, rows }: Listed): Watched | undefined => {
    const own = whole === undefined ? [] : marketsOfAsset(mint, rows);
    const title = own[0]?.tokens[0]?.symbol;
    if (whole === undefined || title === undefined) return undefined;
    return { title, facts: assetFacts(own, whole.prices, titleOf) };
  };

  /** Without the markets of views that are unknown or too large to watch, or must wait their turn. */
  return async (target: Exclude<AlertTarget, { kind: "position" }>): Promise<Watched | undefined> => {
    const all = await (listed ??= readAll());
    if (target.kind === "view") return { title: "A saved view", markets: await inView(target, all) };
    if (target.kind === "asset") {
      if (!assets.has(target.mint)) assets.set(target.mint, assetOf(target.mint, all));
      return assets.get(target.mint);
    }
    const market = all.read.get(target.id);
    if (market === undefined) return undefined;
    const price = all.whole && offPeg(market, all.whole.prices);
    return { title: titleOf(market), facts: { ...marketFigures(market), offPeg: price } };
  };
}

function titleOf(market: MarketRow): string {
  return withLeverage(marketName(market), market);
}
