// Routes depend on this port only, never on a particular source.
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { apiErrors, type ApiErrorCode } from "../../contract/problems.ts";
import type { DashboardConfig, DemoWallet } from "../../contract/dashboard-config.ts";
import type { HistoryRequest } from "../../contract/history.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";
import type { Companions } from "./companions.ts";
import type { Call, SourceAnswer } from "./source-answer.ts";

/** Ready answers are returned directly. Failures reject with SourceError, an abort with the signal's reason. */
export interface MarketSource {
  readonly kind: "demo" | "upstream";
  /** "Demo" or the operator's name for it; public. */
  readonly label: string;
  readonly lacks?: NonNullable<DashboardConfig["source"]["lacks"]>;
  /** The day on which the demo's figures were captured, YYYY-MM-DD. */
  readonly capturedAt?: string;
  /** Frozen clock, in milliseconds since the epoch. */
  readonly frozenAt?: number;
  readonly demoWallets?: readonly DemoWallet[];
  listMarkets(request: MarketsRequest, call: Call): SourceAnswer | Promise<SourceAnswer>;
  history(request: HistoryRequest, call: Call): SourceAnswer | Promise<SourceAnswer>;
  readonly companions: Companions;
  /** Cached data counts. */
  ready(signal: AbortSignal): Promise<boolean>;
  countMarkets?(): number;
  close?(): Promise<void> | void;
}

interface Failing extends ErrorOptions {
  readonly statusCode?: ContentfulStatusCode | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** `message` may be shown to people: no secrets, no upstream text. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: ApiErrorCode;
  readonly statusCode: ContentfulStatusCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode, message: string, options: Failing = {}) {
    super(message, options);
    this.code = code;
    this.statusCode = options.statusCode ?? apiErrors[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
