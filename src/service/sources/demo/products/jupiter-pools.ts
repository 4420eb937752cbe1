// Jupiter Lend has one liquidity layer: its earn products and its borrow vaults share one pool per token.
import { jupiterCurve } from "../facts/curves.ts";
import { jupiterEarn } from "../facts/jupiter.ts";
import { Pool } from "../pool.ts";
import { tokenOf } from "../token-prices.ts";

export class JupiterPools {
  readonly #seed: number;
  readonly #pools = new Map<string, Pool>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The pool of a token. Tokens that are collateral only are never borrowed, so they earn nothing there. */
  poolOf(symbol: string): Pool {
    const known = this.#pools.get(symbol);
    if (known !== undefined) return known;
    const row = jupiterEarn.find(([earnSymbol]) => earnSymbol === symbol);
    const pool = new Pool(this.#seed, {
      key: `jupiter/${symbol}`,
      token: tokenOf(symbol),
      supplyUsd: row?.[1] ?? 1_000_000,
      utilization: row?.[2] ?? 0,
      swing: 0.8,
      curve: {
        points: jupiterCurve,
        compounding: "continuous",
        take: 0.05,
        hostFixed: 0,
        borrowFactor: symbol === "SOL" ? 1.2 : 1.05,
        borrowFixed: 0,
      },
    });
    this.#pools.set(symbol, pool);
    return pool;
  }
}
