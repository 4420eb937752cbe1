import { clientKeyHeader } from "../../contract/problems.ts";
import { writeMarketsRequest, type MarketsRequest } from "../../contract/markets-request.ts";

declare global {
  interface ImportMetaEnv {
    /** Set at build time for a dashboard on another host: the service's URL with `/api`. */
    readonly VITE_API_BASE?: string;
  }
}

export const apiBase = (import.meta.env.VITE_API_BASE ?? "/api").replace(/\/+$/, "");

export function marketsUrl(request: MarketsRequest): string {
  return `${apiBase}/v0/markets?${writeMarketsRequest(request)}`;
}

export function callService(
  url: string,
  clientKey: string | undefined,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const key = clientKey === undefined ? {} : { [clientKeyHeader]: clientKey };
  return fetch(url, { headers: { accept: "application/json", ...key }, signal });
}
