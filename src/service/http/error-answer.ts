// Every error of the service leaves through here, so that all have one shape and none carries more than it should.
import { STATUS_CODES } from "node:http";
import { type ApiError, type ApiErrorCode, apiErrors } from "../../contract/problems.ts";
import { SourceError } from "../sources/market-source.ts";
import { jsonAnswer, type ServiceAnswer } from "./exchange.ts";

/** A failure of the HTTP layer itself. The message is fit for a person. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly code: ApiErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly statusCode: number;

  constructor(
    code: ApiErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    statusCode: number = apiErrors[code].status,
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.statusCode = statusCode;
  }
}

/**
 * The answer to a request that failed. A SourceError and a RequestRefused speak for themselves; anything else is a defect
 * and is answered with a sentence that says nothing about its inside.
 */
export function errorAnswer(error: unknown): ServiceAnswer {
  if (error instanceof RequestRefused) return jsonError(error, error.headers);
  if (error instanceof SourceError)
    return jsonError(
      error,
      error.retryAfterSeconds === undefined
        ? {}
        : { "retry-after": String(Math.ceil(error.retryAfterSeconds)) },
    );
  const { status: statusCode, text: message } = apiErrors.internal;
  return jsonError({ statusCode, code: "internal", message });
}

function jsonError(
  { statusCode, code, message }: { statusCode: number; code: ApiErrorCode; message: string },
  headers: Readonly<Record<string, string>> = {},
): ServiceAnswer {
  const body = { statusCode, message, error: STATUS_CODES[statusCode] ?? "Error", code } satisfies ApiError;
  return jsonAnswer(statusCode, body, headers);
}
