// What can go wrong between us and the upstream, and what we say about it. Nothing of the upstream's own words travels on.
import { apiErrors, type ApiErrorCode } from "../../../contract/problems.ts";
import { SourceError } from "../market-source.ts";

export type UpstreamFailureKind =
  /** No connection, a connection that broke, or a name that did not resolve. */
  | "network"
  | "timeout"
  /** 408, 425, 502, 503 and 504, which often pass by themselves. */
  | "try-later"
  /** 500 and every other 5xx. */
  | "failing"
  | "redirect"
  | "rate-limited"
  | "key-refused"
  /** 404 and every other 4xx: there is no such operation at the address. */
  | "not-found"
  /** The same for a question about something that need not be there. */
  | "absent"
  /** 400, 414, 422 and 431: our request is not to its liking. */
  | "refused"
  /** 400 for a request with a cursor: the cursor is no longer good. */
  | "cursor-refused"
  | "unreadable"
  | "too-large"
  /** Not asked at all: it has failed too often just now. */
  | "circuit-open"
  /** Not asked at all: this caller has as many questions under way as one caller may have. */
  | "too-many"
  /** Not asked at all: all callers together have as many questions under way as there may be. */
  | "busy";

/** One failed attempt. `message` holds no text, address or key of the upstream. */
export class UpstreamFailure extends Error {
  override readonly name = "UpstreamFailure";
  readonly kind: UpstreamFailureKind;
  /** The upstream's status, where it sent one. */
  readonly status: number | undefined;
  /** How long the upstream wants us to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** A short word of ours, or Node's code of a connection error such as ECONNREFUSED. */
  readonly reason: string | undefined;

  constructor(
    kind: UpstreamFailureKind,
    details: {
      readonly status?: number;
      readonly retryAfterMs?: number | undefined;
      readonly reason?: string;
    } = {},
  ) {
    super(`upstream failure: ${kind}`);
    this.kind = kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.reason = details.reason;
  }
}

interface Kind {
  /** Whether another attempt may succeed where this one failed. */
  readonly retry?: true;
  /** Whether it says that the upstream is unwell, so that enough of them in a row should stop us asking. */
  readonly unwell?: true;
  /** Our request is at fault, not the upstream, so kept data may not stand in. */
  readonly keptStandsIn?: false;
  readonly code: Extract<
    ApiErrorCode,
    "bad-request" | "cursor-refused" | "not-found" | "rate-limited" | `upstream-${string}`
  >;
  /** Where it is not that of the code. */
  readonly status?: 502;
  readonly text?: string;
}

const wrongAddress =
  "The markets service upstream is not at the configured address. The operator should check MARKETS_BASE_URL.";

const kinds: Readonly<Record<UpstreamFailureKind, Kind>> = {
  network: { code: "upstream-unavailable", retry: true, unwell: true },
  timeout: { code: "upstream-timeout", retry: true, unwell: true },
  "try-later": { code: "upstream-unavailable", retry: true, unwell: true },
  failing: { code: "upstream-unavailable", unwell: true },
  redirect: { code: "upstream-unavailable", status: 502, unwell: true, text: wrongAddress },
  "rate-limited": { code: "rate-limited", retry: true },
  "key-refused": { code: "upstream-key-refused" },
  "not-found": { code: "upstream-unavailable", status: 502, text: wrongAddress },
  absent: { code: "not-found" },
  refused: { code: "bad-request", keptStandsIn: false },
  "cursor-refused": { code: "cursor-refused", keptStandsIn: false },
  unreadable: { code: "upstream-unreadable", unwell: true },
  "too-large": { code: "upstream-unreadable" },
  "circuit-open": { code: "upstream-unavailable" },
  "too-many": {
    code: "rate-limited",
    text: "This address has too many requests for new data under way. Wait for some of them to be answered and try again.",
  },
  busy: { code: "upstream-unavailable" },
};

export function mayRetry(failure: UpstreamFailure): boolean {
  return kinds[failure.kind].retry === true;
}

export function countsAgainstUpstream(failure: UpstreamFailure): boolean {
  return kinds[failure.kind].unwell === true;
}

export function keptDataMayStandIn(failure: UpstreamFailure): boolean {
  return kinds[failure.kind].keptStandsIn !== false;
}

/** The failure in the words of the port. */
export function toSourceError({ kind, retryAfterMs }: UpstreamFailure): SourceError {
  const { code, status, text = apiErrors[code].text } = kinds[kind];
  return new SourceError(code, text, {
    ...(status === undefined ? {} : { statusCode: status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
  });
}
