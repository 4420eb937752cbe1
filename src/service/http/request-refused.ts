import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ApiErrorCode, apiErrors } from "../../contract/problems.ts";

/** Its message is sent to the caller. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly code: ApiErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly statusCode: ContentfulStatusCode;

  constructor(
    code: ApiErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    statusCode: ContentfulStatusCode = apiErrors[code].status,
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.statusCode = statusCode;
  }
}

export function methodRefused(method: string, allow: string): RequestRefused {
  return new RequestRefused(
    "method-not-allowed",
    `${method} is not supported here. Use ${allow.replace(", ", " or ")}.`,
    { allow },
  );
}
