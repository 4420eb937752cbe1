import { SourceError } from "../sources/market-source.ts";

/** The request itself is invalid or over a limit; the source got no request. */
export class RequestRefused extends SourceError {
  override readonly name = "RequestRefused";
}

/** Closes the connection after the answer, so that nothing more is read from it. */
export const closed = { headers: { connection: "close" } } as const;

export function methodRefused(method: string, allow: string): RequestRefused {
  const message = `${method} is not supported here. Use ${allow.replace(", ", " or ")}.`;
  return new RequestRefused("method-not-allowed", message, { headers: { allow } });
}
