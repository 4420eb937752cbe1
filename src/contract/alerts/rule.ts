import { z } from "../zod.ts";
import { isMintAddress } from "../markets-request.ts";

/** Few enough to judge at every poll. */
export const maximumRules = 50;
const longestText = 400;
/** The query part of a view's address. */
const longestSearch = 8_000;
/** The most starred markets that a view may name. */
export const mostStarred = 200;

const text = z.string().check(z.minLength(1), z.maxLength(longestText));
const wallet = z.string().check(z.refine(isMintAddress));
const finite = z.number();
export const minuteOfDay = z.number().check(z.int(), z.minimum(0), z.maximum(24 * 60 - 1));

/**
 * `name` is from when the rule was made: "USDC, Kamino · Main Market". `marketType` is the type as sent, which says
 * which lists have the market. A view is the search part of the list's address; `starred` are the markets that are
 * starred when the rule is saved, for a view that asks for stars. A position belongs to a wallet.
 */
const alertTargetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("market"), id: text, name: text, marketType: text }),
  z.object({ kind: z.literal("asset"), mint: wallet, name: text }),
  z.object({
    kind: z.literal("view"),
    search: z.string().check(z.maxLength(longestSearch)),
    name: text,
    starred: z.optional(z.array(text).check(z.maxLength(mostStarred))),
  }),
  z.object({ kind: z.literal("position"), wallet, id: text, name: text }),
]);
export type AlertTarget = z.infer<typeof alertTargetSchema>;

// Fractions. `offPeg` is the distance of a price from its target, 0 or more; `fade` is the base rate against its 90-day
// average: −0.2 is a fifth below; `health` is liquidation LTV / LTV: below 1 a loan can be liquidated.
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

const alertSides = ["over", "under"] as const;
export type AlertSide = (typeof alertSides)[number];

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
    threshold: finite,
    /** After firing, the rule fires again only once the value was back here. */
    reset: finite,
  })
  .check(
    z.refine(({ measure, side }) => sidesOf[measure].includes(side)),
    z.refine(({ side, threshold: at, reset }) => (side === "over" ? reset <= at : reset >= at)),
  );

/** `cap`: the deposit limit is reached or lifted. */
const alertConditionSchema = z.union([
  threshold,
  z.object({ kind: z.literal("cap") }),
  z.object({ kind: z.literal("newMarket") }),
]);
export type AlertCondition = z.infer<typeof alertConditionSchema>;
export type ThresholdCondition = Extract<AlertCondition, { readonly kind: "threshold" }>;

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

export const alertRuleSchema = z
  .object({
    id: z.string().check(z.regex(/^[a-z0-9]{4,40}$/)),
    target: alertTargetSchema,
    condition: alertConditionSchema,
    browser: z.boolean(),
    sendTo: z.optional(wallet),
    paused: z.boolean(),
    /** Milliseconds since the epoch. */
    madeAt: finite,
  })
  .check(z.refine(suits));
export type AlertRule = z.infer<typeof alertRuleSchema>;

export const namedMarkets = 5;

const alertHappeningSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("crossed"),
    value: finite,
    /** The previous known value, and when it was read. */
    was: finite,
    wasAt: finite,
    /** For an asset: the market that pays most, or is furthest off. */
    market: z.optional(z.object({ id: text, name: text })),
    /** Off its peg, in USD. */
    price: z.optional(z.object({ implied: finite, expected: finite })),
  }),
  z.object({
    kind: z.literal("cap"),
    reached: z.boolean(),
    /** Remaining deposit capacity in USD; absent while unknown. */
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

/** Holds the rule as it was when it fired. */
export const alertEventSchema = z.object({
  id: text,
  rule: alertRuleSchema,
  /** When the figures were read, in milliseconds since the epoch. */
  at: finite,
  happening: alertHappeningSchema,
});
export type AlertEvent = z.infer<typeof alertEventSchema>;

/** A rule whose target or condition (`of`) changed starts over. */
export const ruleStateSchema = z.object({
  of: z.string(),
  at: finite,
  value: z.optional(finite),
  /** Past the threshold and not back at `reset`, or the cap is reached. */
  beyond: z.optional(z.boolean()),
  seen: z.optional(z.array(z.string())),
  /** `at` of a price that was unknown at the last reading. */
  prices: z.optional(
    z.record(z.string(), z.object({ value: finite, beyond: z.boolean(), at: z.optional(finite) })),
  ),
});
export type RuleState = z.infer<typeof ruleStateSchema>;

/** Far enough from the threshold that a value hovering around it fires once. */
export function defaultReset(measure: AlertMeasure, side: AlertSide, at: number): number {
  const gap = {
    depositApy: rateGap(at),
    baseDepositApy: rateGap(at),
    borrowApy: rateGap(at),
    // At most half the way to zero, beyond which these are never.
    utilization: Math.min(0.01, at / 2),
    fade: Math.min(0.05, -at / 2),
    offPeg: at / 2,
    health: 0.05,
  }[measure];
  return rounded(side === "over" ? at - gap : at + gap);
}

function rateGap(at: number): number {
  return Math.max(0.001, Math.round((Math.abs(at) * 0.03) / 0.0005) * 0.0005);
}

function rounded(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}
