// Alerts as data: a rule says what is watched and when it rings, an event that it rang. Both are ours: the specification has none.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { isMintAddress } from "../markets-request.ts";
import { viewFilterSchema } from "./view-filter.ts";

/** More rules than anybody reads the rings of, and few enough to be judged at every look. */
export const maximumRules = 50;
/** Of a market's name, a view's name, an id. */
const longestText = 400;
/** Of the search part of a view's address. */
const longestSearch = 8_000;

const text = z.string().check(z.minLength(1), z.maxLength(longestText));
const wallet = z.string().check(z.refine(isMintAddress));
const finite = z.number();
/** Minutes after midnight. */
export const minuteOfDay = z.number().check(z.int(), z.minimum(0), z.maximum(24 * 60 - 1));

/**
 * What a rule watches. `name` is what it was called when the rule was made: "USDC, Kamino · Main Market".
 * `marketType` is the market's type as sent, so that the lists it can be in are known. A view is the search part of the list's
 * address; `filter` says the same to a service, where it can. A position belongs to a wallet.
 */
const alertTargetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("market"), id: text, name: text, marketType: text }),
  z.object({ kind: z.literal("asset"), mint: wallet, name: text }),
  z.object({
    kind: z.literal("view"),
    search: z.string().check(z.maxLength(longestSearch)),
    name: text,
    filter: z.optional(viewFilterSchema),
  }),
  z.object({ kind: z.literal("position"), wallet, id: text, name: text }),
]);
export type AlertTarget = z.infer<typeof alertTargetSchema>;

/**
 * The figures that are held against a threshold. Rates, utilization and `offPeg` (how far a price is from what it should be,
 * never below 0) are fractions. `fade` is the base rate against its own 90-day average, a fraction: −0.2 is a fifth below.
 * `health` is liquidation LTV / LTV: under 1 a loan can be liquidated.
 */
const alertMeasures = [
  "depositApy",
  "baseDepositApy",
  "borrowApy",
  "utilization",
  "fade",
  "offPeg",
  "health",
] as const;
export type AlertMeasure = (typeof alertMeasures)[number];

export const alertSides = ["over", "under"] as const;
export type AlertSide = (typeof alertSides)[number];

/** The sides that say something to worry about or to wait for. */
export const sidesOf: Readonly<Record<AlertMeasure, readonly AlertSide[]>> = {
  depositApy: alertSides,
  baseDepositApy: alertSides,
  borrowApy: alertSides,
  utilization: ["over"],
  fade: ["under"],
  offPeg: ["over"],
  health: ["under"],
};

const threshold = z
  .object({
    kind: z.literal("threshold"),
    measure: z.enum(alertMeasures),
    side: z.enum(alertSides),
    /** It rings when the value goes beyond this. */
    threshold: finite,
    /** And again only after the value was back here: at or under it for `over`, at or over it for `under`. */
    reset: finite,
  })
  .check(
    z.refine(({ measure, side }) => sidesOf[measure].includes(side)),
    z.refine(({ side, threshold: at, reset }) => (side === "over" ? reset <= at : reset >= at)),
  );

/** `cap`: the deposit limit is reached, or lifted. `newMarket`: a market is in the view that never was before. */
const alertConditionSchema = z.union([
  threshold,
  z.object({ kind: z.literal("cap") }),
  z.object({ kind: z.literal("newMarket") }),
]);
export type AlertCondition = z.infer<typeof alertConditionSchema>;
export type ThresholdCondition = Extract<AlertCondition, { readonly kind: "threshold" }>;

/** Which figures can be watched of what. */
export const measuresOf: Readonly<Record<AlertTarget["kind"], readonly AlertMeasure[]>> = {
  market: ["depositApy", "baseDepositApy", "borrowApy", "utilization", "fade", "offPeg"],
  asset: ["depositApy", "offPeg"],
  view: [],
  position: ["health"],
};

function suits({ target, condition }: { target: AlertTarget; condition: AlertCondition }): boolean {
  if (condition.kind === "threshold") return measuresOf[target.kind].includes(condition.measure);
  return condition.kind === "cap" ? target.kind === "market" : target.kind === "view";
}

/**
 * A rule. The inbox always hears of it; `browser` and `sendTo`, the wallet address of the rule's owner, are asked for besides.
 */
export const alertRuleSchema = z
  .object({
    id: z.string().check(z.regex(/^[a-z0-9]{4,40}$/)),
    target: alertTargetSchema,
    condition: alertConditionSchema,
    browser: z.boolean(),
    sendTo: z.optional(wallet),
    paused: z.boolean(),
    /** When it was made, in ms since the epoch. */
    madeAt: finite,
  })
  .check(z.refine(suits));
export type AlertRule = z.infer<typeof alertRuleSchema>;

/** Markets named in an event at most; the count says how many there are. */
export const namedMarkets = 5;

/** What happened. */
const alertHappeningSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("crossed"),
    value: finite,
    /** The last value known before, and when that was read. */
    was: finite,
    wasAt: finite,
    /** Whose figure it is where an asset is watched: the market that pays the most, or is the furthest off. */
    market: z.optional(z.object({ id: text, name: text })),
    /** In USD, of a price off its peg: the one implied, and the one it is held against. */
    price: z.optional(z.object({ implied: finite, expected: finite })),
  }),
  z.object({
    kind: z.literal("cap"),
    reached: z.boolean(),
    /** What may be deposited now, in USD; absent where not known. */
    room: z.optional(finite),
  }),
  z.object({
    kind: z.literal("newMarkets"),
    count: finite,
    markets: z
      .array(z.object({ id: text, name: text, depositApy: z.optional(finite) }))
      .check(z.maxLength(namedMarkets)),
  }),
]);
export type AlertHappening = z.infer<typeof alertHappeningSchema>;

/** A rule that rang, with the rule as it was then. The same crossing has the same id, whoever saw it. */
export const alertEventSchema = z.object({
  id: text,
  rule: alertRuleSchema,
  /** When the figures were read, in ms since the epoch. */
  at: finite,
  happening: alertHappeningSchema,
});
export type AlertEvent = z.infer<typeof alertEventSchema>;

/**
 * What is remembered of a rule between two looks.
 * `of` says which target and condition it was: another one is begun anew. `at` is when what is known was read.
 */
export const ruleStateSchema = z.object({
  of: z.string(),
  at: finite,
  value: z.optional(finite),
  /** Whether it is beyond its threshold and not yet back, or the cap reached. */
  beyond: z.optional(z.boolean()),
  /** Every market ever seen in the view. */
  seen: z.optional(z.array(z.string())),
  /** Of a token's price: how far it was off in each market that was ever known, and whether beyond. */
  prices: z.optional(z.record(z.string(), z.object({ value: finite, beyond: z.boolean() }))),
});
export type RuleState = z.infer<typeof ruleStateSchema>;

/**
 * How far back a value must come before a rule rings again, unless chosen otherwise: far enough that a figure which trembles
 * around its threshold rings once.
 */
export function defaultReset(measure: AlertMeasure, side: AlertSide, at: number): number {
  const gap = {
    depositApy: rateGap(at),
    baseDepositApy: rateGap(at),
    borrowApy: rateGap(at),
    utilization: 0.01,
    fade: 0.05,
    offPeg: at / 2,
    health: 0.05,
  }[measure];
  return rounded(side === "over" ? at - gap : at + gap);
}

/** Three percent of the rate, in steps of 0.05 percentage points and at least 0.1. */
function rateGap(at: number): number {
  return Math.max(0.001, Math.round((Math.abs(at) * 0.03) / 0.0005) * 0.0005);
}

function rounded(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}
