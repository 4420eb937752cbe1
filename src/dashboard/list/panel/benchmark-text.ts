// The words for the market that all others are measured against.
import { formatRate } from "../../format/number.ts";
import type { SelectContext } from "../../market/column.ts";

export interface BenchmarkText {
  /** What may be cut short: "USDC · Main Market", or where the market is. */
  readonly name: string;
  /** What must be read in full: "5.31 %", "no rate given"; empty while the market is not known. */
  readonly rate: string;
}

/**
 * What the benchmark is called and pays, or why that is not known; undefined while there is none.
 * @param looking whether the market may still arrive
 */
export function benchmarkText(
  { benchmark, basis }: SelectContext,
  looking: boolean,
): BenchmarkText | undefined {
  if (benchmark === undefined) return undefined;
  const { name, rate } = benchmark;
  if (name === undefined) return { name: looking ? "not loaded yet" : "not in this list", rate: "" };
  const base = basis === "base" ? " base" : "";
  return { name, rate: rate === undefined ? `no${base} rate given` : `${formatRate(rate).text}${base}` };
}
