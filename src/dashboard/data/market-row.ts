// What the dashboard works on: a market flattened once, before the cache. Missing is undefined, never 0 and never null.
import type { Market, MarketKind } from "../../contract/market.ts";
import type { Millis, Ratio, TokenAmount, Usd } from "../../contract/units.ts";

/** A token as the dashboard shows it. `symbol` falls back to a shortened mint, so that there is always something to read. */
export interface RowToken {
  readonly address: string | undefined;
  readonly symbol: string;
  readonly icon: string | undefined;
  readonly decimals: number | undefined;
}

/** A reward, already inside the total rate. `apy` is its share of the rate; `side` says which rate it belongs to. */
export interface RowReward {
  readonly side: "deposit" | "borrow" | "other";
  readonly apy: Ratio | undefined;
  readonly token: RowToken | undefined;
  readonly marketAction: string | undefined;
}

/** One market. Field names are the wire's where the meaning is the wire's. */
export interface MarketRow {
  readonly id: string;
  /** The type as sent, which may be one nobody knew; `kind` is what it was read as. */
  readonly type: string;
  readonly kind: MarketKind;
  readonly providerId: string;
  readonly providerName: string;
  readonly providerIcon: string | undefined;
  readonly productName: string | undefined;
  /** Primary token first; for a loop the supplied token, then the borrowed one. Empty for predictions. */
  readonly tokens: readonly RowToken[];
  /** What the market is called: a symbol, a pair "JitoSOL / SOL", a prediction's title, or else its product name or id. */
  readonly label: string;
  /** The second line: a prediction's subtitle, a loop's market name; undefined when there is none. */
  readonly detail: string | undefined;

  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly baseDepositApy30d: Ratio | undefined;
  readonly baseDepositApy90d: Ratio | undefined;
  readonly baseDepositApy180d: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  readonly baseBorrowApy: Ratio | undefined;
  readonly baseBorrowApy30d: Ratio | undefined;
  readonly baseBorrowApy90d: Ratio | undefined;
  readonly baseBorrowApy180d: Ratio | undefined;
  /** Averages of the net rate of loops. They include rewards and borrow cost, so they are never called base. */
  readonly depositApy30d: Ratio | undefined;
  readonly depositApy90d: Ratio | undefined;
  readonly depositApy180d: Ratio | undefined;
  readonly rewards: readonly RowReward[];
  /** Whether the answer carried a rewards list at all: an absent list is not an empty one. */
  readonly rewardsGiven: boolean;

  readonly totalDeposit: TokenAmount | undefined;
  readonly totalDepositUsd: Usd | undefined;
  readonly totalBorrow: TokenAmount | undefined;
  readonly totalBorrowUsd: Usd | undefined;
  readonly maxDeposit: TokenAmount | undefined;
  readonly maxBorrow: TokenAmount | undefined;
  readonly maxLtv: Ratio | undefined;
  readonly liquidationLtv: Ratio | undefined;
  readonly liquidationPenalty: Ratio | undefined;
  readonly maxLeverage: number | undefined;

  readonly longUsd: Usd | undefined;
  readonly shortUsd: Usd | undefined;

  readonly status: string | undefined;
  readonly yesBid: Ratio | undefined;
  readonly yesAsk: Ratio | undefined;
  readonly noBid: Ratio | undefined;
  readonly noAsk: Ratio | undefined;
  /** Contracts or dollars: the service does not say which, so it is shown as a plain number. */
  readonly volume: number | undefined;
  readonly openInterest: number | undefined;
  readonly openTime: Millis | undefined;
  readonly closeTime: Millis | undefined;
  readonly expirationTime: Millis | undefined;
  readonly bundleId: string | undefined;
  readonly result: string | undefined;

  readonly websiteUrl: string | undefined;
  /** Action key → the `blinkUrl` as sent, unjudged: actions/ decides whether it becomes a link. In the order sent. */
  readonly actions: readonly (readonly [key: string, blinkUrl: unknown])[];

  /** When the page this row came in was read, in the browser's clock. */
  readonly readAt: Millis;
  /** Which page of the walk it came in, from 1. */
  readonly page: number;
  /** The market exactly as sent, for the raw view. */
  readonly raw: Market;
}
