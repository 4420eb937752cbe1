// GET /v0/markets/{id}/changes: the record of one market. The shape is this service's own.
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

/** Whole tokens per UTC day, both 0 or more. Unknown days are left out. */
const dayFlowSchema = z.looseObject({ timestamp: z.string(), in: z.number(), out: z.number() });

/**
 * - `until` is the last poll, `everyMs` the time between polls
 * - `goneSince`: a complete poll no longer had the market
 * - `events` newest first; `before`, if given, is the `until` that asks for older ones
 * - `coverage` is the known share of the last `days` (180 at most), `gaps` the unknown hours, newest first; times
 * when the market was gone count as known
 * - `flows` and `dailyFlows` are absent where deposits in tokens are unknown; `priceUsd` is today's price
 * - `recorded`: days of the last 180 with an hour or more known; of these, days with a mean utilization above
 * `kinkUtilization`, and days with rewards; the highest hourly mean of the borrow rate
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

/** The period of gaps, daily flows and counts of days. */
export const changedDays = 180;
export const flowDays = [7, 30] as const;

/** @throws UnreadableAnswerError with the path of the first fault */
export function parseMarketChanges(body: unknown): MarketChanges {
  return parseRecordAnswer(marketChangesSchema, body);
}
