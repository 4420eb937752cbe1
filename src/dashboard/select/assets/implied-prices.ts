// What each provider's own totals say a token costs, against what it does cost: who counts a deposit wrong lends wrong on it.
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";

/** From this distance on, a fraction of the price, it is pointed at. */
export const markedFrom = 0.01;

export interface ImpliedPrice {
  readonly provider: Pick<MarketRow, "providerId" | "providerName" | "providerIcon">;
  /** The markets that tell both totals. */
  readonly markets: number;
  /** US dollars per token, of the market that is farthest off: an average would hide it. */
  readonly price: Usd;
  /** Of the token's price; undefined while that is not known. */
  readonly off: Ratio | undefined;
  readonly marked: boolean;
}

/**
 * Deposits in US dollars ÷ deposits in tokens of each market, the farthest from the price of each provider. In the order of the
 * providers' deposits, greatest first.
 *
 * @param rows markets that take the token
 * @param price US dollars per token
 */
export function impliedPrices(rows: readonly MarketRow[], price: Usd | undefined): readonly ImpliedPrice[] {
  const byProvider = new Map<string, { deposits: number; found: ImpliedPrice }>();
  for (const row of rows) {
    const implied = impliedPrice(row);
    if (implied === undefined) continue;
    const off = price === undefined ? undefined : ratio(implied / price - 1);
    const before = byProvider.get(row.providerId);
    const { providerId, providerName, providerIcon } = row;
    const own: ImpliedPrice = {
      provider: { providerId, providerName, providerIcon },
      markets: (before?.found.markets ?? 0) + 1,
      price: implied,
      off,
      marked: off !== undefined && Math.abs(off) >= markedFrom,
    };
    const farther = before === undefined || Math.abs(off ?? 0) > Math.abs(before.found.off ?? 0);
    byProvider.set(providerId, {
      deposits: (before?.deposits ?? 0) + (row.totalDepositUsd ?? 0),
      found: farther ? own : { ...before.found, markets: own.markets },
    });
  }
  return [...byProvider.values()]
    .toSorted((one, other) => other.deposits - one.deposits)
    .map(({ found }) => found);
}
