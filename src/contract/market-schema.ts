// The markets as they travel: every schema is loose (unknown fields pass) and everything but id, type and provider may be
// absent or null. The parsed value keeps the wire's shape, so that the service can pass on exactly what it has checked.
import "./no-code-generation.ts";
import * as z from "zod/mini";

/** What is not known is absent or null, never 0. */
export const number = z.nullish(z.number());
export const text = z.nullish(z.string());

/** 2.3 Provider. Only the id is required: a provider without a name is shown by its id. */
export const providerSchema = z.looseObject({ id: z.string().check(z.minLength(1)), name: text, icon: text });

/** 2.4 Token. `name` is sent for the yes and no tokens of prediction markets. */
export const tokenSchema = z.looseObject({
  address: text,
  symbol: text,
  decimals: number,
  icon: text,
  name: text,
});

/** 2.4 Reward. `apy` is a fraction and is already inside depositApy or borrowApy: never add it again. */
export const rewardSchema = z.looseObject({
  type: text,
  apy: number,
  token: z.nullish(tokenSchema),
  marketAction: text,
});

/** 2.5 Actions. Keys differ by type and new ones appear; a value is judged by the link rules, not here. */
export const actionsSchema = z.record(z.string(), z.unknown());

const identity = { id: z.string().check(z.minLength(1)), provider: providerSchema };

const described = {
  productName: text,
  websiteUrl: text,
  additionalData: z.nullish(z.unknown()),
  actions: z.nullish(actionsSchema),
};

export const primaryTokens = { token: z.nullish(tokenSchema), borrowToken: z.nullish(tokenSchema) };
export const pairTokens = { tokenA: z.nullish(tokenSchema), tokenB: z.nullish(tokenSchema) };

/** Rates are fractions per year. depositApy and borrowApy include rewards, the base rates and their averages do not. */
export const rates = {
  depositApy: number,
  baseDepositApy: number,
  baseDepositApy30d: number,
  baseDepositApy90d: number,
  baseDepositApy180d: number,
  borrowApy: number,
  baseBorrowApy: number,
  baseBorrowApy30d: number,
  baseBorrowApy90d: number,
  baseBorrowApy180d: number,
  rewards: z.nullish(z.array(rewardSchema)),
};

/** Amounts in whole token units; the …Usd fields in USD. maxDeposit and maxBorrow are limits on the totals. */
export const totals = {
  totalDeposit: number,
  totalDepositUsd: number,
  totalBorrow: number,
  totalBorrowUsd: number,
  maxDeposit: number,
  maxBorrow: number,
};

/** Fractions in 0..1. */
export const risk = { maxLtv: number, liquidationLtv: number, liquidationPenalty: number };

export const lendingMarketSchema = z.looseObject({
  ...identity,
  type: z.literal("lending"),
  ...described,
  ...primaryTokens,
  ...rates,
  ...totals,
  ...risk,
});

export const yieldMarketSchema = z.looseObject({
  ...identity,
  type: z.literal("yield"),
  ...described,
  ...primaryTokens,
  ...rates,
  ...totals,
});

/** Both shapes are read: tokenA (supplied) and tokenB (borrowed), or the specification's token and borrowToken. */
export const loopMarketSchema = z.looseObject({
  ...identity,
  type: z.literal("loop"),
  ...described,
  ...primaryTokens,
  ...pairTokens,
  ...rates,
  ...totals,
  ...risk,
  depositApy30d: number,
  depositApy90d: number,
  depositApy180d: number,
  maxLeverage: number,
});

export const perpetualMarketSchema = z.looseObject({
  ...identity,
  type: z.literal("perpetual"),
  ...described,
  ...primaryTokens,
  ...pairTokens,
  ...rates,
  ...totals,
  ...risk,
  liquidity: z.nullish(z.looseObject({ longUsd: number, shortUsd: number })),
  maxLeverage: number,
});

/** Prices in 0..1 of a dollar; times in Unix seconds (milliseconds are recognised by their size and accepted). */
export const predictionMarketSchema = z.looseObject({
  ...identity,
  type: z.literal("prediction"),
  ...described,
  title: text,
  subtitle: text,
  status: text,
  bundleId: text,
  result: text,
  volume: number,
  openInterest: number,
  yesBid: number,
  yesAsk: number,
  noBid: number,
  noAsk: number,
  openTime: number,
  closeTime: number,
  expirationTime: number,
  yesToken: z.nullish(tokenSchema),
  noToken: z.nullish(tokenSchema),
});

/** A type nobody knew when this was written: normal data, shown with the fields every market may have. */
export const otherMarketSchema = z.looseObject({
  ...identity,
  type: z.string().check(z.minLength(1)),
  ...described,
  ...primaryTokens,
  ...pairTokens,
  ...rates,
  ...totals,
  ...risk,
  maxLeverage: number,
  title: text,
});
