// The port every source of markets answers through. The routes know this file and none of the sources behind it.
import type { ApiErrorCode } from "../../contract/api-error.ts";
import type { HistoryBody, HistoryRequest } from "../../contract/history.ts";
import type { MarketsBody, RejectedMarket } from "../../contract/markets-page.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";

/** An answer and how far it can be trusted. */
export interface SourceAnswer<T> {
  readonly body: T;
  /** How old the data was when this answer was made, in whole seconds. */
  readonly ageSeconds: number;
  /** True when the source could not be reached and kept data is sent instead. */
  readonly stale: boolean;
  /** Markets of this page that could not be read and are not in the body. */
  readonly rejected: readonly RejectedMarket[];
  /** The same for equal bodies, different for different ones; fit for an ETag once quoted. */
  readonly tag?: string;
}

/** A place markets come from. Every method may fail with a SourceError; an abort rejects with the signal's reason. */
export interface MarketSource {
  readonly kind: "demo" | "upstream";
  /** The source's name for people: "Demo", or the upstream's host. Never an address with a key. */
  readonly label: string;
  /** With demo: the day the real figures behind the simulation were captured, YYYY-MM-DD. */
  readonly capturedAt?: string;
  /** Where the clock of the source stands still: that moment, in milliseconds since the epoch. */
  readonly frozenAt?: number;
  listMarkets(request: MarketsRequest, signal: AbortSignal): Promise<SourceAnswer<MarketsBody>>;
  history(request: HistoryRequest, signal: AbortSignal): Promise<SourceAnswer<HistoryBody>>;
  /** Whether the source would answer now. */
  ready(signal: AbortSignal): Promise<boolean>;
  /** How many markets there are in all, where the source knows without asking. */
  countMarkets?(): number;
  /** Releases connections and timers. */
  close?(): Promise<void> | void;
}

/** The statuses a source may fail with. */
export type SourceErrorStatus = 400 | 404 | 429 | 500 | 502 | 503 | 504;

/**
 * Why a source did not answer. `message` is fit for a person: it says what happened and what to do next, and holds neither
 * secrets nor text from upstream. `retryAfterSeconds` is set where waiting helps. `code` tells a program which kind it is;
 * without it the status decides.
 */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly statusCode: SourceErrorStatus;
  readonly retryAfterSeconds?: number;
  readonly code?: ApiErrorCode;

  constructor(
    statusCode: SourceErrorStatus,
    message: string,
    options: {
      readonly retryAfterSeconds?: number;
      readonly code?: ApiErrorCode;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.statusCode = statusCode;
    if (options.code !== undefined) this.code = options.code;
    if (options.retryAfterSeconds !== undefined) this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
