// What can go wrong between us and the upstream, and what we say about it. Nothing of the upstream's own words travels on.
import type { ApiErrorCode } from "../../../contract/api-error.ts";
import { SourceError, type SourceErrorStatus } from "../market-source.ts";

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
  readonly retry: boolean;
  /** Whether it says that the upstream is unwell, so that enough of them in a row should stop us asking. */
  readonly unwell: boolean;
  /** Whether kept data may stand in: yes while the fault is upstream's, no where our request is at fault. */
  readonly keptStandsIn: boolean;
  readonly status: SourceErrorStatus;
  readonly code: ApiErrorCode;
  readonly message: string;
}

const kinds = {
  network: {
    retry: true,
    unwell: true,
    keptStandsIn: true,
    status: 503,
    code: "upstream-unavailable",
    message: "The markets service upstream cannot be reached. Try again in a moment.",
  },
  timeout: {
    retry: true,
    unwell: true,
    keptStandsIn: true,
    status: 504,
    code: "upstream-timeout",
    message: "The markets service upstream took too long to answer. Try again in a moment.",
  },
  "try-later": {
    retry: true,
    unwell: true,
    keptStandsIn: true,
    status: 503,
    code: "upstream-unavailable",
    message: "The markets service upstream is not available. Try again in a moment.",
  },
  failing: {
    retry: false,
    unwell: true,
    keptStandsIn: true,
    status: 503,
    code: "upstream-unavailable",
    message: "The markets service upstream is failing. Try again in a moment.",
  },
  redirect: {
    retry: false,
    unwell: true,
    keptStandsIn: true,
    status: 502,
    code: "upstream-unavailable",
    message:
      "The markets service upstream points to another address than the configured one. The operator should check MARKETS_BASE_URL.",
  },
  "rate-limited": {
    retry: true,
    unwell: false,
    keptStandsIn: true,
    status: 429,
    code: "rate-limited",
    message: "The markets service upstream limits how often it may be asked. Wait before trying again.",
  },
  "key-refused": {
    retry: false,
    unwell: false,
    keptStandsIn: true,
    status: 502,
    code: "upstream-key-refused",
    message:
      "The markets service upstream refused the key of this gateway. The operator should check MARKETS_CLIENT_KEY and MARKETS_CLIENT_KEY_HEADER.",
  },
  "not-found": {
    retry: false,
    unwell: false,
    keptStandsIn: true,
    status: 502,
    code: "upstream-unavailable",
    message:
      "The markets service upstream has nothing at the configured address. The operator should check MARKETS_BASE_URL.",
  },
  absent: {
    retry: false,
    unwell: false,
    keptStandsIn: true,
    status: 404,
    code: "not-found",
    message:
      "The markets service upstream has nothing here: it does not know this id, or does not offer this at all.",
  },
  refused: {
    retry: false,
    unwell: false,
    keptStandsIn: false,
    status: 400,
    code: "bad-request",
    message: "The markets service upstream refused this request as invalid. Change what you ask for.",
  },
  "cursor-refused": {
    retry: false,
    unwell: false,
    keptStandsIn: false,
    status: 400,
    code: "cursor-refused",
    message: "The markets service upstream no longer knows this cursor. Start again from the first page.",
  },
  unreadable: {
    retry: false,
    unwell: true,
    keptStandsIn: true,
    status: 502,
    code: "upstream-unreadable",
    message: "The markets service upstream sent something that cannot be read.",
  },
  "too-large": {
    retry: false,
    unwell: false,
    keptStandsIn: true,
    status: 502,
    code: "upstream-unreadable",
    message: "The markets service upstream sent an answer that is too large to accept.",
  },
  "circuit-open": {
    retry: false,
    unwell: false,
    keptStandsIn: true,
    status: 503,
    code: "upstream-unavailable",
    message:
      "The markets service upstream has failed repeatedly and is left alone for a moment. Try again shortly.",
  },
  "too-many": {
    retry: false,
    unwell: false,
    keptStandsIn: true,
    status: 429,
    code: "rate-limited",
    message:
      "This address has too many requests for new data under way. Wait for some of them to be answered and try again.",
  },
  busy: {
    retry: false,
    unwell: false,
    keptStandsIn: true,
    status: 503,
    code: "upstream-unavailable",
    message: "Too many requests for new data wait for the markets service upstream. Try again in a moment.",
  },
} as const satisfies Record<UpstreamFailureKind, Kind>;

export function mayRetry(failure: UpstreamFailure): boolean {
  return kinds[failure.kind].retry;
}

export function countsAgainstUpstream(failure: UpstreamFailure): boolean {
  return kinds[failure.kind].unwell;
}

export function keptDataMayStandIn(failure: UpstreamFailure): boolean {
  return kinds[failure.kind].keptStandsIn;
}

/** The failure in the words of the port. */
export function toSourceError(failure: UpstreamFailure): SourceError {
  const { status, code, message } = kinds[failure.kind];
  return new SourceError(status, message, {
    code,
    ...(failure.retryAfterMs === undefined
      ? {}
      : { retryAfterSeconds: Math.ceil(failure.retryAfterMs / 1000) }),
  });
}
