import { z } from "../zod.ts";
import { responseParser } from "../markets-page.ts";
import { flowSchema, recordResponse, recordedAverageSchema, simulated } from "./record-parts.ts";

/** `flow30d` is missing if deposits in tokens are unknown. Windows without a figure are omitted. */
const summarizedMarketSchema = z.looseObject({
  marketId: z.string(),
  firstSeen: z.string(),
  flow30d: z.nullish(flowSchema),
  averages: z.array(recordedAverageSchema),
});
export type SummarizedMarket = z.infer<typeof summarizedMarketSchema>;

/** Omits markets that are gone. `coverage` is the share of the last 30 days (or of the recorded ones) with polls. */
export const recordSummarySchema = z.looseObject({
  recordedSince: z.string(),
  until: z.string(),
  everyMs: z.number(),
  simulated,
  coverage: z.number(),
  markets: z.array(summarizedMarketSchema),
});
export type RecordSummary = z.infer<typeof recordSummarySchema>;

export const parseRecordSummary = responseParser(recordSummarySchema, recordResponse);
