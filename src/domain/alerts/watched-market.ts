// A market as rules and views see it: rows of the page, or markets the service reads from its source.
import type { MarketKind } from "../../contract/market.ts";
import type { MarketNames } from "../../contract/names/market-names.ts";
import type { RateParts } from "../../finance/rates.ts";
import type { Ratio, TokenAmount, Usd } from "../../contract/units.ts";

export interface WatchedToken {
  readonly address: string | undefined;
  readonly symbol: string;
}

export interface WatchedMarket extends MarketNames {
  readonly id: string;
  /** As sent; may be unknown to this version. */
  readonly type: string;
  readonly kind: MarketKind;
  readonly providerId: string;
  /** The deposited token first, the borrowed one last. */
  readonly tokens: readonly WatchedToken[];
  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  readonly baseDepositApy30d: Ratio | undefined;
  readonly baseDepositApy90d: Ratio | undefined;
  readonly baseDepositApy180d: Ratio | undefined;
  /** Averages of a loop's net rate; undefined for other types. */
  readonly depositApy30d: Ratio | undefined;
  readonly depositApy90d: Ratio | undefined;
  readonly depositApy180d: Ratio | undefined;
  readonly rewards: NonNullable<RateParts["rewards"]>;
  /** Whether the source sent a list of rewards. */
  readonly rewardsGiven: boolean;
  readonly totalDeposit: TokenAmount | undefined;
  readonly totalDepositUsd: Usd | undefined;
  readonly totalBorrow: TokenAmount | undefined;
  readonly totalBorrowUsd: Usd | undefined;
  readonly maxDeposit: TokenAmount | undefined;
  readonly maxLtv: Ratio | undefined;
  readonly liquidationLtv: Ratio | undefined;
  readonly status: string | undefined;
}
