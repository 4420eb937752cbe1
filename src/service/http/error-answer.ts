// Every error of the service leaves through here, so that all have one shape and none carries more than it should.
import { STATUS_CODES } from "node:http";
import { type ApiError, type ApiErrorCode, apiErrors } from "../../contract/problems.ts";
import { SourceError } from "../sources/market-source.ts";
import { jsonAnswer, type ServiceAnswer } from "./exchange.ts";

/** A failure of the HTTP layer itself. The message is fit for a person. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly statusCode: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 414 | 415 | 429 | 431;
  readonly code: ApiErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: RequestRefused["statusCode"],
    code: ApiErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.headers = headers;
  }
}

const codeByStatus = {
  400: "bad-request",
  404: "not-found",
  429: "rate-limited",
  500: "internal",
  502: "upstream-unavailable",
  503: "upstream-unavailable",
  504: "upstream-timeout",
} as const satisfies Record<SourceError["statusCode"], ApiErrorCode>;

/**
 * The answer to a request that failed. A SourceError and a RequestRefused speak for themselves; anything else is a defect
 * and is answered with a sentence that says nothing about its inside.
 */
export function errorAnswer(error: unknown): ServiceAnswer {
  if (error instanceof RequestRefused)
    return jsonError(error.statusCode, error.code, error.message, error.headers);
  if (error instanceof SourceError)
    return jsonError(
      error.statusCode,
      error.code ?? codeByStatus[error.statusCode],
      error.message,
      error.retryAfterSeconds === undefined
        ? {}
        : { "retry-after": String(Math.ceil(error.retryAfterSeconds)) },
    );
  return jsonError(500, "internal", apiErrors.internal.text, {});
}

function jsonError(
  statusCode: number,
  code: ApiErrorCode,
  message: string,
  headers: Readonly<Record<string, string>>,
): ServiceAnswer {
  const body = { statusCode, message, error: STATUS_CODES[statusCode] ?? "Error", code } satisfies ApiError;
  return jsonAnswer(statusCode, body, headers);
}
