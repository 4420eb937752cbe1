// Routes depend on this port only, never on a particular source.
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { apiErrors, type ApiErrorCode } from "../../contract/problems.ts";
import type {
  AssetHistoryRequest,
  AssetSearchRequest,
  AssetsRequest,
} from "../../contract/assets/assets-request.ts";
import type {
  PnlRequest,
  PositionHistoryRequest,
  PositionsRequest,
} from "../../contract/positions/positions-request.ts";
import type { DashboardConfig, DemoWallet } from "../../contract/dashboard-config.ts";
import type { HistoryRequest } from "../../contract/history.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";
import type { Call, SourceResponse } from "./source-response.ts";

type MaybeAsync = SourceResponse | Promise<SourceResponse>;

/** Bodies match the parsers of the same name in `contract`. Methods fail as described for `MarketSource`. */
export interface Companions {
  /** Empty for an unknown wallet. */
  readonly positions: (request: PositionsRequest, call: Call) => MaybeAsync;
  readonly positionHistory: (request: PositionHistoryRequest, call: Call) => MaybeAsync;
  readonly pnl: (request: PnlRequest, call: Call) => MaybeAsync;
  readonly marketsByType: (call: Call) => MaybeAsync;
  readonly assets: (request: AssetsRequest, call: Call) => MaybeAsync;
  readonly search: (request: AssetSearchRequest, call: Call) => MaybeAsync;
  /** 404 for an unknown id, as for its history. */
  readonly asset: (id: string, call: Call) => MaybeAsync;
  readonly assetHistory: (request: AssetHistoryRequest, call: Call) => MaybeAsync;
}

/** Methods return a ready response directly. They reject with a SourceError, or with the signal's reason when aborted. */
export interface MarketSource {
  readonly kind: "demo" | "upstream";
  /** "Demo", or a name that the operator chose. Public. */
  readonly label: string;
  readonly lacks?: NonNullable<DashboardConfig["source"]["lacks"]>;
  /** Day on which the demo's figures were captured, YYYY-MM-DD. */
  readonly capturedAt?: string;
  /** The frozen clock, in milliseconds since the epoch. */
  readonly frozenAt?: number | undefined;
  readonly demoWallets?: readonly DemoWallet[];
  listMarkets(request: MarketsRequest, call: Call): MaybeAsync;
  history(request: HistoryRequest, call: Call): MaybeAsync;
  readonly companions: Companions;
  /** Whether markets can be served, from a cache or from the source. */
  ready(signal: AbortSignal): Promise<boolean>;
  countMarkets?(): number;
  close?(): Promise<void> | void;
}

interface Details {
  readonly statusCode?: ContentfulStatusCode | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `message` is sent to callers, so it must contain no secrets and no upstream text. */
export class SourceError extends Error {
  override readonly name: string = "SourceError";
  readonly code: ApiErrorCode;
  readonly statusCode: ContentfulStatusCode;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ApiErrorCode, message: string, details: Details = {}) {
    super(message);
    const { statusCode = apiErrors[code].status, retryAfterSeconds: wait, headers = {} } = details;
    this.code = code;
    this.statusCode = statusCode;
    this.retryAfterSeconds = wait;
    this.headers = wait === undefined ? headers : { ...headers, "retry-after": String(Math.ceil(wait)) };
  }
}
