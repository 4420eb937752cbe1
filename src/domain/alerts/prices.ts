// Prices against what tokens should cost, and an asset's best rate: figures of a whole list.
import { fewestPrices, impliedPrice, medianPrice } from "../../finance/pool.ts";
import { checkTotal } from "../../finance/rates.ts";
import { isDeposit, mayBeDeposit } from "../../contract/market.ts";
import { isDollarMint } from "../../contract/assets/dollars.ts";
import type { AlertFigure, MarketPrice, TargetFacts } from "./judge.ts";
import type { MarketRow } from "../market/market-row.ts";
import { isFull } from "../market/row-values.ts";

/** What tokens should cost, in USD by mint: a dollar, or the median of the markets' implied prices. */
export type ExpectedPrices = ReadonlyMap<string, number>;

/** @param markets the whole list: part of a list has fewer prices to compare */
export function expectedPrices(markets: readonly MarketRow[]): ExpectedPrices {
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

/** How far a market's implied price is from what its token should cost. */
export function offPeg(market: MarketRow, expectations: ExpectedPrices): AlertFigure | undefined {
  const mint = market.tokens[0]?.address;
  const expected = mint === undefined ? undefined : expectations.get(mint);
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

/**
 * An asset's best available deposit rate, and its prices with the one furthest off. @param nameOf names a market in
 * events
 */
export function assetFacts(
  markets: readonly MarketRow[],
  expectations: ExpectedPrices,
  nameOf: (market: MarketRow) => string,
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
