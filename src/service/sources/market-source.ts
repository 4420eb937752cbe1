// The port every source of markets answers through. The routes know this file and none of the sources behind it.
import { apiErrors, type ApiErrorCode } from "../../contract/problems.ts";
import type { DemoWallet } from "../../contract/dashboard-config.ts";
import type { HistoryRequest } from "../../contract/history.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";
import type { Companions } from "./companions.ts";
import type { Call, SourceAnswer } from "./source-answer.ts";

/**
 * A place markets come from. What is ready is returned directly, anything else as a promise. Every method may fail with a
 * SourceError, by a rejection only; an abort rejects with the signal's reason.
 */
export interface MarketSource {
  readonly kind: "demo" | "upstream";
  /** The source's name for people: "Demo", or the name the operator gave it. Everybody may read it. */
  readonly label: string;
  /** With demo: the day the real figures behind the simulation were captured, YYYY-MM-DD. */
  readonly capturedAt?: string;
  /** Where the clock of the source is frozen, in milliseconds since the epoch. */
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

/** Why a source did not answer. `message` is fit for a person and holds neither secrets nor text from upstream. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: ApiErrorCode;
  readonly statusCode: number;
  /** Set where waiting helps. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ApiErrorCode,
    message: string,
    options: {
      readonly retryAfterSeconds?: number;
      readonly statusCode?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.statusCode = options.statusCode ?? apiErrors[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
