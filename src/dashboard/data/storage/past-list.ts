import type { Ratio, Usd } from "../../../contract/units.ts";

export interface PastMarket {
  readonly id: string;
  /** Undefined where no names are stored. */
  readonly name: string | undefined;
  readonly provider: string | undefined;
  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly totalDepositUsd: Usd | undefined;
  /** At its deposit cap; undefined when unknown. */
  readonly full: boolean | undefined;
}

export interface PastList {
  readonly at: number;
  readonly markets: readonly PastMarket[];
  /** Converts an id to the key of `markets`. */
  readonly keyOf: (id: string) => string;
  /** Rounding of rates; undefined when exact. */
  readonly rateStep?: number;
}
