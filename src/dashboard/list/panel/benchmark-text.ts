import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatRate } from "../../../domain/format/number.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { withLeverage } from "../../../domain/market/loops/leverage.ts";
import { marketText } from "../../../domain/market/row-values.ts";

export interface BenchmarkText {
  /** What may be cut short: "USDC · Main Market", or where the market is. */
  readonly name: string;
  /** What must be read in full: "5.31 %", "no rate published"; empty while the market is unknown. */
  readonly rate: string;
}

/**
 * What the benchmark is called and pays, or why that is unknown. Undefined without a benchmark.
 * @param looking whether the market may still arrive
 * @param rows the list, whose loops tell at which leverage they are quoted
 */
export function benchmarkText(
  { benchmark, basis }: SelectContext,
  looking: boolean,
  rows: readonly MarketRow[] = [],
): BenchmarkText | undefined {
  if (benchmark === undefined) return undefined;
  const { id, rate } = benchmark;
  const row = rows.find((one) => one.id === id);
  const name = row === undefined ? benchmark.name : withLeverage(marketText(row), row);
  if (name === undefined) return { name: looking ? "not loaded yet" : "not in this list", rate: "" };
  const base = basis === "base" ? " base" : "";
  return { name, rate: rate === undefined ? `no${base} rate published` : `${formatRate(rate).text}${base}` };
}
