// What the answers from the record share. All moments are RFC 3339; what is not known is absent, never 0.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { parseAnswer } from "../markets-page.ts";
import { number, text } from "../market-schema.ts";

/** The longest list of an answer. */
export const mostRecordItems = 500;

/**
 * What can happen to a market. "parameter": a limit or a term of loans was changed, `field` says which. "cap-reached" and
 * "cap-lifted": deposits or borrows came up to their limit, or left it, `field` is that limit (maxDeposit or maxBorrow). Others may come.
 */
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

/**
 * Something that happened to a market between two walks; `timestamp` is that of the second. `before` and `after` are in the unit of
 * `field`: rates, limits of loans and penalties are fractions, maxDeposit and maxBorrow whole tokens, maxLeverage a multiple.
 */
export const recordEventSchema = z.looseObject({
  timestamp: z.string(),
  marketId: z.string(),
  kind: z.string(),
  field: text,
  before: number,
  after: number,
});
export type RecordEvent = z.infer<typeof recordEventSchema>;

/**
 * Means over the last so many days, weighed by time, of what was recorded: fractions. `since` is where the record of this market
 * begins, or the beginning of the days where it is older; `coverage` is the share of all the days for which something is known.
 */
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

/** The days that averages are given for. */
export const averagedDays = [30, 90, 180] as const;

/**
 * What was put in and taken out, counted in tokens: what the deposits rose by beyond what they earned, over the last `days`. `in` and
 * `out` are both 0 or more and add up steps of an hour, so that what comes and goes within one is in neither; `net` is in − out.
 * …Usd is at the price of now. `coverage` is the share of the days that is known, `since` where what is known begins.
 */
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

/** A stretch of time of which nothing is known: whole hours. */
export const gapSchema = z.looseObject({ from: z.string(), to: z.string() });
export type Gap = z.infer<typeof gapSchema>;

/**
 * Judges the body of an answer from the record, whole.
 * @throws UnreadableAnswerError when it has another shape, with the path of the first fault
 */
export function parseRecordAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  return parseAnswer(schema, "an answer from the record", body);
}
