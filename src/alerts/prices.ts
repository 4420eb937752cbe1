// How far prices are from what they should be, and what an asset pays at best: figures of a whole list.
import { capacityLeft, fewestPrices, impliedPrice, medianPrice } from "../finance/pool.ts";
import { checkTotal } from "../finance/rates.ts";
import { isDeposit, mayBeDeposit } from "../contract/market.ts";
import { isDollarMint } from "../contract/assets/dollars.ts";
import type { AlertFigure, MarketPrice, TargetFacts } from "./judge.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** What tokens should cost, in USD by mint: a dollar, or what the markets make of it together. */
export type ExpectedPrices = ReadonlyMap<string, number>;

/** @param markets a whole list: a part of it has fewer prices to hold one against */
export function expectedPrices(markets: readonly WatchedMarket[]): ExpectedPrices {
  const implied = new Map<string, number[]>();
  for (const market of markets) {
    const mint = market.tokens[0]?.address;
    const price = mayBeDeposit(market.kind) ? impliedPrice(market) : undefined;
    if (mint === undefined || price === undefined) continue;
    const others = implied.get(mint);
    if (others === undefined) implied.set(mint, [price]);
    else others.push(price);
  }
  const expected = new Map<string, number>();
  for (const [mint, prices] of implied) {
    const price = isDollarMint(mint) ? 1 : prices.length < fewestPrices ? undefined : medianPrice(prices);
    if (price !== undefined && price > 0) expected.set(mint, price);
  }
  return expected;
}

/** How far the price that a market's totals imply is from what its token should cost. */
export function offPeg(market: WatchedMarket, expectations: ExpectedPrices): AlertFigure | undefined {
  const mint = market.tokens[0]?.address;
  const expected = mint === undefined ? undefined : expectations.get(mint);
  const implied = isDeposit(market.kind) ? impliedPrice(market) : undefined;
  if (implied === undefined || expected === undefined) return undefined;
  return { value: Math.abs(implied / expected - 1), price: { implied, expected } };
}

/** The markets in which a token is deposited. */
export function marketsOfAsset<Market extends WatchedMarket>(
  mint: string,
  markets: readonly Market[],
): readonly Market[] {
  return markets.filter(({ kind, tokens }) => isDeposit(kind) && tokens[0]?.address === mint);
}

/** Whether a market's rate can be had: a full one takes nobody, and a total that its parts do not make is no figure. */
function offers(market: WatchedMarket): boolean {
  const { rewards, rewardsGiven, depositApy: total, baseDepositApy: base } = market;
  const check = checkTotal({ rewards: rewardsGiven ? rewards : undefined, total, base });
  return capacityLeft(market) !== 0 && check?.agrees !== false;
}

/** An asset's best deposit rate of those that can be had, and its prices with the one that is furthest off. @param nameOf what an event calls a market */
export function assetFacts<Market extends WatchedMarket>(
  markets: readonly Market[],
  expectations: ExpectedPrices,
  nameOf: (market: Market) => string,
): TargetFacts {
  let best: AlertFigure | undefined;
  const prices: MarketPrice[] = [];
  for (const market of markets) {
    const named = { id: market.id, name: nameOf(market) };
    if (
      market.depositApy !== undefined &&
      offers(market) &&
      (best === undefined || market.depositApy > best.value)
    )
      best = { value: market.depositApy, market: named };
    const off = offPeg(market, expectations);
    if (off !== undefined) prices.push({ ...off, market: named });
  }
  const [furthest] = prices.toSorted((one, other) => other.value - one.value);
  return { depositApy: best, offPeg: furthest, prices };
}
