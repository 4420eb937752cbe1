// A provider that misprices a deposit also lends wrongly against it.
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";

/** Highlighted from this distance. */
export const markedFrom = 0.01;

export interface ImpliedPrice {
  readonly provider: Pick<MarketRow, "providerId" | "providerName" | "providerIcon">;
  readonly markets: number;
  /** Of the market farthest from the price: an average would hide it. */
  readonly price: Usd;
  readonly off: Ratio | undefined;
  readonly marked: boolean;
}

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
