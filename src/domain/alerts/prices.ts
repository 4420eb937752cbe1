// Prices against what tokens should cost, and an asset's best rate: figures of a whole list.
import { impliedPrice } from "../../finance/pool.ts";
import { checkTotal } from "../../finance/rates.ts";
import { isDeposit } from "../../contract/market.ts";
import { isDollar, peerPrice, type PeerPrices } from "../market/assess/checks.ts";
import type { AlertFigure, MarketPrice, TargetFacts } from "./judge.ts";
import type { MarketRow } from "../market/market-row.ts";
import { marketName } from "../market/market-text.ts";
import { isFull } from "../market/row-values.ts";

/**
 * How far a market's implied price is from what its token should cost: a dollar, or what its markets imply.
 * @param prices of the whole list: part of a list has fewer to compare
 */
export function offPeg(market: MarketRow, prices: PeerPrices): AlertFigure | undefined {
  const expected = isDollar(market) ? 1 : peerPrice(market, prices)?.median;
  const implied = isDeposit(market.kind) ? impliedPrice(market) : undefined;
  if (implied === undefined || expected === undefined) return undefined;
  return { value: Math.abs(implied / expected - 1), price: { implied, expected } };
}

export function marketsOfAsset(mint: string, markets: readonly MarketRow[]): readonly MarketRow[] {
  return markets.filter(({ kind, tokens }) => isDeposit(kind) && tokens[0]?.address === mint);
}

/** Whether new deposits get the rate: the market is not full, and its total agrees with its parts. */
function offers(market: MarketRow): boolean {
  const { rewards, rewardsGiven, depositApy: total, baseDepositApy: base } = market;
  const check = checkTotal({ rewards: rewardsGiven ? rewards : undefined, total, base });
  return !isFull(market) && check?.agrees !== false;
}

/** An asset's best available deposit rate, and its prices with the one furthest off. */
export function assetFacts(markets: readonly MarketRow[], peers: PeerPrices): TargetFacts {
  let best: AlertFigure | undefined;
  const prices: MarketPrice[] = [];
  for (const market of markets) {
    const named = { id: market.id, name: marketName(market) };
    if (
      market.depositApy !== undefined &&
      offers(market) &&
      (best === undefined || market.depositApy > best.value)
    )
      best = { value: market.depositApy, market: named };
    const off = offPeg(market, peers);
    if (off !== undefined) prices.push({ ...off, market: named });
  }
  const [furthest] = prices.toSorted((one, other) => other.value - one.value);
  return { depositApy: best, offPeg: furthest, prices };
}
