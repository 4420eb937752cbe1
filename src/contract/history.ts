import { z } from "./zod.ts";
import { writeQuery } from "./query-text.ts";
import { number, text } from "./market-schema.ts";
import { responseParser } from "./markets-page.ts";
import { dayMs, isoText } from "./units.ts";

export const historyResolutions = ["1h", "1d"] as const;
export type HistoryResolution = (typeof historyResolutions)[number];

export function defaultResolution(spanMs: number): HistoryResolution {
  return spanMs <= 31 * dayMs ? "1h" : "1d";
}

export const maxHistoryMarkets = 20;

/** Milliseconds since the epoch. Without `endTime` the span ends now. */
export interface Span<Resolution extends string = HistoryResolution> {
  readonly startTime: number;
  readonly endTime?: number | undefined;
  readonly resolution?: Resolution | undefined;
}

export interface HistoryRequest extends Span {
  readonly marketIds: readonly string[];
}

// Date.parse alone accepts "1" and "May", and reads a time without an offset as local time.
const rfc3339 =
  /^\d{4}-\d{2}-\d{2}(?:[Tt](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;

export function readRfc3339(given: string): number | undefined {
  if (!rfc3339.test(given)) return undefined;
  // Date.parse reads 30 February as 2 March.
  const date = given.slice(0, 10);
  const midnight = Date.parse(date);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  const time = Date.parse(given.toUpperCase());
  return Number.isNaN(time) ? undefined : time;
}

export function spanValues({ startTime, endTime, resolution }: Span<string>) {
  return { startTime: isoText(startTime), endTime: isoText(endTime), resolution };
}

export function marketsHistoryPath(request: HistoryRequest): string {
  return `/v0/markets/history?${writeQuery({ marketIds: request.marketIds, ...spanValues(request) })}`;
}

// Fields after totalDepositUsd come from the record (the demo also sends baseDepositApy): means of an hour or day,
// weighted by time, over its known share `coverage`. `source` is "merged" for source points completed by the record.
// `available` is what is not lent out.
const historyPointSchema = z.looseObject({
  timestamp: z.string(),
  depositApy: number,
  totalDeposit: number,
  totalDepositUsd: number,
  baseDepositApy: number,
  borrowApy: number,
  baseBorrowApy: number,
  rewardApy: number,
  borrowRewardApy: number,
  totalBorrow: number,
  totalBorrowUsd: number,
  utilization: number,
  available: number,
  coverage: number,
  source: text,
});

/** `goneSince`: the first complete poll without the market. */
const marketHistorySchema = z.looseObject({
  id: z.string(),
  history: z.array(historyPointSchema),
  recordedSince: text,
  goneSince: text,
});

export const historyBodySchema = z.looseObject({
  data: z.looseObject({ markets: z.array(marketHistorySchema) }),
});
export type MarketHistory = z.infer<typeof marketHistorySchema>;
export type HistoryPoint = z.infer<typeof historyPointSchema>;

export const parseHistory = responseParser(historyBodySchema, "{data: {markets}}");
