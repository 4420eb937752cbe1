import { z } from "../zod.ts";
import { number, text } from "../market-schema.ts";
import { responseParser } from "../markets-page.ts";
import { maxRecordItems, recordResponse, recordEventSchema, simulated } from "./record-parts.ts";

/** Missing while unknown. */
const pairSchema = z.looseObject({ now: number, was: number });
export type Pair = z.infer<typeof pairSchema>;

const list = <Item extends z.ZodMiniType>(item: Item): z.ZodMiniArray<Item> =>
  z.array(item).check(z.maxLength(maxRecordItems));

const market = { marketId: z.string(), type: z.string(), provider: z.string() };

/** Means over equal parts of the period. The last one is the current value; null is a gap. */
export const sparkPoints = 48;
const spark = z.nullish(z.array(z.nullable(z.number())).check(z.maxLength(sparkPoints)));

/** The first reason that applies. `rewards`: they are at least half of the move. `borrow`: a loop's borrow rate moved. */
const moveReasons = ["rewards-began", "rewards-ended", "rewards", "borrow", "utilization"] as const;
export type MoveReason = (typeof moveReasons)[number];

/** Fractions; `flowUsd` is at today's price. */
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
  /** depositApy over time, for the largest moves only. */
  spark,
});
export type RateMove = z.infer<typeof rateMoveSchema>;

/** Whole tokens; `netUsd` is at today's price, `share` is net as a fraction of the deposits at the start. */
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
  /** totalDeposit over time, for the largest flows only. */
  spark,
});
export type DepositFlow = z.infer<typeof depositFlowSchema>;

/** `name` contains the tokens or the question, because a market that is gone is in no list. */
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
 * - `since` is later than requested if the record is shorter; `coverage` is the share of the time with polls
 * - `summary.moved` (total rate) and `movedBase` count moves of `movedBy` or more; its medians leave out loops
 * - `moves` are sorted by size, from one basis point; `flows` by |netUsd|, from 0.01 % of the deposits
 * - lists are cut after 500 items; `counts` count all
 */
export const recordChangesSchema = z.looseObject({
  since: z.string(),
  until: z.string(),
  recordedSince: z.string(),
  everyMs: z.number(),
  simulated,
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

export const parseRecordChanges = responseParser(recordChangesSchema, recordResponse);
