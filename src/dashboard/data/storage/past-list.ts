import type { Ratio, Usd } from "../../../contract/units.ts";

export interface PastMarket {
  readonly id: string;
  /** "USDC · Main Market"; undefined where no names are stored. */
  readonly name: string | undefined;
  readonly provider: string | undefined;
  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly totalDepositUsd: Usd | undefined;
  /** Whether it was at its deposit cap; undefined when unknown. */
  readonly full: boolean | undefined;
}

export interface PastList {
  readonly at: number;
  readonly markets: readonly PastMarket[];
  /** The form of ids in `markets`. */
  readonly keyOf: (id: string) => string;
  /** The rounding of its rates, a fraction; undefined when exact. */
  readonly rateStep?: number;
}
