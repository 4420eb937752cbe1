// What is kept of a market at one moment: the figures that move, in the wire's units, and nothing that is not told.
import { rewardSide, type Market } from "../../contract/market.ts";

/**
 * The figures of a point. A field's place in this list is its number in the record: new ones are added at the end, and none is
 * ever taken out. Rates, limits of loans and prices are fractions; amounts are whole tokens, those in …Usd dollars.
 */
export const pointFields = [
  "depositApy",
  "baseDepositApy",
  "borrowApy",
  "baseBorrowApy",
  /** The rewards inside depositApy, added up. */
  "rewardApy",
  /** The rewards inside borrowApy, added up. */
  "borrowRewardApy",
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  "maxDeposit",
  "maxBorrow",
  "maxLtv",
  "liquidationLtv",
  "liquidationPenalty",
  "maxLeverage",
  "longUsd",
  "shortUsd",
  "yesBid",
  "yesAsk",
  "noBid",
  "noAsk",
  "volume",
  "openInterest",
  /** Of a mean: the share of its stretch of time for which the market was seen. No point of a moment has it. */
  "coverage",
] as const;
export type PointField = (typeof pointFields)[number];
export type Point = { readonly [Field in PointField]?: number };

/** Amounts are kept to nine significant digits of the smallest in a block, everything else to eight decimals. */
export const amountFields: ReadonlySet<PointField> = new Set<PointField>([
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  "maxDeposit",
  "maxBorrow",
  "longUsd",
  "shortUsd",
  "volume",
  "openInterest",
]);

/** A market as one walk has seen it. */
export interface SeenMarket {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly point: Point;
  /** It lends another token than the one deposited; absent: not as far as is known. */
  readonly debtInOtherToken?: boolean;
  /** The market as it was sent, in JSON; absent where a walk has brought too many. */
  readonly body?: string;
}

/** What is kept of a market. */
export function seeMarket(market: Market): SeenMarket & { readonly body: string } {
  const point: { [Field in PointField]?: number } = {};
  for (const field of pointFields) {
    const value: unknown = Reflect.get(market, field);
    if (field !== "coverage" && typeof value === "number" && Number.isFinite(value)) point[field] = value;
  }
  const liquidity: unknown = Reflect.get(market, "liquidity");
  if (typeof liquidity === "object" && liquidity !== null)
    for (const field of ["longUsd", "shortUsd"] as const) {
      const value: unknown = Reflect.get(liquidity, field);
      if (typeof value === "number" && Number.isFinite(value)) point[field] = value;
    }
  const deposit = rewardsOf(market, "deposit");
  if (deposit !== undefined) point.rewardApy = deposit;
  const borrow = rewardsOf(market, "borrow");
  if (borrow !== undefined) point.borrowRewardApy = borrow;
  return {
    id: market.id,
    type: market.type,
    provider: market.provider.id,
    point,
    debtInOtherToken: lendsAnotherToken(market),
    body: JSON.stringify(market),
  };
}

/** The mint addresses of the tokens a market is about. */
export function mintsOf(market: object): readonly string[] {
  return ["token", "borrowToken", "tokenA", "tokenB"].flatMap(
    (name) => addressOf(Reflect.get(market, name)) ?? [],
  );
}

/** Whether what is borrowed is another token than what is deposited: then the two amounts say nothing of utilization. */
function lendsAnotherToken(market: Market): boolean {
  const token = addressOf(Reflect.get(market, "token"));
  const borrowed = addressOf(Reflect.get(market, "borrowToken"));
  return borrowed !== undefined && borrowed !== token;
}

function addressOf(token: unknown): string | undefined {
  const address: unknown =
    typeof token === "object" && token !== null ? Reflect.get(token, "address") : undefined;
  return typeof address === "string" ? address : undefined;
}

/**
 * The rewards of one side, added up. An empty list says that there are none, which is 0; a list that is not there says nothing, and
 * neither does one in which a reward of this side has no rate.
 */
function rewardsOf(market: Market, side: "deposit" | "borrow"): number | undefined {
  const rewards = "rewards" in market ? market.rewards : undefined;
  if (!Array.isArray(rewards)) return undefined;
  let sum = 0;
  for (const reward of rewards) {
    if (rewardSide(reward) !== side) continue;
    if (typeof reward.apy !== "number" || !Number.isFinite(reward.apy)) return undefined;
    sum += reward.apy;
  }
  return sum;
}
