// The service in front of a scripted upstream, called without a port.
import { createApp, type App } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import type { Connection } from "../../src/service/http/context.ts";
import { createLog } from "../../src/service/log.ts";
import { createMetrics } from "../../src/service/metrics.ts";
import type { UpstreamOptions } from "../../src/service/sources/upstream/upstream-source.ts";
import { createUpstreamSource } from "../../src/service/sources/upstream/upstream-source.ts";

export const upstreamKey = "upstream-key-5a1d77";
export const callerKey = "caller-key-0c44e2-7b1d90";

/**
 * Waits between attempts are short, so that faults show at once; timeouts are long, so that a busy machine does not fail tests.
 * Nothing is ever fresh, so that every request reaches the upstream.
 */
const quickOptions = {
  attemptTimeoutMs: 5000,
  totalTimeoutMs: 6000,
  freshMs: 0,
  staleMs: 900_000,
  retries: 2,
  firstWaitMs: 1,
  failuresToOpen: 8,
  firstOpenMs: 100,
  maxOpenMs: 1000,
  quietMs: 300,
  minQuietMs: 50,
  slots: { waitMs: 30_000 },
} as const satisfies Partial<UpstreamOptions>;

export type Gateway = ReturnType<typeof createGateway>;

export function createGateway(
  baseUrl: string,
  options: Partial<UpstreamOptions> = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const logged: string[] = [];
  const log = createLog("info", (line) => logged.push(line));
  const metrics = createMetrics(log);
  const config = readConfig({
    MARKETS_BASE_URL: baseUrl,
    MARKETS_CLIENT_KEY: upstreamKey,
    MARKETS_CLIENT_KEY_HEADER: "x-upstream-key",
    CLIENT_KEYS: callerKey,
    ...environment,
  });
  const source = createUpstreamSource({
    label: "Test",
    baseUrl,
    key: upstreamKey,
    keyHeader: "x-upstream-key",
    meter: metrics.upstream,
    ...quickOptions,
    ...options,
  });
  const app = createApp({ config, source, log, metrics });
  return {
    app,
    source,
    metrics,
    /** Every log line so far. */
    logged,
    /** GET below /api/v0 with the caller's key. */
    ask: (pathAndQuery = "/markets?type=lending&limit=200", headers: Readonly<Record<string, string>> = {}) =>
      askApp(app, `/api/v0${pathAndQuery}`, { "x-service-client-key": callerKey, ...headers }),
    /** A response and everything logged and counted so far: here no secret may be. */
    async allOutput({ text, headers }: GatewayResponse) {
      return [text, ...[...headers].flat(), ...logged, (await metrics.render()).text].join("\n");
    },
    async close() {
      await source.close?.();
    },
  };
}

interface Sent extends Connection {
  readonly method?: string;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Sends a request to the app itself, without a port. */
export async function requestApp(
  app: App,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  { method = "GET", body, signal, ...connection }: Sent = {},
): Promise<Response> {
  return app.request(url, { method, headers, body: body ?? null, signal: signal ?? null }, connection);
}

export type GatewayResponse = Awaited<ReturnType<typeof askApp>>;

/** The same, with the whole response. */
export async function askApp(
  app: App,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
  sent?: string,
  connection: Connection = {},
) {
  const response = await requestApp(app, url, headers, { method, body: sent, ...connection });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body: Readonly<Record<string, unknown>> = isJson && text !== "" ? Object(JSON.parse(text)) : {};
  return { status: response.status, headers: response.headers, text, body };
}

/** A valid market. */
export function lendingMarket(id: string): Record<string, unknown> {
  return { id, type: "lending", provider: { id: "kamino" }, depositApy: 0.05, token: { symbol: "USDC" } };
}

export function lendingPage(
  count: number,
  cursor: string | null = null,
): { markets: unknown[]; cursor: string | null } {
  return { markets: Array.from({ length: count }, (_, index) => lendingMarket(`m${index}`)), cursor };
}
