import { isDeposit } from "../../contract/market.ts";
import { capacityLeft, capacityUsed, impliedPrice } from "../../finance/pool.ts";
import { isDollarMint } from "../market/asset-families.ts";
import { isContradictory } from "../market/assess/assess.ts";
import { peerPrice, type PeerPrices } from "../market/assess/checks.ts";
import { isTinyChange } from "../market/assess/rate-trend.ts";
import type { MarketRow } from "../market/market-row.ts";
import { marketName } from "../market/market-text.ts";
import { isFull, poolUtilization, rateFade } from "../market/row-values.ts";
import type { AlertFigure, MarketPrice, TargetFacts } from "./judge.ts";

/** @param prices from the whole list; without them no price is compared */
export function marketFacts(market: MarketRow, prices: PeerPrices | undefined): TargetFacts {
  return {
    depositApy: figure(market.depositApy),
    baseDepositApy: figure(market.baseDepositApy),
    borrowApy: figure(market.borrowApy),
    utilization: figure(poolUtilization(market)),
    fade: figure(fadeOf(market)),
    offPeg: prices && offPeg(market, prices),
    capUsed: capacityUsed(market),
    capacityLeft: capacityLeft(market),
  };
}

function figure(value: number | undefined): AlertFigure | undefined {
  return value === undefined ? undefined : { value };
}

/** The rate compared with its own 90-day average. Undefined for rates near zero, where a percentage is meaningless. */
function fadeOf(market: MarketRow): number | undefined {
  const faded = rateFade(market);
  return faded && isTinyChange(faded) ? 0 : faded?.change;
}

/**
 * How far a market's implied price is from its target: one dollar, or what the token's markets imply.
 * @param prices from the whole list, because a part has fewer prices to compare
 */
function offPeg(market: MarketRow, prices: PeerPrices): AlertFigure | undefined {
  const expected = isDollarMint(market.tokens[0]?.address) ? 1 : peerPrice(market, prices)?.median;
  const implied = isDeposit(market.kind) ? impliedPrice(market) : undefined;
  if (implied === undefined || expected === undefined) return undefined;
  return { value: Math.abs(implied / expected - 1), price: { implied, expected } };
}

export function marketsOfAsset(mint: string, markets: readonly MarketRow[]): readonly MarketRow[] {
  return markets.filter(({ kind, tokens }) => isDeposit(kind) && tokens[0]?.address === mint);
}

/** An asset's best available deposit rate, and its prices with the one furthest off. */
export function assetFacts(markets: readonly MarketRow[], peers: PeerPrices): TargetFacts {
  let best: AlertFigure | undefined;
  const prices: MarketPrice[] = [];
  for (const market of markets) {
    const named = { id: market.id, name: marketName(market) };
    const { depositApy } = market;
    // In a market that is full or in doubt, a new deposit would not get the rate.
    const isBest = depositApy !== undefined && (best === undefined || depositApy > best.value);
    if (isBest && !isFull(market) && !isContradictory(market, { prices: peers }))
      best = { value: depositApy, market: named };
    const off = offPeg(market, peers);
    if (off !== undefined) prices.push({ ...off, market: named });
  }
  const [furthest] = prices.toSorted((one, other) => other.value - one.value);
  return { depositApy: best, offPeg: furthest, prices };
}
