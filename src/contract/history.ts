// GET /v0/markets/history: what may be asked, and what comes back.
import "./no-code-generation.ts";
import * as z from "zod/mini";
import { writeQuery } from "./query-text.ts";
import { number } from "./market-schema.ts";
import { parseAnswer } from "./markets-page.ts";
import { dayMs } from "./units.ts";

export const historyResolutions = ["1h", "1d"] as const;
export type HistoryResolution = (typeof historyResolutions)[number];

/** Where no resolution is asked for, a past of up to 31 days is told by the hour, a longer one by the day. */
export function usualResolution(spanMs: number): HistoryResolution {
  return spanMs <= 31 * dayMs ? "1h" : "1d";
}

export const maximumHistoryMarkets = 20;

/** A request for the history of up to 20 markets. Times are milliseconds since the epoch; `endTime` absent means now. */
export interface HistoryRequest {
  readonly marketIds: readonly string[];
  readonly startTime: number;
  readonly endTime?: number | undefined;
  readonly resolution?: HistoryResolution | undefined;
}

// RFC 3339: a full date, or a date-time with its offset. Date.parse alone would take "1" or "May", and read a time without
// an offset in the zone of whoever runs this.
const rfc3339 =
  /^\d{4}-\d{2}-\d{2}(?:[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;

/** Milliseconds since the epoch of an RFC 3339 date or date-time; undefined for anything else. A date means 00:00 UTC. */
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
 * One moment of a market's past. Rates are fractions, amounts whole tokens, those in …Usd USD. The fields after totalDepositUsd
 * are known where this service keeps a record; the demo also sends baseDepositApy. A recorded point is a mean of its hour or day,
 * weighted by time, over the share that `coverage` gives. `source` is "recorded" for a point of the record alone and "merged" for a
 * point of the source that the record completes; without it the point is the source's. `available` is deposits that aren't lent out.
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

/** `recordedSince` is when this service saw the market first, `goneSince` when it found it missing. RFC 3339. */
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

/**
 * Judges the body of GET /v0/markets/history.
 * @throws UnreadableAnswerError when it has another shape, with the path of the first fault
 */
export function parseHistory(body: unknown): HistoryBody {
  return parseAnswer(historyBodySchema, "{data: {markets}}", body);
}
