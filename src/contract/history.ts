// GET /v0/markets/history: what may be asked, and what comes back.
import "./no-code-generation.ts";
import * as z from "zod/mini";
import {
  collectFaults,
  faultRepeated,
  quoted,
  readIds,
  readWord,
  writeQueryText,
  type QueryText,
  type Reading,
  type ToldFault,
} from "./query-text.ts";
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

/** Reads a moment, which may be left out; undefined as well where a fault was told. */
export function readTime(query: QueryText, name: string, fault: ToldFault): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = readRfc3339(text);
  if (value === undefined)
    fault(
      name,
      `${name} is ${quoted(text)}. Give an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.`,
    );
  return value;
}

/** A moment in milliseconds since the epoch as `readTime` reads it back. */
export function writeTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** A stretch of time and its step as they were given; `startTime` is undefined only where a fault was told. */
interface SpanReading<Resolution extends string> {
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly resolution: Resolution | undefined;
}

/** Reads startTime (required), endTime and resolution, as every operation with a past has them. */
export function readSpan<Resolution extends string>(
  query: QueryText,
  resolutions: readonly Resolution[],
  fault: ToldFault,
): SpanReading<Resolution> {
  if (!query.has("startTime")) fault("startTime", "startTime is required: an RFC 3339 date or date-time.");
  const startTime = readTime(query, "startTime", fault);
  const endTime = readTime(query, "endTime", fault);
  if (startTime !== undefined && endTime !== undefined && endTime < startTime)
    fault("endTime", "endTime is before startTime. Give a later endTime or leave it out for now.");
  return { startTime, endTime, resolution: readWord(query, "resolution", resolutions, fault) };
}

/** The pairs that `readSpan` reads back. */
export function spanPairs(span: {
  readonly startTime: number;
  readonly endTime?: number | undefined;
  readonly resolution?: string | undefined;
}): readonly (readonly [name: string, value: string | undefined])[] {
  return [
    ["startTime", writeTime(span.startTime)],
    ["endTime", writeTime(span.endTime)],
    ["resolution", span.resolution],
  ];
}

/** Reads the query of GET /v0/markets/history; all faults are returned, in the order of the parameters. */
export function readHistoryRequest(query: QueryText): Reading<HistoryRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["marketIds", "startTime", "endTime", "resolution"], fault);
  const marketIds = readIds(query, "marketIds", maximumHistoryMarkets, fault);
  if (marketIds.length === 0) fault("marketIds", "marketIds is required: market ids separated by commas.");
  const { startTime, endTime, resolution } = readSpan(query, historyResolutions, fault);
  if (faults.length > 0 || startTime === undefined) return { ok: false, faults };
  return { ok: true, request: { marketIds, startTime, endTime, resolution } };
}

/** Writes a history request as the query string (no question mark) that `readHistoryRequest` reads back. */
export function writeHistoryRequest(request: HistoryRequest): string {
  return writeQueryText([["marketIds", request.marketIds.join(",")], ...spanPairs(request)]);
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
