// What changed in all markets over a day or a week: GET /v0/changes. The shape is this service's own.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { number, text } from "../market-schema.ts";
import { mostRecordItems, parseRecordAnswer, recordEventSchema } from "./record-parts.ts";

/** A figure at the end and at the beginning. Either is absent where it is not known. */
const pairSchema = z.looseObject({ now: number, was: number });
export type Pair = z.infer<typeof pairSchema>;

const list = <Item extends z.ZodMiniType>(item: Item): z.ZodMiniArray<Item> =>
  z.array(item).check(z.maxLength(mostRecordItems));

const market = { marketId: z.string(), type: z.string(), provider: z.string() };

/** At most so many figures: means of equal parts of the time, the last being that of now. null is a gap. */
export const sparkPoints = 48;
const spark = z.nullish(z.array(z.nullable(z.number())).check(z.maxLength(sparkPoints)));

/**
 * Why a rate moved, as far as the record tells, the first that holds: rewards on deposits began or ended; they make up at least half
 * of the move; the borrow rate of a loop moved; more or less of the deposits is lent out. Others may come.
 */
const moveReasons = ["rewards-began", "rewards-ended", "rewards", "borrow", "utilization"] as const;
export type MoveReason = (typeof moveReasons)[number];

/** A market whose rate has moved. Rates and utilization are fractions, `flowUsd` is at the price of now. */
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
  /** Of depositApy; for the leading ones only. */
  spark,
});
export type RateMove = z.infer<typeof rateMoveSchema>;

/**
 * A market that tokens went into or out of. `in` and `out` are whole tokens, 0 or more; `net` is in − out and `netUsd` that at the price of
 * now; `share` is net as a fraction of the deposits at the beginning. `since` is given where the market is not known from the beginning on.
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
  /** Of totalDeposit; for the leading ones only. */
  spark,
});
export type DepositFlow = z.infer<typeof depositFlowSchema>;

/**
 * A market that was seen first, was gone, or came back, with its figures then: the last ones of a market that is gone. `name` are its
 * tokens or its question as they were told when it was seen first: no list has it once it is gone.
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
 * - `since` and `until` are the moments compared; `until` is the last walk where nothing else was asked for. `recordedSince` is the first walk: where it is later than
 *   what was asked for, `since` is it
 * - `coverage` is the share of that time for which walks were kept, `everyMs` the time from one walk to the next
 * - `summary.moved`: markets whose rate moved by `summary.movedBy` or more, `of` all with a rate at both ends; in the rate with
 *   rewards and in the base rate. Medians are of these but the loops. `deposits` adds up in USD, at the prices of now, what went into markets and what left them: of the `of` markets where something flowed
 * - `moves` by the larger of the moves of total and base rate, from one basis point on; `flows` by |netUsd|, from a ten-thousandth of the deposits on. Events newest first: `caps` (cap-reached, cap-lifted, and
 *   parameter of maxDeposit and maxBorrow), `arrivals` (first-seen, gone, back), `parameters` (all of kind parameter), `rewards` (reward-began,
 *   reward-ended). Lists end after 500; `counts` are of all
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

/** @throws UnreadableAnswerError when it has another shape, with the path of the first fault */
export function parseRecordChanges(body: unknown): RecordChanges {
  return parseRecordAnswer(recordChangesSchema, body);
}
