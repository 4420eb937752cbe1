import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatRate } from "../../../domain/format/number.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { withLeverage } from "../../../domain/market/market-text.ts";
import { benchmarkBasis, marketText } from "../../../domain/market/row-values.ts";

/** Truncate the name, never the rate. Undefined without a benchmark. `looking`: it may load. `rows` give a leverage. */
export function benchmarkText(context: SelectContext, looking: boolean, rows: readonly MarketRow[]) {
  const { benchmark } = context;
  if (benchmark === undefined) return undefined;
  const { id, rate } = benchmark;
  const row = rows.find((one) => one.id === id);
  const name = row === undefined ? benchmark.name : withLeverage(marketText(row), row);
  if (name === undefined) return { name: looking ? "not loaded yet" : "not in this list", rate: "" };
  const kind = benchmarkBasis(context);
  return { name, rate: rate === undefined ? `no${kind} rate published` : `${formatRate(rate).text}${kind}` };
}
