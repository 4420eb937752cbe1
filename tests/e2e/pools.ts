// What a size does to a pool, worked out here once more from the API's figures.
import * as z from "zod";
import type { ApiMarket } from "./api.ts";

export const deposited = (market: ApiMarket): string | null | undefined => market.token?.address;
const tokenSchema = z.looseObject({ address: z.string() });
export function borrowed(market: ApiMarket): string | null | undefined {
  const token = tokenSchema.safeParse(market["borrowToken"]);
  return token.success ? token.data.address : market.token?.address;
}

/** Whether a market lends another token than it takes: what is borrowed does not come out of what is deposited. */
const isPair = (market: ApiMarket): boolean => borrowed(market) !== deposited(market);

const ratioOf = (part: number | undefined, whole: number | null | undefined): number | undefined =>
  part === undefined || typeof whole !== "number" || whole <= 0 ? undefined : part / whole;

/** How much of a pool is lent out; 0 for pairs. */
function lentOut(market: ApiMarket): number | undefined {
  const { totalDeposit, totalBorrow } = market;
  return isPair(market) || typeof totalBorrow !== "number" ? undefined : ratioOf(totalBorrow, totalDeposit);
}

/**
 * A base rate once a size is lent. At worst k², the fixed spread or the average that a spike falls back to; at best k, and all
 * of it where a strategy spreads what it takes and the size is at most a tenth of it.
 */
export function baseThen(market: ApiMarket, size: number): { readonly low: number; readonly high: number } {
  const base = market.baseDepositApy ?? Number.NaN;
  const deposits = market.totalDepositUsd ?? Number.NaN;
  const k = deposits / (deposits + size);
  const supply = Math.log1p(base);
  const edges = [k * k * supply];
  const lent = lentOut(market);
  const { baseBorrowApy: cost, baseDepositApy90d: average } = market;
  if (lent !== undefined && typeof cost === "number")
    edges.push(Math.max(0, k * (supply - (1 - k) * lent * Math.log1p(cost))));
  if (typeof average === "number" && base - average > Math.max(0.5 * Math.abs(average), 0.0005))
    edges.push(k * Math.log1p(Math.max(0, average)));
  const allocates = market.type === "yield" && ["kamino", "lulo", "carrot"].includes(market.provider.id);
  return {
    low: Math.expm1(Math.min(...edges)),
    high: allocates && size <= deposits / 10 ? base : Math.expm1(k * supply),
  };
}
