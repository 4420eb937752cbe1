// A list of markets as it was earlier: from an export, or from this browser's last visit.
import type { Ratio, Usd } from "../../../contract/units.ts";

export interface PastMarket {
  /** As `PastList.keyOf` writes it. */
  readonly id: string;
  /** "USDC · Main Market"; undefined where no names are kept. */
  readonly name: string | undefined;
  readonly provider: string | undefined;
  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly totalDepositUsd: Usd | undefined;
  /** Whether it was at its deposit cap; undefined when that is unknown. */
  readonly full: boolean | undefined;
}

export interface PastList {
  /** When its figures were read, in ms since the epoch. */
  readonly at: number;
  /** Each id once. */
  readonly markets: readonly PastMarket[];
  /** How an id is written in `markets`. */
  readonly keyOf: (id: string) => string;
  /** What its rates are rounded to, a fraction; undefined when they are exact. */
  readonly rateStep?: number;
}
