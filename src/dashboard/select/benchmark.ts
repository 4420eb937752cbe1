// A market to measure others against, for who has none in mind: large, steady, easy to leave, and paid in what people count in.
import { ratio, usd, type Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { assetFamilies } from "../market/asset-families.ts";
import { baseFade, poolUtilization, sizeCover } from "../market/row-values.ts";

/** What a market must be to be suggested; the panel that suggests it says the same. */
export const benchmarkRules = {
  leastDeposits: usd(10_000_000),
  /** Asked for when my size is known: how often it could leave at once. */
  leastCover: 5,
  /** Asked for otherwise. */
  greatestUtilization: ratio(0.8),
} as const;

const stablecoins = assetFamilies.find(({ id }) => id === "stables")?.symbols;

/**
 * The largest lending market of a stablecoin, of at least $10M, whose base APY is steady, with all three averages given, and
 * that can be left: with an exit cover of at least 5 for my size, or, without one, with a utilization of at most 80 %. What is
 * unknown about a market never speaks for it. Equal deposits fall to the id.
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
  const { baseDepositApy30d, baseDepositApy180d } = row;
  // A 90-day average is what steady is told by.
  if (baseDepositApy30d === undefined || baseDepositApy180d === undefined) return false;
  if (baseFade(row)?.class !== "steady") return false;
  if (!atLeast(row.totalDepositUsd, benchmarkRules.leastDeposits)) return false;
  return size === undefined
    ? atLeast(benchmarkRules.greatestUtilization, poolUtilization(row))
    : atLeast(sizeCover(row, size), benchmarkRules.leastCover);
}

function atLeast(value: number | string | undefined, least: number | string | undefined): boolean {
  return typeof value === "number" && typeof least === "number" && value >= least;
}

function isBetter(row: MarketRow, best: MarketRow): boolean {
  const deposits = (row.totalDepositUsd ?? 0) - (best.totalDepositUsd ?? 0);
  return deposits > 0 || (deposits === 0 && row.id < best.id);
}
