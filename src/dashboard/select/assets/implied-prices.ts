// If a provider misprices a deposit, it also lends too much or too little against it.
import { sum } from "d3-array";
import { ratio, type Usd } from "../../../contract/units.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";

export const markedFrom = 0.01;

export type ImpliedPrice = ReturnType<typeof impliedPrices>[number];

/** By provider. Uses the market that is farthest from the price, because an average would hide it. */
export function impliedPrices(rows: readonly MarketRow[], price: Usd | undefined) {
  const implied = rows.flatMap((row) => {
    const own = impliedPrice(row);
    const off = own === undefined || price === undefined ? undefined : ratio(own / price - 1);
    return own === undefined ? [] : [{ row, price: own, off, away: Math.abs(off ?? 0) }];
  });
  return Array.from(groupBy(implied, ({ row }) => row.providerId).values(), (own) => {
    const { row, off, away, price: farthest } = own.reduce((far, one) => (one.away > far.away ? one : far));
    const { providerId, providerName, providerIcon } = row;
    return {
      provider: { providerId, providerName, providerIcon },
      markets: own.length,
      deposits: sum(own, ({ row: { totalDepositUsd } }) => totalDepositUsd),
      price: farthest,
      off,
      marked: off !== undefined && away >= markedFrom,
    };
  }).toSorted((one, other) => other.deposits - one.deposits);
}
