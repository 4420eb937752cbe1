// The port every source of markets answers through. The routes know this file and none of the sources behind it.
import type { ApiErrorCode } from "../../contract/problems.ts";
import type { DemoWallet } from "../../contract/dashboard-config.ts";
import type { HistoryRequest } from "../../contract/history.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";
import type { Companions } from "./companions.ts";
import type { Call, SourceAnswer } from "./source-answer.ts";

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
  /** Positions, profit and loss, and assets. */
  readonly companions: Companions;
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
