// A saved view as data: the service judges it without knowing the dashboard's addresses.
import "../no-code-generation.ts";
import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(100));
const names = z.array(name).check(z.maxLength(200));

export const mostNamedMarkets = 200;
const marketIds = z
  .array(z.string().check(z.minLength(1), z.maxLength(400)))
  .check(z.maxLength(mostNamedMarkets));

export const mostWords = 20;

/** `text` is in a name or begins a mint; or all tokens of the market are in one of `families`, lists of mints. */
const wordSchema = z.object({
  text: name,
  families: z.optional(z.array(names).check(z.maxLength(10))),
});

/** Rates, LTV and shares are fractions, amounts USD. `room` does not apply to loops. */
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
  /** Markets of other types pass. */
  types: z.optional(names),
});

// All conditions must hold; an unknown figure fails. Only open prediction markets match. `assets` is a list of wishes,
// each one token or a family of mints. `side`: the deposited token is in a wish, and so are all others if it is a
// family; `any`: some token is in some wish; `all`: each wish has a token; `only`: every token is in a wish.
export const viewFilterSchema = z.object({
  /** Absent: any, including unknown ones. */
  types: z.optional(names),
  providers: z.optional(names),
  notProviders: z.optional(names),
  assets: z.optional(
    z.object({
      wishes: z.array(names.check(z.minLength(1))).check(z.minLength(1), z.maxLength(200)),
      match: z.enum(["side", "any", "all", "only"]),
    }),
  ),
  without: z.optional(names),
  ids: z.optional(marketIds),
  words: z.optional(z.array(wordSchema).check(z.maxLength(mostWords))),
  bounds: z.optional(z.array(boundSchema).check(z.maxLength(20))),
  /** `rewards` on either side; `base`: no deposit rewards; `steady`: near its 90-day average. */
  only: z.optional(z.array(z.enum(["rewards", "base", "steady"])).check(z.maxLength(3))),
});
export type ViewFilter = z.infer<typeof viewFilterSchema>;
