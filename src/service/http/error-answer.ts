// Every error of the service is written here: one shape, and nothing in it that should stay inside.
import { STATUS_CODES } from "node:http";
import { type ApiError, type ApiErrorCode, apiErrors } from "../../contract/problems.ts";
import { SourceError } from "../sources/market-source.ts";
import { jsonAnswer } from "./answers.ts";
import { RequestRefused } from "./request-refused.ts";

/**
 * The answer to a request that failed. The message of an error that is neither a SourceError nor a RequestRefused is not sent: it
 * is a defect, and may quote anything.
 */
export function errorAnswer(error: unknown): Response {
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
): Response {
  const body = { statusCode, message, error: STATUS_CODES[statusCode] ?? "Error", code } satisfies ApiError;
  return jsonAnswer(statusCode, body, headers);
}
