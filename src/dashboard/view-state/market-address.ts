import { decodeOnce } from "../../contract/query-text.ts";

/** Of a market or an asset: "/markets/kamino.lending.x%2Fy". A badly encoded id stays encoded. */
export function idOfPath(pathname: string): string {
  const text = /^\/(?:markets|assets)\/([^/]*)/.exec(pathname)?.[1] ?? "";
  return decodeOnce(text) ?? text;
}
