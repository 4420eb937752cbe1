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

interface ServiceCall {
  readonly sentAt: number;
  readonly controller: AbortController;
  readonly response: Promise<Response>;
}

export function callService(url: string, clientKey: string | undefined): ServiceCall {
  const controller = new AbortController();
  const headers = {
    accept: "application/json",
    ...(clientKey === undefined ? {} : { [clientKeyHeader]: clientKey }),
  };
  const sentAt = performance.now();
  return { sentAt, controller, response: fetch(url, { headers, signal: controller.signal }) };
}
