// What the record tells of one market: GET /v0/markets/{id}/changes. The shape is this service's own.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { number, text } from "../market-schema.ts";
import {
  flowSchema,
  gapSchema,
  mostRecordItems,
  parseRecordAnswer,
  recordEventSchema,
  recordedAverageSchema,
} from "./record-parts.ts";

/** Whole tokens put in and taken out on one day of UTC; both are 0 or more. A day of which nothing is known is not there. */
const dayFlowSchema = z.looseObject({ timestamp: z.string(), in: z.number(), out: z.number() });

/**
 * - `until` is the last walk, `everyMs` the time from one walk to the next
 * - `firstSeen` is when this service saw the market first, `goneSince` when a complete walk found it missing
 * - `events` newest first; `before`, when given, is the moment to ask for as `until` to get older ones
 * - `coverage` is the share of the last `days` (as many as are recorded, 180 at most) that is known, `gaps` the hours that are not,
 *   the newest first; while the market was gone nothing is missing
 * - `flows` and `dailyFlows` are absent where the deposits are not told in tokens; `priceUsd` is what one of them is worth now
 * - `recorded`: days (of the last 180) of which an hour or more is known; of these, days that were on average lent out beyond
 *   `kinkUtilization`, and days with rewards on deposits; the highest mean of an hour of the borrow rate
 */
export const marketChangesSchema = z.looseObject({
  marketId: z.string(),
  type: z.string(),
  provider: z.string(),
  until: z.string(),
  everyMs: z.number(),
  firstSeen: z.string(),
  goneSince: text,
  events: z.array(recordEventSchema).check(z.maxLength(mostRecordItems)),
  before: text,
  coverage: z.number(),
  gaps: z.array(gapSchema).check(z.maxLength(mostRecordItems)),
  averages: z.array(recordedAverageSchema),
  flows: z.nullish(z.array(flowSchema)),
  dailyFlows: z.nullish(z.array(dayFlowSchema).check(z.maxLength(mostRecordItems))),
  priceUsd: number,
  recorded: z.looseObject({
    days: z.number(),
    daysOverKink: number,
    kinkUtilization: z.number(),
    daysWithRewards: number,
    highestBorrowApy: number,
    highestBorrowApyAt: text,
  }),
});
export type MarketChanges = z.infer<typeof marketChangesSchema>;

/** The days of UTC that gaps, daily flows and counts of days reach back. */
export const changedDays = 180;
/** The days that flows are given for. */
export const flowDays = [7, 30] as const;

/** @throws UnreadableAnswerError when it has another shape, with the path of the first fault */
export function parseMarketChanges(body: unknown): MarketChanges {
  return parseRecordAnswer(marketChangesSchema, body);
}
