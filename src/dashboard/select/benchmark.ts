// Suggests a benchmark: a large, steady and liquid market of a stablecoin.
import { ratio, usd, type Usd } from "../../contract/units.ts";
import { compareSize, type MarketRow } from "../../domain/market/market-row.ts";
import { isStable } from "../../domain/market/asset-families.ts";
import { poolUtilization, rateFade, sizeCover } from "../../domain/market/row-values.ts";

/** The panel shows the same thresholds. */
export const benchmarkRules = {
  leastDeposits: usd(10_000_000),
  leastCover: 5,
  greatestUtilization: ratio(0.8),
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
  if (!atLeast(row.totalDepositUsd, benchmarkRules.leastDeposits)) return false;
  return size === undefined
    ? atLeast(benchmarkRules.greatestUtilization, poolUtilization(row))
    : atLeast(sizeCover(row, size), benchmarkRules.leastCover);
}

function atLeast(value: number | undefined, least: number | undefined): boolean {
  return value !== undefined && least !== undefined && value >= least;
}
