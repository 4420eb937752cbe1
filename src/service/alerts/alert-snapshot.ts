// What rules watch, read from one poll of all markets when it is first needed.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AlertTarget } from "../../contract/alerts/rule.ts";
import { readMarket } from "../../contract/markets-page.ts";
import { millis } from "../../contract/units.ts";
import { mostWatchedMarkets, type MarketInView, type TargetFacts } from "../../domain/alerts/judge.ts";
import { marketFigures } from "../../domain/alerts/market-figures.ts";
import { assetFacts, marketsOfAsset, offPeg } from "../../domain/alerts/prices.ts";
import { marketsInView, viewMarkets, type ViewTarget } from "../../domain/alerts/view-watch.ts";
import { toMarketRow, type MarketRow } from "../../domain/market/market-row.ts";
import type { Poll } from "../store/poll.ts";
import { ratedTitle } from "./message-text.ts";
import type { Turns } from "./fair-queue.ts";

export type AlertSnapshot = ReturnType<typeof createAlertSnapshot>;

/** What is known of a rule's target: its figures, or the markets in a view. */
export interface Watched {
  readonly title: string;
  readonly facts?: TargetFacts | undefined;
  readonly markets?: readonly MarketInView[] | undefined;
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
  const bodies = new Map(markets.map(({ id, body }) => [id, body]));
  const views = new Map<string, readonly MarketInView[] | undefined>();
  turns.begin(Math.max(1, Math.floor(mostMatched / Math.max(1, markets.length))));

  const readOne = remembered((id: string) => {
    const body = bodies.get(id);
    const market = body === undefined ? undefined : readMarket(JSON.parse(body));
    if (market?.success !== true || readAt === undefined) return undefined;
    const row = toMarketRow(market.data, { readAt, page: 1 });
    return { row, title: ratedTitle(row, market.data.market) };
  });
  const titleOf = ({ id }: MarketRow): string => readOne(id)?.title ?? id;
  const readAll = async () => {
    const all: MarketRow[] = [];
    for (const [index, { id }] of markets.entries()) {
      if (index % atOnce === atOnce - 1) await nextTurn();
      const market = readOne(id);
      if (market !== undefined) all.push(market.row);
    }
    const listed = viewMarkets(all);
    const asset = remembered((mint: string): Watched | undefined => {
      const own = marketsOfAsset(mint, all);
      const title = own[0]?.tokens[0]?.symbol;
      return title === undefined ? undefined : { facts: assetFacts(own, listed.prices, titleOf), title };
    });
    return { ...listed, asset };
  };
  const isWhole = complete && markets.every(({ body }) => body !== undefined);
  let whole: ReturnType<typeof readAll> | undefined;
  const listing = async () => (isWhole ? (whole ??= readAll()) : undefined);

  const inView = async (target: ViewTarget): Promise<readonly MarketInView[] | undefined> => {
    const known = await listing();
    if (known === undefined) return undefined;
    const key = JSON.stringify([target.search, target.starred]);
    if (!views.has(key)) {
      await nextTurn();
      const rows = turns.has(key) ? marketsInView(target, known) : undefined;
      const isWatched = rows !== undefined && rows.length <= mostWatchedMarkets;
      const named = (row: MarketRow) => ({ id: row.id, name: titleOf(row), depositApy: row.depositApy });
      views.set(key, isWatched ? rows.map(named) : undefined);
    }
    return views.get(key);
  };

  /** Without the markets of views that are unknown or too large to watch, or must wait their turn. */
  return async (target: Exclude<AlertTarget, { kind: "position" }>): Promise<Watched | undefined> => {
    if (target.kind === "view") return { title: "A saved view", markets: await inView(target) };
    const known = await listing();
    if (target.kind === "asset") return known?.asset(target.mint);
    const market = readOne(target.id);
    if (market === undefined) return undefined;
    const price = known === undefined ? undefined : offPeg(market.row, known.prices);
    return { title: market.title, facts: { ...marketFigures(market.row), offPeg: price } };
  };
}

/** Of one poll, so nothing is forgotten. */
function remembered<Value>(make: (id: string) => Value): (id: string) => Value {
  const made = new Map<string, { readonly value: Value }>();
  return (id) => {
    const known = made.get(id) ?? { value: make(id) };
    made.set(id, known);
    return known.value;
  };
}
