import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiErrorCode } from "../../contract/problems.ts";
import { SourceError } from "../sources/market-source.ts";

/** Of the request itself: no source was asked. */
export class RequestRefused extends SourceError {
  override readonly name = "RequestRefused";

  constructor(
    code: ApiErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    statusCode?: ContentfulStatusCode,
  ) {
    super(code, message, { headers, statusCode });
  }
}

export function methodRefused(method: string, allow: string): RequestRefused {
  return new RequestRefused(
    "method-not-allowed",
    `${method} is not supported here. Use ${allow.replace(", ", " or ")}.`,
    { allow },
  );
}
