import { STATUS_CODES } from "node:http";
import { type ApiError, type ApiErrorCode, apiErrors } from "../../contract/problems.ts";
import { errorTexts } from "../sources/error-texts.ts";
import { SourceError } from "../sources/market-source.ts";
import { jsonAnswer } from "./answers.ts";
import { RequestRefused } from "./request-refused.ts";

/** Other errors are defects whose messages may quote anything, so they are not sent. */
export function errorAnswer(error: unknown): Response {
  if (error instanceof RequestRefused) return jsonError(error, error.headers);
  if (error instanceof SourceError)
    return jsonError(
      error,
      error.retryAfterSeconds === undefined
        ? {}
        : { "retry-after": String(Math.ceil(error.retryAfterSeconds)) },
    );
  const { status: statusCode } = apiErrors.internal;
  const message = errorTexts.internal;
  return jsonError({ statusCode, code: "internal", message });
}

function jsonError(
  { statusCode, code, message }: { statusCode: number; code: ApiErrorCode; message: string },
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { statusCode, message, error: STATUS_CODES[statusCode] ?? "Error", code } satisfies ApiError;
  return jsonAnswer(statusCode, body, headers);
}
