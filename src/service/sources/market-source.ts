// The port every source of markets answers through. The routes know this file and none of the sources behind it.
import type { ApiErrorCode } from "../../contract/api-error.ts";
import type { DemoWallet } from "../../contract/dashboard-config.ts";
import type { HistoryRequest } from "../../contract/history.ts";
import type { RejectedMarket } from "../../contract/markets-page.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";

/** Who asks, and for how long. */
export interface Call {
  /** Fires when the caller has left. */
  readonly signal: AbortSignal;
  /** Tells one caller from another, so that none of them can take what all of them share. Nothing is read from it. */
  readonly caller: string;
}

/** An answer and how far it can be trusted. It has a name before it has a body. */
export interface SourceAnswer {
  /** The same for equal bodies, different for different ones; fit for an ETag once quoted. */
  readonly tag: string;
  /**
   * The body as JSON in UTF-8. Only to be asked for when nobody holds the body of this tag: it may take long to make.
   * Fails as the method does that gave the answer.
   */
  readonly bytes: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
  /** How old the data was when this answer was made, in whole seconds. */
  readonly ageSeconds: number;
  /** True when the source could not be reached and kept data is sent instead. */
  readonly stale: boolean;
  /** Markets of this page that could not be read and are not in the body. */
  readonly setAside: SetAside;
}

/** Markets that were left out: how many, and what was wrong with the first few. */
export interface SetAside {
  readonly count: number;
  readonly examples: readonly RejectedMarket[];
}

export const nothingSetAside: SetAside = { count: 0, examples: [] };

/**
 * A place markets come from. What is ready is returned as it is, anything else as a promise. Every method may fail with a
 * SourceError, by a rejection only; an abort rejects with the signal's reason.
 */
export interface MarketSource {
  readonly kind: "demo" | "upstream";
  /** The source's name for people: "Demo", or the name the operator gave it. Everybody may read it. */
  readonly label: string;
  /** With demo: the day the real figures behind the simulation were captured, YYYY-MM-DD. */
  readonly capturedAt?: string;
  /** Where the clock of the source stands still: that moment, in milliseconds since the epoch. */
  readonly frozenAt?: number;
  /** With demo: the wallets it knows. Every other one is empty. */
  readonly demoWallets?: readonly DemoWallet[];
  listMarkets(request: MarketsRequest, call: Call): SourceAnswer | Promise<SourceAnswer>;
  history(request: HistoryRequest, call: Call): SourceAnswer | Promise<SourceAnswer>;
  /** Whether the source has something to answer with now, be it kept data. */
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
