// GET /v0/markets/history.
import "./no-code-generation.ts";
import * as z from "zod/mini";
import { writeQuery } from "./query-text.ts";
import { number } from "./market-schema.ts";
import { parseAnswer } from "./markets-page.ts";
import { dayMs } from "./units.ts";

export const historyResolutions = ["1h", "1d"] as const;
export type HistoryResolution = (typeof historyResolutions)[number];

/** By default the history of up to 31 days is hourly, a longer one daily. */
export function usualResolution(spanMs: number): HistoryResolution {
  return spanMs <= 31 * dayMs ? "1h" : "1d";
}

export const maximumHistoryMarkets = 20;

/** Up to 20 markets. Times are milliseconds since the epoch; `endTime` absent means now. */
export interface HistoryRequest {
  readonly marketIds: readonly string[];
  readonly startTime: number;
  readonly endTime?: number | undefined;
  readonly resolution?: HistoryResolution | undefined;
}

// RFC 3339: a date, or a date-time with its offset. Date.parse alone would accept "1" or "May", and read a time
// without an offset in local time.
const rfc3339 =
  /^\d{4}-\d{2}-\d{2}(?:[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;

/** A date means 00:00 UTC. */
export function readRfc3339(text: string): number | undefined {
  if (!rfc3339.test(text)) return undefined;
  // Date.parse takes 30 February for 2 March.
  const date = text.slice(0, 10);
  const midnight = Date.parse(date);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  const time = Date.parse(text.toUpperCase());
  return Number.isNaN(time) ? undefined : time;
}

/** A moment in milliseconds since the epoch, as RFC 3339. */
export function writeTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

interface Span {
  readonly startTime: number;
  readonly endTime?: number | undefined;
  readonly resolution?: string | undefined;
}

/** Start, end and step of a past as parameters. */
export function spanValues({ startTime, endTime, resolution }: Span) {
  return { startTime: writeTime(startTime), endTime: writeTime(endTime), resolution };
}

/** Writes a history request as a query string without the question mark. */
export function writeHistoryRequest(request: HistoryRequest): string {
  return writeQuery({ marketIds: request.marketIds, ...spanValues(request) });
}

/**
 * Rates are fractions, amounts whole tokens, …Usd is USD. The fields after totalDepositUsd come from the record; the
 * demo also sends baseDepositApy. Recorded points are means of an hour or day, weighted by time, over the share given
 * by `coverage`. `source` is "recorded" for points of the record alone and "merged" for completed ones. `available`
 * is what is not lent out.
 */
const historyPointSchema = z.looseObject({
  timestamp: z.string(),
  depositApy: number,
  totalDeposit: number,
  totalDepositUsd: number,
  baseDepositApy: number,
  borrowApy: number,
  baseBorrowApy: number,
  rewardApy: number,
  totalBorrow: number,
  totalBorrowUsd: number,
  utilization: number,
  available: number,
  coverage: number,
  source: z.nullish(z.string()),
});

/** RFC 3339. `goneSince`: a complete poll no longer had the market. */
const marketHistorySchema = z.looseObject({
  id: z.string(),
  history: z.array(historyPointSchema),
  recordedSince: z.nullish(z.string()),
  goneSince: z.nullish(z.string()),
});

export const historyBodySchema = z.looseObject({
  data: z.looseObject({ markets: z.array(marketHistorySchema) }),
});
export type HistoryBody = z.infer<typeof historyBodySchema>;
export type MarketHistory = z.infer<typeof marketHistorySchema>;
export type HistoryPoint = z.infer<typeof historyPointSchema>;

/** @throws UnreadableAnswerError with the path of the first fault */
export function parseHistory(body: unknown): HistoryBody {
  return parseAnswer(historyBodySchema, "{data: {markets}}", body);
}
