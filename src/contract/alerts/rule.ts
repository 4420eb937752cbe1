// Alerts: a rule says what is watched and when it fires, an event that it fired. Both are this service's own.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { isMintAddress } from "../markets-request.ts";
import { viewFilterSchema } from "./view-filter.ts";

/** More than anyone reads the alerts of, and few enough to judge at every poll. */
export const maximumRules = 50;
/** For names and ids. */
const longestText = 400;
/** The search part of a view's address. */
const longestSearch = 8_000;

const text = z.string().check(z.minLength(1), z.maxLength(longestText));
const wallet = z.string().check(z.refine(isMintAddress));
const finite = z.number();
/** Minutes after midnight. */
export const minuteOfDay = z.number().check(z.int(), z.minimum(0), z.maximum(24 * 60 - 1));

/**
 * `name` is from when the rule was made: "USDC, Kamino · Main Market". `marketType` is the type as sent, which says
 * which lists have the market. A view is the search part of the list's address; `filter` is the same for the service,
 * where possible. A position belongs to a wallet.
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
 * Rates, utilization and `offPeg` (the distance of a price from its target, 0 or more) are fractions. `fade` is the
 * base rate against its 90-day average: −0.2 is a fifth below. `health` is liquidation LTV / LTV: under 1 a loan can
 * be liquidated.
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

/** The sides worth an alert. */
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
    /** Fires when the value goes beyond this, */
    threshold: finite,
    /** and again only after it was back here: at or under it for `over`, at or over it for `under`. */
    reset: finite,
  })
  .check(
    z.refine(({ measure, side }) => sidesOf[measure].includes(side)),
    z.refine(({ side, threshold: at, reset }) => (side === "over" ? reset <= at : reset >= at)),
  );

/** `cap`: the deposit limit is reached or lifted. `newMarket`: a market that was never in the view before. */
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

/** The inbox gets every event; `browser` and `sendTo`, the owner's wallet, are optional. */
export const alertRuleSchema = z
  .object({
    id: z.string().check(z.regex(/^[a-z0-9]{4,40}$/)),
    target: alertTargetSchema,
    condition: alertConditionSchema,
    browser: z.boolean(),
    sendTo: z.optional(wallet),
    paused: z.boolean(),
    /** In ms since the epoch. */
    madeAt: finite,
  })
  .check(z.refine(suits));
export type AlertRule = z.infer<typeof alertRuleSchema>;

/** The most markets named in an event. */
export const namedMarkets = 5;

const alertHappeningSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("crossed"),
    value: finite,
    /** The last value known before, and when it was read. */
    was: finite,
    wasAt: finite,
    /** For an asset: the market that pays the most, or is the furthest off. */
    market: z.optional(z.object({ id: text, name: text })),
    /** In USD, of a price off its peg: implied and expected. */
    price: z.optional(z.object({ implied: finite, expected: finite })),
  }),
  z.object({
    kind: z.literal("cap"),
    reached: z.boolean(),
    /** Room for deposits now, in USD; absent while unknown. */
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

/** Holds the rule as it was when it fired. The same crossing has the same id in page and service. */
export const alertEventSchema = z.object({
  id: text,
  rule: alertRuleSchema,
  /** When the figures were read, in ms since the epoch. */
  at: finite,
  happening: alertHappeningSchema,
});
export type AlertEvent = z.infer<typeof alertEventSchema>;

/**
 * State of a rule between two readings. `of` says which target and condition it belongs to: another one starts over.
 * `at` is when the figures were read.
 */
export const ruleStateSchema = z.object({
  of: z.string(),
  at: finite,
  value: z.optional(finite),
  /** Whether it is beyond its threshold and not back yet, or the cap is reached. */
  beyond: z.optional(z.boolean()),
  /** Every market ever in the view. */
  seen: z.optional(z.array(z.string())),
  /** Of a token's price, by market: how far off it was, and whether beyond. */
  prices: z.optional(z.record(z.string(), z.object({ value: finite, beyond: z.boolean() }))),
});
export type RuleState = z.infer<typeof ruleStateSchema>;

/** The default reset of a rule, far enough from the threshold that a value hovering around it fires once. */
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

/** Three percent of the rate, in steps of 0.05 percentage points, at least 0.1. */
function rateGap(at: number): number {
  return Math.max(0.001, Math.round((Math.abs(at) * 0.03) / 0.0005) * 0.0005);
}

function rounded(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}
