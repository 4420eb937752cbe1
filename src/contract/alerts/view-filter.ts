// What a saved view keeps, as data of its own: a service that knows nothing of addresses judges by it which markets are in the view.
import "../no-code-generation.ts";
import * as z from "zod/mini";

/** Of ids and types. */
const name = z.string().check(z.minLength(1), z.maxLength(100));
const names = z.array(name).check(z.maxLength(200));

/** The most markets a view may name one by one: those starred, or those of a list. */
export const mostNamedMarkets = 200;
const marketIds = z
  .array(z.string().check(z.minLength(1), z.maxLength(400)))
  .check(z.maxLength(mostNamedMarkets));

/** The most words a view may look for. */
export const mostWords = 20;

/**
 * A folded word, which is in a name of the market or begins the mint of one of its tokens; or all its tokens are in one of the
 * families, lists of mints, that are called by it.
 */
const wordSchema = z.object({
  text: name,
  families: z.optional(z.array(names).check(z.maxLength(10))),
});

/**
 * Figures that a view may bound. Rates, LTV and shares are fractions, amounts USD. `room` is what may be deposited under the limit of
 * a market that is no loop.
 */
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
});

/**
 * A market is in the view where all of it holds; what is not known of a market does not hold. Of prediction markets only open ones are.
 * `assets` are wishes, each a list of mints: one mint is a token, several are a family. `side`: what is deposited is in a wish, and of
 * a family all else as well; `any`: some token is in one; `all`: some token is in each; `only`: no token is in none.
 */
export const viewFilterSchema = z.object({
  /** Absent: any, those that nobody knows among them. */
  types: z.optional(names),
  providers: z.optional(names),
  notProviders: z.optional(names),
  assets: z.optional(
    z.object({
      wishes: z.array(names.check(z.minLength(1))).check(z.minLength(1), z.maxLength(200)),
      match: z.enum(["side", "any", "all", "only"]),
    }),
  ),
  /** Mints that no market of it has. */
  without: z.optional(names),
  /** Those alone. */
  ids: z.optional(marketIds),
  /** All of them. */
  words: z.optional(z.array(wordSchema).check(z.maxLength(mostWords))),
  bounds: z.optional(z.array(boundSchema).check(z.maxLength(20))),
  /** Rewards of either side; none for depositors; a rate that is near its own average of 90 days. */
  only: z.optional(z.array(z.enum(["rewards", "base", "steady"])).check(z.maxLength(3))),
});
export type ViewFilter = z.infer<typeof viewFilterSchema>;
