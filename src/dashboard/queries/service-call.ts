import { clientKeyHeader } from "../../contract/problems.ts";
import { writeMarketsRequest, type MarketsRequest } from "../../contract/markets-request.ts";

declare global {
  interface ImportMetaEnv {
    /** Set at build time if the dashboard has another host: the service's URL with `/api`. */
    readonly VITE_API_BASE?: string;
  }
}

export const apiBase = (import.meta.env.VITE_API_BASE ?? "/api").replace(/\/+$/, "");

export function marketsUrl(request: MarketsRequest): string {
  return `${apiBase}/v0/markets?${writeMarketsRequest(request)}`;
}

export interface ServiceRequest extends Pick<RequestInit, "method" | "cache" | "signal"> {
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

export function callService(
  url: string,
  clientKey: string | undefined,
  request: ServiceRequest = {},
): Promise<Response> {
  const headers = {
    accept: "application/json",
    // Empty if a proxy adds the key.
    ...(clientKey === undefined || clientKey === "" ? {} : { [clientKeyHeader]: clientKey }),
    ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    ...request.headers,
  };
  return fetch(url, { ...request, headers });
}
