import { z } from "../zod.ts";
import { number, text } from "../market-schema.ts";
import { responseParser } from "../markets-page.ts";
import {
  flowSchema,
  gapSchema,
  maxRecordItems,
  recordResponse,
  recordEventSchema,
  recordedAverageSchema,
  simulated,
} from "./record-parts.ts";

/** Whole tokens per UTC day; both are 0 or more. Omits unknown days. */
const dayFlowSchema = z.looseObject({ timestamp: z.string(), in: z.number(), out: z.number() });

/**
 * - `until` is the last poll; `goneSince` is the first complete poll without the market
 * - `events` are sorted newest first; pass `before` as `until` to get older ones
 * - `coverage` is the known share of the last 180 days, or of fewer if hours are deleted sooner
 * - `gaps` are unknown hours; hours when the market was gone count as known
 * - `flows` are missing if deposits in tokens are unknown; `priceUsd` is today's
 * - `recorded` counts days with a known hour, with mean utilization above `kinkUtilization`, and with rewards of
 *   depositors and of borrowers
 */
export const marketChangesSchema = z.looseObject({
  marketId: z.string(),
  type: z.string(),
  provider: z.string(),
  until: z.string(),
  everyMs: z.number(),
  simulated,
  firstSeen: z.string(),
  goneSince: text,
  events: z.array(recordEventSchema).check(z.maxLength(maxRecordItems)),
  before: text,
  coverage: z.number(),
  gaps: z.array(gapSchema).check(z.maxLength(maxRecordItems)),
  averages: z.array(recordedAverageSchema),
  flows: z.nullish(z.array(flowSchema)),
  dailyFlows: z.nullish(z.array(dayFlowSchema).check(z.maxLength(maxRecordItems))),
  priceUsd: number,
  recorded: z.looseObject({
    days: z.number(),
    daysOverKink: number,
    kinkUtilization: z.number(),
    daysWithRewards: number,
    daysWithBorrowRewards: number,
    highestBorrowApy: number,
    highestBorrowApyAt: text,
  }),
});
export type MarketChanges = z.infer<typeof marketChangesSchema>;

export const changedDays = 180;
export const flowDays = [7, 30] as const;

export const parseMarketChanges = responseParser(marketChangesSchema, recordResponse);
