import { SourceError } from "../sources/market-source.ts";

/** The request itself is at fault: no source was asked. */
export class RequestRefused extends SourceError {
  override readonly name = "RequestRefused";
}

/** For answers after which nothing more is read from the connection. */
export const closed = { headers: { connection: "close" } } as const;

export function methodRefused(method: string, allow: string): RequestRefused {
  const message = `${method} is not supported here. Use ${allow.replace(", ", " or ")}.`;
  return new RequestRefused("method-not-allowed", message, { headers: { allow } });
}
