// The figures that rules watch, read from one poll of all markets when a rule first needs them.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AlertTarget } from "../../contract/alerts/rule.ts";
import { readMarket } from "../../contract/markets-page.ts";
import { millis } from "../../contract/units.ts";
import { targetKey } from "../../domain/alerts/judge.ts";
import { viewMarkets } from "../../domain/alerts/view-watch.ts";
import { watchedAsset, watchedMarket, watchedView, type Watched } from "../../domain/alerts/watched.ts";
import { toMarketRow, type MarketRow } from "../../domain/market/market-row.ts";
import type { Poll } from "../../domain/record/poll.ts";
import type { Rotation } from "./rotation.ts";

export type AlertSnapshot = ReturnType<typeof createAlertSnapshot>;
type ListTarget = Exclude<AlertTarget, { kind: "position" }>;

/** Matches of views with markets per poll: two thousand views of a list of 500 take about 5 s. */
const maxMatches = 1_000_000;
/** Markets read before the event loop gets a turn. */
const atOnce = 1000;

/** An incomplete poll still gives the figures of its markets, but views and token prices are then unknown. */
export function createAlertSnapshot({ markets, complete, time }: Poll, rotation: Rotation) {
  const readAt = millis(time);
  const seen = new Map<string, Watched | undefined>();
  rotation.begin(Math.max(1, Math.floor(maxMatches / Math.max(1, markets.length))));

  const readAll = async () => {
    const rows = new Map<string, MarketRow>();
    for (const [index, { id, body }] of markets.entries()) {
      if (index % atOnce === atOnce - 1) await nextTurn();
      const market = body === undefined ? undefined : readMarket(JSON.parse(body));
      if (market?.success !== true || readAt === undefined) continue;
      rows.set(id, toMarketRow(market.data, { readAt, page: 1 }));
    }
    const isWhole = complete && markets.every(({ body }) => body !== undefined);
    return { rows, list: isWhole ? viewMarkets([...rows.values()]) : undefined };
  };
  let read: ReturnType<typeof readAll> | undefined;

  const readTarget = async (target: ListTarget, key: string): Promise<Watched | undefined> => {
    const { rows, list } = await (read ??= readAll());
    if (target.kind === "market") {
      const market = rows.get(target.id);
      return market && watchedMarket(market, list);
    }
    if (list === undefined) return undefined;
    if (target.kind === "asset") return watchedAsset(target.mint, list);
    await nextTurn();
    return rotation.has(key) ? watchedView(target, list) : undefined;
  };

  /** Returns undefined for a target whose figures are unknown, and for a view whose turn is in a later poll. */
  return async (target: ListTarget): Promise<Watched | undefined> => {
    const key = targetKey({ target });
    if (!seen.has(key)) seen.set(key, await readTarget(target, key));
    return seen.get(key);
  };
}
