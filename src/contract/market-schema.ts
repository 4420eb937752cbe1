// The markets as they travel: every schema is loose (unknown fields pass) and everything but id, type and provider may be
// absent or null. The parsed value keeps the wire's shape, so that the service can pass on exactly what it has checked.
import "./no-code-generation.ts";
import * as z from "zod/mini";
import { isWellFormed } from "./names/characters.ts";

/** What is not known is absent or null, never 0. */
export const number = z.nullish(z.number());
export const text = z.nullish(z.string());

/** More than any rate or amount, and little enough for sums, and for eight decimals of it, to be numbers. */
const mostFigure = 1e18;
const figure = z.nullish(z.number().check(z.minimum(-mostFigure), z.maximum(mostFigure)));

const wellFormed = z.refine<string>(isWellFormed, { params: { reason: "is not well-formed Unicode" } });
const identifier = z.string().check(z.minLength(1), wellFormed);
/** Types and providers are few, and are in every row of an export. */
const kind = z.string().check(z.minLength(1), z.maxLength(100), wellFormed);

/** 2.3 Provider. Only the id is required: a provider without a name is shown by its id. */
export const providerSchema = z.looseObject({ id: kind, name: text, icon: text });

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
  apy: figure,
  token: z.nullish(tokenSchema),
  marketAction: text,
});

/** 2.5 Actions. Keys differ by type and new ones appear; a value is judged by the link rules, not here. */
export const actionsSchema = z.record(z.string(), z.unknown());

const identity = { id: identifier, provider: providerSchema };

const described = {
  productName: text,
  websiteUrl: text,
  additionalData: z.optional(z.unknown()),
  actions: z.nullish(actionsSchema),
};

export const primaryTokens = { token: z.nullish(tokenSchema), borrowToken: z.nullish(tokenSchema) };
export const pairTokens = { tokenA: z.nullish(tokenSchema), tokenB: z.nullish(tokenSchema) };

/** Rates are fractions per year. depositApy and borrowApy include rewards, the base rates and their averages do not. */
export const rates = {
  depositApy: figure,
  baseDepositApy: figure,
  baseDepositApy30d: figure,
  baseDepositApy90d: figure,
  baseDepositApy180d: figure,
  borrowApy: figure,
  baseBorrowApy: figure,
  baseBorrowApy30d: figure,
  baseBorrowApy90d: figure,
  baseBorrowApy180d: figure,
  rewards: z.nullish(z.array(rewardSchema)),
};

/** Amounts in whole token units; the …Usd fields in USD. maxDeposit and maxBorrow are limits on the totals. */
export const totals = {
  totalDeposit: figure,
  totalDepositUsd: figure,
  totalBorrow: figure,
  totalBorrowUsd: figure,
  maxDeposit: figure,
  maxBorrow: figure,
};

/** Fractions in 0..1. */
export const risk = { maxLtv: figure, liquidationLtv: figure, liquidationPenalty: figure };

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
  depositApy30d: figure,
  depositApy90d: figure,
  depositApy180d: figure,
  maxLeverage: figure,
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
  liquidity: z.nullish(z.looseObject({ longUsd: figure, shortUsd: figure })),
  maxLeverage: figure,
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
  volume: figure,
  openInterest: figure,
  yesBid: figure,
  yesAsk: figure,
  noBid: figure,
  noAsk: figure,
  openTime: number,
  closeTime: number,
  expirationTime: number,
  yesToken: z.nullish(tokenSchema),
  noToken: z.nullish(tokenSchema),
});

/** A type nobody knew when this was written: normal data, shown with the fields every market may have. */
export const otherMarketSchema = z.looseObject({
  ...identity,
  type: kind,
  ...described,
  ...primaryTokens,
  ...pairTokens,
  ...rates,
  ...totals,
  ...risk,
  maxLeverage: figure,
  title: text,
});
