// What a list says of all that rules watch: the facts that rules are judged by, taken from rows as every page reads them.
import type { AlertRule, AlertTarget } from "../../../contract/alerts/rule.ts";
import { marketTypes, isMarketType, type MarketType } from "../../../contract/market.ts";
import { maximumLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import {
  targetKey,
  type AlertFacts,
  type AlertFigure,
  type MarketInView,
  type TargetFacts,
} from "../../../alerts/judge.ts";
import { marketFigures } from "../../../alerts/market-figures.ts";
import { isDollar, peerPrices, type PeerPrices } from "../../market/doubts.ts";
import { marketName } from "../../market/market-text.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import { debtInOtherToken, type MarketRow } from "../../data/markets/market-row.ts";
import { readViewState } from "../../view-state/codec.ts";
import { toMarketsRequest } from "../../view-state/request-of-state.ts";
import { createSelector } from "../select.ts";
import { withLeverage } from "../../market/loops/leverage.ts";

/** What prices are taken from: deposits of one token that are held in it. */
const priced: ReadonlySet<string> = new Set(["lending", "yield"]);

/** What the list shows unless asked otherwise: asking for at least that asks for nothing that is not read already. */
const usualTypes: readonly MarketType[] = ["lending", "yield"];

/**
 * The one list that holds all that rules watch; undefined where none needs a list. Prediction markets that are over are in
 * none.
 */
export function watchRequest(rules: readonly AlertRule[]): MarketsRequest | undefined {
  const watched = rules.filter(({ paused, target }) => !paused && target.kind !== "position");
  if (watched.length === 0) return undefined;
  const wanted = [usualTypes, ...watched.map(({ target }) => typesOf(target))];
  const types = marketTypes.filter((type) =>
    wanted.some((some) => some === undefined || some.includes(type)),
  );
  return types.length === marketTypes.length ? { limit: maximumLimit } : { types, limit: maximumLimit };
}

/** The types a target's markets can be of; undefined: any, those nobody knows among them. */
function typesOf(target: AlertTarget): readonly MarketType[] | undefined {
  if (target.kind === "view") return toMarketsRequest(readViewState(target.search)).types;
  if (target.kind === "market") return isMarketType(target.marketType) ? [target.marketType] : undefined;
  return usualTypes;
}

/** Whether everything a view may show can be read; it is not where it asks for prediction markets that are over. */
export function canWatchView(search: string): boolean {
  const { statuses } = toMarketsRequest(readViewState(search));
  return statuses === undefined || statuses.every((status) => status === "open");
}

/**
 * @param rows a complete answer to `watchRequest(rules)`
 * @param readAt when it was read, in ms since the epoch
 * @param starred the stars of now, which views may ask for
 */
export function alertFacts(
  rules: readonly AlertRule[],
  rows: readonly MarketRow[],
  { readAt, starred }: { readonly readAt: number; readonly starred: ReadonlySet<string> },
): AlertFacts {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const prices = peerPrices(rows);
  const select = createSelector();
  const targets = new Map<string, TargetFacts>();
  const views = new Map<string, readonly MarketInView[]>();
  for (const rule of rules) {
    const key = targetKey(rule);
    const { target } = rule;
    if (rule.paused || targets.has(key) || views.has(key)) continue;
    if (target.kind === "market") {
      const row = byId.get(target.id);
      if (row !== undefined) targets.set(key, marketFacts(row, prices));
    } else if (target.kind === "asset") targets.set(key, assetFacts(target.mint, rows, prices));
    else if (target.kind === "view" && canWatchView(target.search)) {
      const { visible, gaveWay } = select(rows, readViewState(target.search), { starred });
      // Filters that would have left nothing gave way: the view itself is empty.
      views.set(key, gaveWay ? [] : visible.map(inView));
    }
  }
  return { at: readAt, targets, views };
}

function inView(row: MarketRow): MarketInView {
  return { id: row.id, name: withLeverage(marketName(row), row), depositApy: row.depositApy };
}

/** Every figure of a market that a rule may be about; those that are not known are undefined. */
export function marketFacts(row: MarketRow, prices: PeerPrices): TargetFacts {
  return { ...marketFigures(row, debtInOtherToken(row)), offPeg: offPeg(row, prices) };
}

/** An asset's best deposit rate, and the price of it that is furthest off. */
export function assetFacts(mint: string, rows: readonly MarketRow[], prices: PeerPrices): TargetFacts {
  let best: AlertFigure | undefined;
  let furthest: AlertFigure | undefined;
  for (const row of rows) {
    if (!priced.has(row.kind) || row.tokens[0]?.address !== mint) continue;
    const market = { id: row.id, name: marketName(row) };
    if (row.depositApy !== undefined && (best === undefined || row.depositApy > best.value))
      best = { value: row.depositApy, market };
    const off = offPeg(row, prices);
    if (off !== undefined && (furthest === undefined || off.value > furthest.value))
      furthest = { ...off, market };
  }
  return { depositApy: best, offPeg: furthest };
}

/**
 * How far the price that a market's totals imply is from what the token should cost: a dollar where it is made to be worth
 * one, else what the markets of the list make of it together, where at least three do.
 */
function offPeg(row: MarketRow, prices: PeerPrices): AlertFigure | undefined {
  const mint = row.tokens[0]?.address;
  if (!priced.has(row.kind) || mint === undefined) return undefined;
  const implied = impliedPrice(row);
  const expected = isDollar(row) ? 1 : prices.byMint.get(mint)?.median;
  if (implied === undefined || expected === undefined || expected <= 0) return undefined;
  return { value: Math.abs(implied / expected - 1), price: { implied, expected } };
}
