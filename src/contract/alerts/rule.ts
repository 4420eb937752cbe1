import { z } from "../zod.ts";
import { isMintAddress } from "../markets-request.ts";
import { joinNames } from "../names/join-names.ts";
import { keysOf } from "../names/keys-of.ts";

/** Small enough that all rules can be judged at every poll. */
export const maxRules = 50;
const maxTextLength = 400;
/** The query part of a view's address. */
const maxSearchLength = 8_000;
/** Most starred markets that a view's rule may list. */
export const maxStarred = 200;

// Messages of schemas and checks say what is allowed. A refused PUT quotes them after the value found.
const text = z
  .string(`Give 1 to ${maxTextLength} characters.`)
  .check(z.minLength(1), z.maxLength(maxTextLength));
export const wallet = z.string("Give a Solana address (base58 of 32 bytes).").check(z.refine(isMintAddress));
const finite = z.number();
/** The latest time that Date can show; the earliest is as far before the epoch. */
const maxTime = 8.64e15;
/** Milliseconds since the epoch. */
export const time = z
  .number(`Give milliseconds since the epoch, at most ${maxTime}.`)
  .check(z.minimum(-maxTime), z.maximum(maxTime));
const lastMinute = 24 * 60 - 1;
export const minuteOfDay = z
  .number(`Give a whole number from 0 to ${lastMinute}.`)
  .check(z.int(), z.minimum(0), z.maximum(lastMinute));
const trueOrFalse = z.boolean("Use true or false.");

/**
 * `name` is the target's name when the rule was created: "USDC, Kamino · Main Market". `marketType` is the type as
 * sent; it says which lists have the market. A view is the search part of the list's address. `starred` are the
 * markets starred when the rule is saved, if the view filters by stars. A position belongs to a wallet.
 */
const alertTargetSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("market"), id: text, name: text, marketType: text }),
    z.object({ kind: z.literal("asset"), mint: wallet, name: text }),
    z.object({
      kind: z.literal("view"),
      search: z.string(`Give at most ${maxSearchLength} characters.`).check(z.maxLength(maxSearchLength)),
      name: text,
      starred: z.optional(z.array(text).check(z.maxLength(maxStarred, `Give at most ${maxStarred} ids.`))),
    }),
    z.object({ kind: z.literal("position"), wallet, id: text, name: text }),
  ],
  "The kinds are market, asset, view and position.",
);
export type AlertTarget = z.infer<typeof alertTargetSchema>;

const alertSides = ["over", "under"] as const;
export type AlertSide = (typeof alertSides)[number];

// Fractions. `offPeg` is a price's distance from its target, 0 or more. `fade` compares the base rate with its 90-day
// average: −0.2 is a fifth below. `health` is liquidation LTV / LTV: below 1 a loan can be liquidated.
const sides = {
  depositApy: alertSides,
  baseDepositApy: alertSides,
  borrowApy: alertSides,
  utilization: ["over"],
  fade: ["under"],
  offPeg: ["over"],
  health: ["under"],
} satisfies Readonly<Record<string, readonly AlertSide[]>>;
export type AlertMeasure = keyof typeof sides;
export const sidesOf: Readonly<Record<AlertMeasure, readonly AlertSide[]>> = sides;
const alertMeasures = keysOf(sides);

const measuredOnly = (side: AlertSide): string =>
  joinNames(alertMeasures.filter((measure) => sidesOf[measure].every((one) => one === side)));

const threshold = z
  .object({
    kind: z.literal("threshold"),
    measure: z.enum(alertMeasures, `Use ${alertMeasures.join(", ")}.`),
    side: z.enum(alertSides, `Use ${alertSides.join(" or ")}.`),
    threshold: finite,
    /** After firing, a rule can fire again only once the value has been back at this. */
    reset: finite,
  })
  .check(
    z.refine(({ measure, side }) => sidesOf[measure].includes(side), {
      path: ["side"],
      params: { reason: `must be over for ${measuredOnly("over")}, under for ${measuredOnly("under")}` },
    }),
    z.refine(({ side, threshold: at, reset }) => (side === "over" ? reset <= at : reset >= at), {
      path: ["reset"],
      params: { reason: "must be at most the threshold for over, at least the threshold for under" },
    }),
  );

/** `cap`: fires when the deposit cap is reached, and when capacity is available again. */
const alertConditionSchema = z.discriminatedUnion(
  "kind",
  [threshold, z.object({ kind: z.literal("cap") }), z.object({ kind: z.literal("newMarket") })],
  "The kinds are threshold, cap and newMarket.",
);
export type AlertCondition = z.infer<typeof alertConditionSchema>;
export type ThresholdCondition = Extract<AlertCondition, { readonly kind: "threshold" }>;

export const measuresOf: Readonly<Record<AlertTarget["kind"], readonly AlertMeasure[]>> = {
  market: ["depositApy", "baseDepositApy", "borrowApy", "utilization", "fade", "offPeg"],
  asset: ["depositApy", "offPeg"],
  view: [],
  position: ["health"],
};

function matches({ target, condition }: { target: AlertTarget; condition: AlertCondition }): boolean {
  if (condition.kind === "threshold") return measuresOf[target.kind].includes(condition.measure);
  return condition.kind === "cap" ? target.kind === "market" : target.kind === "view";
}

const listed = (kind: AlertTarget["kind"]): string => measuresOf[kind].join(", ");

export const alertRuleSchema = z
  .object({
    id: z.string("Use 4 to 40 lower-case letters and digits.").check(z.regex(/^[a-z0-9]{4,40}$/)),
    target: alertTargetSchema,
    condition: alertConditionSchema,
    browser: trueOrFalse,
    sendTo: z.optional(wallet),
    paused: trueOrFalse,
    madeAt: time,
  })
  .check(
    z.refine(matches, {
      path: ["condition"],
      params: {
        reason: `does not fit the target: a market takes cap and thresholds of ${listed("market")}; an asset thresholds of ${listed("asset")}; a view newMarket; a position thresholds of ${listed("position")}`,
      },
    }),
  );
export type AlertRule = z.infer<typeof alertRuleSchema>;

export const namedMarkets = 5;

const alertHappeningSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("crossed"),
    value: finite,
    /** The last known value before, and when it was read. */
    was: finite,
    wasAt: time,
    /** For an asset: the market that pays most or whose price is furthest off. */
    market: z.optional(z.object({ id: text, name: text })),
    /** For prices off their peg. In USD. */
    price: z.optional(z.object({ implied: finite, expected: finite })),
  }),
  z.object({
    kind: z.literal("cap"),
    reached: z.boolean(),
    /** Deposit capacity left, in USD. Missing while unknown. */
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

/** Contains the rule as it was when it fired. */
export const alertEventSchema = z.object({
  id: text,
  rule: alertRuleSchema,
  /** When the figures were read. */
  at: time,
  happening: alertHappeningSchema,
});
export type AlertEvent = z.infer<typeof alertEventSchema>;

/** If a rule's target or condition (`of`) changes, its state starts over. */
export const ruleStateSchema = z.object({
  of: z.string(),
  at: time,
  value: z.optional(finite),
  /** The value is beyond the threshold and has not been back at `reset`, or the cap is reached. */
  beyond: z.optional(z.boolean()),
  seen: z.optional(z.array(z.string())),
  /** `at` is set for a price that was missing in the last poll: when it was last read. */
  prices: z.optional(
    z.record(z.string(), z.object({ value: finite, beyond: z.boolean(), at: z.optional(time) })),
  ),
});
export type RuleState = z.infer<typeof ruleStateSchema>;

/**
 * The default margin is large enough that a value hovering around the threshold fires only once, but never reaches
 * further than half way to zero, below which few values fall.
 */
export function defaultReset(measure: AlertMeasure, side: AlertSide, at: number): number {
  const gap = {
    depositApy: rateGap(at),
    baseDepositApy: rateGap(at),
    borrowApy: rateGap(at),
    utilization: Math.min(0.01, at / 2),
    fade: Math.min(0.05, -at / 2),
    offPeg: at / 2,
    health: 0.05,
  }[measure];
  return Math.round((side === "over" ? at - gap : at + gap) * 1e8) / 1e8;
}

function rateGap(at: number): number {
  const gap = Math.max(0.001, Math.round((Math.abs(at) * 0.03) / 0.0005) * 0.0005);
  return at > 0 ? Math.min(gap, at / 2) : gap;
}
