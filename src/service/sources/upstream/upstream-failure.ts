// Upstream text never reaches our callers.
import type { ApiErrorCode } from "../../../contract/problems.ts";
import { SourceError } from "../market-source.ts";

export type UpstreamFailureKind = keyof typeof byKind;

type Details = Partial<Pick<UpstreamFailure, "status" | "retryAfterMs" | "reason">>;

/** Its message is sent to callers, so it contains no text, address or key of the upstream. */
export class UpstreamFailure extends SourceError {
  override readonly name = "UpstreamFailure";
  readonly kind: UpstreamFailureKind;
  readonly traits: Traits;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Our own word, or a Node error code such as ECONNREFUSED. */
  readonly reason: string | undefined;

  constructor(kind: UpstreamFailureKind, { status, retryAfterMs, reason }: Details = {}) {
    const traits: Traits = byKind[kind];
    const { code, statusCode, text } = traits;
    const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
    super(code, text, { statusCode, retryAfterSeconds });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.reason = reason;
    this.traits = traits;
  }
}

interface Traits {
  readonly retry?: true;
  /** Counts towards the circuit breaker. */
  readonly unhealthy?: true;
  /** Our request is wrong, so cached data must not hide the failure. */
  readonly isOurFault?: true;
  readonly code: ApiErrorCode;
  readonly statusCode?: 502;
  readonly text: string;
}

const unavailable = {
  code: "upstream-unavailable",
  text: "The upstream markets service is not available. Try again in a moment.",
} as const;
const wrongAddress = {
  code: "upstream-unavailable",
  statusCode: 502,
  text: "The upstream markets service is not at the configured address. The operator should check MARKETS_BASE_URL.",
} as const;
const unreadable = {
  code: "upstream-unreadable",
  text: "The upstream markets service sent something that cannot be read.",
} as const;

const byKind = {
  network: { ...unavailable, retry: true, unhealthy: true },
  timeout: {
    code: "upstream-timeout",
    text: "The upstream markets service took too long to answer. Try again in a moment.",
    retry: true,
    unhealthy: true,
  },
  /** Usually temporary: 408, 425, 502, 503, 504. */
  "try-later": { ...unavailable, retry: true, unhealthy: true },
  failing: { ...unavailable, unhealthy: true },
  redirect: { ...wrongAddress, unhealthy: true },
  "rate-limited": {
    code: "rate-limited",
    text: "The upstream markets service limits how often it can be called. Wait before trying again.",
    retry: true,
  },
  "key-refused": {
    code: "upstream-key-refused",
    text: "The upstream markets service refused the key of this gateway. The operator should check the key and the name of its header in the configuration.",
  },
  /** Wrong address: 404 and every other 4xx. */
  "not-found": wrongAddress,
  /** 404 for something that may not exist. */
  absent: {
    code: "not-found",
    text: "The upstream markets service found nothing: it does not know this id, or does not offer this operation.",
  },
  refused: {
    code: "bad-request",
    text: "The upstream markets service refused this request as invalid. Change the request.",
    isOurFault: true,
  },
  /** 400 for a cursor that is no longer valid. */
  "cursor-refused": {
    code: "cursor-refused",
    text: "The upstream markets service no longer knows this cursor. Start again from the first page.",
    isOurFault: true,
  },
  unreadable: { ...unreadable, unhealthy: true },
  "too-large": unreadable,
  /** No request was sent, because of too many recent failures. */
  "circuit-open": unavailable,
  /** No request was sent, because this caller has too many open requests. */
  "too-many": {
    code: "rate-limited",
    text: "This address has too many requests for new data in progress. Wait for some of them to be answered and try again.",
  },
  busy: unavailable,
} satisfies Readonly<Record<string, Traits>>;
