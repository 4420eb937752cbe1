import { formatRate } from "../../../domain/format/number.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { benchmarkBasis } from "../../../domain/market/row-values.ts";

/** Truncate the name, never the rate. Undefined without a benchmark. `looking`: it may load. */
export function benchmarkText(context: SelectContext, looking: boolean) {
  const { benchmark } = context;
  if (benchmark === undefined) return undefined;
  const { name, rate } = benchmark;
  if (name === undefined) return { name: looking ? "not loaded yet" : "not in this list", rate: "" };
  const kind = benchmarkBasis(context);
  return { name, rate: rate === undefined ? `no${kind} rate published` : `${formatRate(rate).text}${kind}` };
}
