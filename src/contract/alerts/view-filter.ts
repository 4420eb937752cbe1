// A saved view as data, so that the service can judge which markets are in it without knowing addresses.
import "../no-code-generation.ts";
import * as z from "zod/mini";

/** For ids and types. */
const name = z.string().check(z.minLength(1), z.maxLength(100));
const names = z.array(name).check(z.maxLength(200));

/** The most markets a view may name: starred ones, or a list's. */
export const mostNamedMarkets = 200;
const marketIds = z
  .array(z.string().check(z.minLength(1), z.maxLength(400)))
  .check(z.maxLength(mostNamedMarkets));

export const mostWords = 20;

/**
 * A folded word that is in a name of the market or begins the mint of one of its tokens; or all its tokens are in one
 * of these families, lists of mints.
 */
const wordSchema = z.object({
  text: name,
  families: z.optional(z.array(names).check(z.maxLength(10))),
});

/** Rates, LTV and shares are fractions, amounts USD. `room` is what may be deposited; not for loops. */
const boundFigures = [
  "depositApy",
  "baseDepositApy",
  "totalDepositUsd",
  "available",
  "room",
  "maxLtv",
  "utilization",
  "rewardShare",
] as const;
export type BoundFigure = (typeof boundFigures)[number];

const boundSchema = z.object({
  figure: z.enum(boundFigures),
  least: z.optional(z.number()),
  most: z.optional(z.number()),
  /** The types it bounds; markets of other types pass. Absent: all types. */
  types: z.optional(names),
});

/**
 * A market is in the view when all of these hold; unknown figures never do. Of prediction markets only open ones are.
 * `assets` are wishes, each a list of mints: one is a token, several are a family. `side`: the deposited token is in
 * a wish, and of a family all others too; `any`: some token is in one; `all`: some token is in each; `only`: every
 * token is in one.
 */
export const viewFilterSchema = z.object({
  /** Absent: any, also unknown ones. */
  types: z.optional(names),
  providers: z.optional(names),
  notProviders: z.optional(names),
  assets: z.optional(
    z.object({
      wishes: z.array(names.check(z.minLength(1))).check(z.minLength(1), z.maxLength(200)),
      match: z.enum(["side", "any", "all", "only"]),
    }),
  ),
  /** Mints that exclude a market. */
  without: z.optional(names),
  /** Only these. */
  ids: z.optional(marketIds),
  /** All of them. */
  words: z.optional(z.array(wordSchema).check(z.maxLength(mostWords))),
  bounds: z.optional(z.array(boundSchema).check(z.maxLength(20))),
  /** Rewards on either side; none for depositors; a rate near its own 90-day average. */
  only: z.optional(z.array(z.enum(["rewards", "base", "steady"])).check(z.maxLength(3))),
});
export type ViewFilter = z.infer<typeof viewFilterSchema>;
