import { joinNames } from "../../contract/names/join-names.ts";
import { SourceError } from "../sources/market-source.ts";

/** The request itself is invalid or over a limit; the source got no request. */
export class RequestRefused extends SourceError {
  override readonly name = "RequestRefused";
}

/** Closes the connection after the response, so that nothing more is read from it. */
export const closed = { headers: { connection: "close" } } as const;

export function methodRefused(method: string, allowed: readonly string[] = ["GET", "HEAD"]): RequestRefused {
  const message = `${method} is not supported here. Use ${joinNames(allowed, "or")}.`;
  return new RequestRefused("method-not-allowed", message, { headers: { allow: allowed.join(", ") } });
}
