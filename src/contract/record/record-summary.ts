// What the list shows of every market's record, in one answer: GET /v0/record/summary. The shape is this service's own.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { flowSchema, parseRecordAnswer, recordedAverageSchema } from "./record-parts.ts";

/** `flow30d` is absent where the deposits are not told in tokens. `averages` of 30, 90 and 180 days; those without any figure are absent. */
const summarisedMarketSchema = z.looseObject({
  marketId: z.string(),
  firstSeen: z.string(),
  flow30d: z.nullish(flowSchema),
  averages: z.array(recordedAverageSchema),
});
export type SummarisedMarket = z.infer<typeof summarisedMarketSchema>;

/**
 * Markets that are gone are not in it. `recordedSince` is the first walk and `until` the last, `everyMs` the time from one to the
 * next, `coverage` the share of the last 30 days, or of as many as are recorded, for which walks were kept.
 */
export const recordSummarySchema = z.looseObject({
  recordedSince: z.string(),
  until: z.string(),
  everyMs: z.number(),
  coverage: z.number(),
  markets: z.array(summarisedMarketSchema),
});
export type RecordSummary = z.infer<typeof recordSummarySchema>;

/** @throws UnreadableAnswerError when it has another shape, with the path of the first fault */
export function parseRecordSummary(body: unknown): RecordSummary {
  return parseRecordAnswer(recordSummarySchema, body);
}
