// Upstream text never reaches our callers.
import { errorTexts, type SourceErrorCode } from "../error-texts.ts";
import { SourceError } from "../market-source.ts";

export type UpstreamFailureKind =
  | "network"
  | "timeout"
  /** 408, 425, 502, 503, 504: usually temporary. */
  | "try-later"
  | "failing"
  | "redirect"
  | "rate-limited"
  | "key-refused"
  /** 404 and every other 4xx: the address is wrong. */
  | "not-found"
  /** 404 for something that need not exist. */
  | "absent"
  | "refused"
  /** 400 for a cursor that is no longer valid. */
  | "cursor-refused"
  | "unreadable"
  | "too-large"
  /** Not asked: too many recent failures. */
  | "circuit-open"
  /** Not asked: this caller has too many requests under way. */
  | "too-many"
  | "busy";

type Details = Partial<Pick<UpstreamFailure, "status" | "retryAfterMs" | "reason">>;

/** Callers are sent no text, address or key of the upstream. */
export class UpstreamFailure extends SourceError {
  override readonly name = "UpstreamFailure";
  readonly kind: UpstreamFailureKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Our word, or Node's code such as ECONNREFUSED. */
  readonly reason: string | undefined;

  constructor(kind: UpstreamFailureKind, { status, retryAfterMs, reason }: Details = {}) {
    const { code, statusCode, text = errorTexts[code] } = traits[kind];
    const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
    super(code, text, { statusCode, retryAfterSeconds });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.reason = reason;
  }

  get traits(): Traits {
    return traits[this.kind];
  }
}

interface Traits {
  readonly retry?: true;
  /** Counts for the circuit breaker. */
  readonly unwell?: true;
  /** Our request is at fault, which kept data must not hide. */
  readonly isOurs?: true;
  readonly code: Extract<
    SourceErrorCode,
    "bad-request" | "cursor-refused" | "not-found" | "rate-limited" | `upstream-${string}`
  >;
  readonly statusCode?: 502;
  readonly text?: string;
}

const wrongAddress =
  "The markets service upstream is not at the configured address. The operator should check MARKETS_BASE_URL.";

const traits: Readonly<Record<UpstreamFailureKind, Traits>> = {
  network: { code: "upstream-unavailable", retry: true, unwell: true },
  timeout: { code: "upstream-timeout", retry: true, unwell: true },
  "try-later": { code: "upstream-unavailable", retry: true, unwell: true },
  failing: { code: "upstream-unavailable", unwell: true },
  redirect: { code: "upstream-unavailable", statusCode: 502, unwell: true, text: wrongAddress },
  "rate-limited": { code: "rate-limited", retry: true },
  "key-refused": { code: "upstream-key-refused" },
  "not-found": { code: "upstream-unavailable", statusCode: 502, text: wrongAddress },
  absent: { code: "not-found" },
  refused: { code: "bad-request", isOurs: true },
  "cursor-refused": { code: "cursor-refused", isOurs: true },
  unreadable: { code: "upstream-unreadable", unwell: true },
  "too-large": { code: "upstream-unreadable" },
  "circuit-open": { code: "upstream-unavailable" },
  "too-many": {
    code: "rate-limited",
    text: "This address has too many requests for new data under way. Wait for some of them to be answered and try again.",
  },
  busy: { code: "upstream-unavailable" },
};
