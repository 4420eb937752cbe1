// Suggests a benchmark: a large, steady and liquid market of a stablecoin.
import { ratio, usd, type Usd } from "../../contract/units.ts";
import { compareSize, type MarketRow } from "../../domain/market/market-row.ts";
import { isStable } from "../../domain/market/asset-families.ts";
import { poolUtilization, rateFade, sizeCover } from "../../domain/market/row-values.ts";

/** The panel shows the same thresholds. */
export const benchmarkRules = {
  minDeposits: usd(10_000_000),
  minCover: 5,
  maxUtilization: ratio(0.8),
} as const;

/** The largest market that meets the rules. Unknown values never do. Ties by id. */
export function suggestBenchmark(rows: readonly MarketRow[], size: Usd | undefined): MarketRow | undefined {
  return rows.filter((row) => qualifies(row, size)).toSorted(compareSize)[0];
}

function qualifies(row: MarketRow, size: Usd | undefined): boolean {
  if (row.kind !== "lending" || !isStable(row.tokens[0]?.address)) return false;
  const { baseDepositApy30d, baseDepositApy180d } = row;
  // To be steady, it needs the 90-day average.
  if (baseDepositApy30d === undefined || baseDepositApy180d === undefined) return false;
  if (rateFade(row)?.class !== "steady") return false;
  if (!atLeast(row.totalDepositUsd, benchmarkRules.minDeposits)) return false;
  return size === undefined
    ? atLeast(benchmarkRules.maxUtilization, poolUtilization(row))
    : atLeast(sizeCover(row, size), benchmarkRules.minCover);
}

function atLeast(value: number | undefined, min: number | undefined): boolean {
  return value !== undefined && min !== undefined && value >= min;
}
