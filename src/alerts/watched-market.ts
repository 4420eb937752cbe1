// A market as rules and views look at it. The rows of a page are such; a service reads them from what its source sends.
import type { MarketKind } from "../contract/market.ts";
import type { MarketNames } from "../contract/names/market-names.ts";
import type { RateParts } from "../finance/rates.ts";
import type { Ratio, TokenAmount, Usd } from "../contract/units.ts";

export interface WatchedToken {
  readonly address: string | undefined;
  readonly symbol: string;
}

export interface WatchedMarket extends MarketNames {
  readonly id: string;
  /** As sent, which may be one nobody knew. */
  readonly type: string;
  readonly kind: MarketKind;
  readonly providerId: string;
  /** What is deposited first, what is borrowed last. */
  readonly tokens: readonly WatchedToken[];
  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  readonly baseDepositApy30d: Ratio | undefined;
  readonly baseDepositApy90d: Ratio | undefined;
  readonly baseDepositApy180d: Ratio | undefined;
  /** Of loops alone: averages of the net rate. */
  readonly depositApy30d: Ratio | undefined;
  readonly depositApy90d: Ratio | undefined;
  readonly depositApy180d: Ratio | undefined;
  readonly rewards: NonNullable<RateParts["rewards"]>;
  /** Whether there was a list of rewards at all. */
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
