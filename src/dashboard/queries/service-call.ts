// Sends requests to the service. The request for the first page is sent before the code that reads its answer has loaded.
import { clientKeyHeader } from "../../contract/problems.ts";
import { writeMarketsRequest, type MarketsRequest } from "../../contract/markets-request.ts";

declare global {
  interface ImportMetaEnv {
    /** Set at build time for a dashboard that is deployed apart from its service: the service's address with `/api`. */
    readonly VITE_API_BASE?: string;
  }
}

/** Where the service is: on the dashboard's own origin, unless the build says otherwise. */
export const apiBase = (import.meta.env.VITE_API_BASE ?? "/api").replace(/\/+$/, "");

/** The address that answers a request for markets. */
export function marketsUrl(request: MarketsRequest): string {
  return `${apiBase}/v0/markets?${writeMarketsRequest(request)}`;
}

interface ServiceCall {
  /** When it was sent, by `performance.now()`. */
  readonly sentAt: number;
  readonly controller: AbortController;
  readonly response: Promise<Response>;
}

let early: { readonly url: string; readonly clientKey: string; readonly call: ServiceCall } | undefined;

/** Sends a request whose answer is not read yet: the first `callService` for the same gets it. */
export function callEarly(url: string, clientKey: string): void {
  const call = send(url, clientKey);
  // Whoever reads the answer meets the failure.
  call.response.catch(() => undefined);
  early = { url, clientKey, call };
}

/**
 * Sends a GET.
 * @param clientKey goes into the key header; undefined for what needs no key
 */
export function callService(url: string, clientKey: string | undefined): ServiceCall {
  const sent = early;
  if (sent?.url !== url || sent.clientKey !== clientKey) return send(url, clientKey);
  early = undefined;
  return sent.call;
}

function send(url: string, clientKey: string | undefined): ServiceCall {
  const controller = new AbortController();
  const headers = {
    accept: "application/json",
    ...(clientKey === undefined ? {} : { [clientKeyHeader]: clientKey }),
  };
  const sentAt = performance.now();
  return { sentAt, controller, response: fetch(url, { headers, signal: controller.signal }) };
}
