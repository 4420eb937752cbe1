import type { Ratio, Usd } from "../../../contract/units.ts";

export interface PastMarket {
  readonly id: string;
  readonly name: string | undefined;
  readonly provider: string | undefined;
  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly totalDepositUsd: Usd | undefined;
  readonly full: boolean | undefined;
}

export interface PastList {
  readonly at: number;
  readonly markets: readonly PastMarket[];
  readonly keyOf: (id: string) => string;
  /** Rounding of rates; undefined when exact. */
  readonly rateStep?: number;
}
