import type { Maybe, Ratio, Usd } from "../../../contract/units.ts";

export interface PastMarket
  extends Maybe<Ratio, "depositApy" | "baseDepositApy">, Maybe<Usd, "totalDepositUsd"> {
  readonly id: string;
  readonly name: string | undefined;
  readonly provider: string | undefined;
  readonly full: boolean | undefined;
}

export interface PastList {
  readonly at: number;
  readonly markets: readonly PastMarket[];
  readonly keyOf: (id: string) => string;
  /** How rates were rounded. Undefined if they are exact. */
  readonly rateStep?: number;
}
