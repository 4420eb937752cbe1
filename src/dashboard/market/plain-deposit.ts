// The best that a token earns by being deposited and nothing else: what a loop has to beat.
import type { MarketRow } from "../data/markets/market-row.ts";
import { capacity } from "./column-values.ts";

type ByMint = ReadonlyMap<string, MarketRow>;

// Worked out when the first verdict of a list is shown, and once for the list: rows are never changed.
const known = new WeakMap<readonly MarketRow[], ByMint>();

function bestDeposits(rows: readonly MarketRow[]): ByMint {
  const byMint = new Map<string, MarketRow>();
  for (const row of rows) {
    const mint = row.tokens[0]?.address;
    if (row.kind !== "lending" || mint === undefined || row.depositApy === undefined) continue;
    if (capacity(row)?.full === true) continue;
    const held = byMint.get(mint);
    if (held === undefined || isBetter(row, held)) byMint.set(mint, row);
  }
  return byMint;
}

function isBetter(row: MarketRow, held: MarketRow): boolean {
  const rates = (row.depositApy ?? 0) - (held.depositApy ?? 0);
  const deposits = (row.totalDepositUsd ?? 0) - (held.totalDepositUsd ?? 0);
  return rates > 0 || (rates === 0 && (deposits > 0 || (deposits === 0 && row.id < held.id)));
}

/**
 * The lending market of a list with the highest deposit rate for a market's first token; markets known to be full take no
 * deposit. Undefined where the list has none, or the token no mint.
 */
export function bestPlainDeposit(row: MarketRow, rows: readonly MarketRow[]): MarketRow | undefined {
  const mint = row.tokens[0]?.address;
  if (mint === undefined) return undefined;
  const byMint = known.get(rows) ?? bestDeposits(rows);
  known.set(rows, byMint);
  return byMint.get(mint);
}
