// Schemas are loose and keep the fields as sent, so the service passes on exactly what it has checked.
import { z } from "./zod.ts";

export const number = z.nullish(z.number());
export const text = z.nullish(z.string());

/** Undefined where the schema refuses the value. */
export function ifReadable<Value>(schema: z.ZodMiniType<Value | undefined>) {
  // oxlint-disable-next-line promise/valid-params -- the catch of zod, not of a promise
  return z.catch(schema, undefined);
}

/** Larger than any rate or amount, and small enough for exact sums with eight decimals. */
const maxFigure = 1e18;
export const figure = z.nullish(z.number().check(z.minimum(-maxFigure), z.maximum(maxFigure)));

const wellFormed = z.refine<string>((name) => name.isWellFormed(), {
  params: { reason: "is not well-formed Unicode" },
});
/** Ids are segments of addresses. Browsers remove . and .. from a path, also if they are encoded. */
const addressable = z.refine<string>((id) => id !== "." && id !== "..", {
  params: { reason: "is . or .., which no address can contain" },
});
const identifier = z.string().check(z.minLength(1), wellFormed, addressable);
/** Bounded, because every row of an export repeats these texts. */
const kind = z.string().check(z.minLength(1), z.maxLength(100), wellFormed);

export const providerSchema = z.looseObject({ id: kind, name: text, icon: text });

/** `name` is sent with the yes and no tokens of prediction markets. */
export const tokenSchema = z.looseObject({
  address: text,
  symbol: text,
  decimals: number,
  icon: text,
  name: text,
});

/** `apy` is already included in depositApy or borrowApy: never add it. */
export const rewardSchema = z.looseObject({
  type: text,
  apy: figure,
  token: z.nullish(tokenSchema),
  marketAction: text,
});

/** Keys differ by type, and new ones appear. Links are checked when they are shown. */
export const actionsSchema = z.looseObject({});

const identity = { id: identifier, provider: providerSchema };

const described = {
  productName: text,
  websiteUrl: text,
  additionalData: z.optional(z.unknown()),
  actions: z.nullish(actionsSchema),
};

export const primaryTokens = { token: z.nullish(tokenSchema), borrowToken: z.nullish(tokenSchema) };
export const pairTokens = { tokenA: z.nullish(tokenSchema), tokenB: z.nullish(tokenSchema) };

/** Fractions per year. depositApy and borrowApy include rewards; base rates and their averages do not. */
const rates = {
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

/** Whole tokens; …Usd is USD. maxDeposit and maxBorrow limit the totals. */
const totals = {
  totalDeposit: figure,
  totalDepositUsd: figure,
  totalBorrow: figure,
  totalBorrowUsd: figure,
  maxDeposit: figure,
  maxBorrow: figure,
};

const risk = { maxLtv: figure, liquidationLtv: figure, liquidationPenalty: figure };

// `type` is listed early, because a market's own `type` below then keeps its position.
const common = { ...identity, type: kind, ...described, ...primaryTokens };
const pool = { ...common, ...rates, ...totals };

/** Upstreams send tokenA (supplied) and tokenB (borrowed), or the specification's token and borrowToken. */
const pair = { ...common, ...pairTokens, ...rates, ...totals, ...risk };

/** "other" is for types that are not in the specification. */
export const marketSchemas = {
  lending: z.looseObject({ ...pool, type: z.literal("lending"), ...risk }),
  yield: z.looseObject({ ...pool, type: z.literal("yield") }),
  loop: z.looseObject({
    ...pair,
    type: z.literal("loop"),
    depositApy30d: figure,
    depositApy90d: figure,
    depositApy180d: figure,
    maxLeverage: figure,
  }),
  perpetual: z.looseObject({
    ...pair,
    type: z.literal("perpetual"),
    liquidity: z.nullish(z.looseObject({ longUsd: figure, shortUsd: figure })),
    maxLeverage: figure,
  }),
  /** Prices are in 0 to 1 dollar. Times are Unix seconds or milliseconds, distinguished by size. */
  prediction: z.looseObject({
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
  }),
  other: z.looseObject({ ...pair, maxLeverage: figure, title: text }),
};
