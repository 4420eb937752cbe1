// Times are RFC 3339. Unknown figures are missing, never 0.
import { z } from "../zod.ts";
import { number, text } from "../market-schema.ts";

export const maxRecordItems = 500;

/** "parameter": the limit or loan term in `field` has changed. For caps, `field` is maxDeposit or maxBorrow. */
export const recordEventKinds = [
  "first-seen",
  "gone",
  "back",
  "parameter",
  "reward-began",
  "reward-ended",
  "cap-reached",
  "cap-lifted",
] as const;

/** Happened between two polls; `timestamp` is when the second one ran. `before` and `after` have the unit of `field`. */
export const recordEventSchema = z.looseObject({
  timestamp: z.string(),
  marketId: z.string(),
  kind: z.string(),
  field: text,
  before: number,
  after: number,
});
export type RecordEvent = z.infer<typeof recordEventSchema>;

/** Fractions, weighted by time. `coverage` is the known share of the period. */
export const recordedAverageSchema = z.looseObject({
  days: z.number(),
  since: z.string(),
  coverage: z.number(),
  depositApy: number,
  baseDepositApy: number,
  borrowApy: number,
  baseBorrowApy: number,
  rewardApy: number,
  utilization: number,
});
export type RecordedAverage = z.infer<typeof recordedAverageSchema>;

/** Set if the source is the demo, whose record is simulated. */
export const simulated = z.optional(z.literal(true));

export const averagedDays = [30, 90, 180] as const;

// Change of deposits beyond what they earned, in tokens. `in` and `out` are sums of hourly steps, so opposite flows
// within an hour cancel out.
export const flowSchema = z.looseObject({
  days: z.number(),
  since: z.string(),
  coverage: z.number(),
  in: z.number(),
  out: z.number(),
  net: z.number(),
  inUsd: number,
  outUsd: number,
  netUsd: number,
});
export type Flow = z.infer<typeof flowSchema>;

export const gapSchema = z.looseObject({ from: z.string(), to: z.string() });
export type Gap = z.infer<typeof gapSchema>;

export const recordResponse = "an answer from the record";
