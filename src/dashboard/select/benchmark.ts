// A market to measure others against, for who has none in mind: large, easy to leave, and paid in what people count in.
import { ratio, usd, type Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { assetFamilies } from "../market/asset-families.ts";
import { poolUtilization, sizeCover } from "../market/row-values.ts";

/** What a market must be to be suggested; the panel that suggests it says the same. */
export const benchmarkRules = {
  leastDeposits: usd(10_000_000),
  /** Asked for when my size is known: how often it could leave at once. */
  leastCover: 5,
  /** Asked for otherwise. */
  greatestUtilization: ratio(0.8),
} as const;

const stablecoins = assetFamilies.find(({ id }) => id === "stablecoins")?.symbols;

/**
 * The lending market of a stablecoin with the best base APY among those with deposits of at least $10M that can be left: with
 * an exit cover of at least 5 for my size, or, without one, with a utilization of at most 80 %. What is unknown about a market
 * never speaks for it. Equal rates fall to the greater deposits, then to the id.
 *
 * @returns undefined when none qualifies
 */
export function suggestBenchmark(rows: readonly MarketRow[], size: Usd | undefined): MarketRow | undefined {
  let best: MarketRow | undefined;
  for (const row of rows) if (qualifies(row, size) && (best === undefined || isBetter(row, best))) best = row;
  return best;
}

function qualifies(row: MarketRow, size: Usd | undefined): boolean {
  const mint = row.tokens[0]?.address;
  if (row.kind !== "lending" || mint === undefined || stablecoins?.has(mint) !== true) return false;
  if (row.baseDepositApy === undefined) return false;
  if (!atLeast(row.totalDepositUsd, benchmarkRules.leastDeposits)) return false;
  return size === undefined
    ? atLeast(benchmarkRules.greatestUtilization, poolUtilization(row))
    : atLeast(sizeCover(row, size), benchmarkRules.leastCover);
}

function atLeast(value: number | string | undefined, least: number | string | undefined): boolean {
  return typeof value === "number" && typeof least === "number" && value >= least;
}

function isBetter(row: MarketRow, best: MarketRow): boolean {
  const rates = (row.baseDepositApy ?? 0) - (best.baseDepositApy ?? 0);
  const deposits = (row.totalDepositUsd ?? 0) - (best.totalDepositUsd ?? 0);
  return rates > 0 || (rates === 0 && (deposits > 0 || (deposits === 0 && row.id < best.id)));
}
