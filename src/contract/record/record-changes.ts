// GET /v0/changes: what changed in all markets over a day or a week. The shape is this service's own.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { number, text } from "../market-schema.ts";
import { mostRecordItems, parseRecordAnswer, recordEventSchema } from "./record-parts.ts";

/** Either is absent while unknown. */
const pairSchema = z.looseObject({ now: number, was: number });
export type Pair = z.infer<typeof pairSchema>;

const list = <Item extends z.ZodMiniType>(item: Item): z.ZodMiniArray<Item> =>
  z.array(item).check(z.maxLength(mostRecordItems));

const market = { marketId: z.string(), type: z.string(), provider: z.string() };

/** The most points of a spark: means of equal parts of the time, the last one now. null is a gap. */
export const sparkPoints = 48;
const spark = z.nullish(z.array(z.nullable(z.number())).check(z.maxLength(sparkPoints)));

/**
 * Why a rate moved; the first that applies: rewards began or ended; rewards are at least half of the move; a loop's
 * borrow rate moved; utilization changed. Others may be added.
 */
const moveReasons = ["rewards-began", "rewards-ended", "rewards", "borrow", "utilization"] as const;
export type MoveReason = (typeof moveReasons)[number];

/** Rates and utilization are fractions, `flowUsd` is at today's price. */
const rateMoveSchema = z.looseObject({
  ...market,
  depositApy: pairSchema,
  baseDepositApy: pairSchema,
  rewardApy: pairSchema,
  borrowApy: pairSchema,
  utilization: pairSchema,
  totalDepositUsd: number,
  flowUsd: number,
  reason: text,
  /** Of depositApy; for the largest moves only. */
  spark,
});
export type RateMove = z.infer<typeof rateMoveSchema>;

/**
 * `in` and `out` are whole tokens, 0 or more; `net` is in − out, `netUsd` at today's price; `share` is net as a
 * fraction of the deposits at the start. `since`: when a market was first seen within the period.
 */
const depositFlowSchema = z.looseObject({
  ...market,
  in: z.number(),
  out: z.number(),
  net: z.number(),
  netUsd: number,
  share: number,
  totalDeposit: number,
  totalDepositUsd: number,
  since: text,
  /** Of totalDeposit; for the largest flows only. */
  spark,
});
export type DepositFlow = z.infer<typeof depositFlowSchema>;

/**
 * A new, gone or returned market with its figures at the time. `name` holds its tokens or question, because no list
 * has a market that is gone.
 */
const arrivalSchema = z.looseObject({
  ...recordEventSchema.shape,
  type: z.string(),
  provider: z.string(),
  name: text,
  depositApy: number,
  totalDepositUsd: number,
  maxLeverage: number,
});
export type Arrival = z.infer<typeof arrivalSchema>;

const movedSchema = z.looseObject({ up: z.number(), down: z.number(), of: z.number() });

/**
 * - `since` and `until` are the moments compared; `until` defaults to the last poll. `since` is `recordedSince`, the
 * first poll, where that is later than requested
 * - `coverage` is the share of that time with polls, `everyMs` the time between them
 * - `summary.moved` counts markets whose total and base rate moved by `summary.movedBy` or more, `of` all with a rate
 * at both ends. Medians leave out loops. `deposits` sums flows in USD at today's prices, over `of` markets
 * - `moves` are ordered by the larger move of total and base, from one basis point; `flows` by |netUsd|, from a ten-
 * thousandth of the deposits. Events are newest first: `caps` (cap-reached, cap-lifted, and parameter of maxDeposit
 * and maxBorrow), `arrivals` (first-seen, gone, back), `parameters`, `rewards` (reward-began, reward-ended). Lists
 * end after 500; `counts` are of all
 */
export const recordChangesSchema = z.looseObject({
  since: z.string(),
  until: z.string(),
  recordedSince: z.string(),
  everyMs: z.number(),
  coverage: z.number(),
  summary: z.looseObject({
    movedBy: z.number(),
    moved: movedSchema,
    movedBase: movedSchema,
    medianDepositApy: pairSchema,
    medianBaseDepositApy: pairSchema,
    deposits: z.looseObject({ inUsd: z.number(), outUsd: z.number(), of: z.number() }),
    capsReached: z.number(),
    capsLifted: z.number(),
    added: z.number(),
    gone: z.number(),
    back: z.number(),
    parameters: z.number(),
  }),
  counts: z.looseObject({
    moves: z.number(),
    flows: z.number(),
    caps: z.number(),
    arrivals: z.number(),
    parameters: z.number(),
    rewards: z.number(),
  }),
  moves: list(rateMoveSchema),
  flows: list(depositFlowSchema),
  caps: list(recordEventSchema),
  arrivals: list(arrivalSchema),
  parameters: list(recordEventSchema),
  rewards: list(recordEventSchema),
});
export type RecordChanges = z.infer<typeof recordChangesSchema>;

/** @throws UnreadableAnswerError with the path of the first fault */
export function parseRecordChanges(body: unknown): RecordChanges {
  return parseRecordAnswer(recordChangesSchema, body);
}
