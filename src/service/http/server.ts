// The listening socket: bounds on what a client may send and how slowly, and an end that finishes what has begun.
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { App } from "../app.ts";

export interface ClientLimits {
  /** How long a client may take for its headers. */
  readonly headersWithinMs: number;
  /** How long it may take for the whole request. */
  readonly requestWithinMs: number;
  /** How long a kept connection may be idle: longer than at common proxies, which then close first and never write into one
   * that is closing. */
  readonly idleConnectionMs: number;
  /** How long a client may neither send nor take a byte: longer than the slowest answer takes. */
  readonly silentSocketMs: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
}

export const defaultLimits: ClientLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 15_000,
  idleConnectionMs: 65_000,
  silentSocketMs: 60_000,
  checkEveryMs: 5000,
};
const largestHeadersBytes = 16_384;
const mostHeaders = 100;
const mostConnections = 10_000;

export function createHttpServer(app: App, limits: ClientLimits = defaultLimits): Server {
  const server = createServer(
    {
      maxHeaderSize: largestHeadersBytes,
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      keepAliveTimeout: limits.idleConnectionMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    // Bodies of refused requests are not drained: the connection is closed instead.
    (request, response) => void listener(request, response),
  );
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  server.maxHeadersCount = mostHeaders;
  server.maxConnections = mostConnections;
  server.setTimeout(limits.silentSocketMs);
  return server;
}

const sweepMs = 100;

/**
 * Stops accepting, lets running requests finish, and resolves when the last connection is gone.
 * @param withinMs after this the remaining connections are cut
 * @returns true when everything finished by itself
 */
export async function stopServer(server: Server, withinMs: number): Promise<boolean> {
  let finished = true;
  // A connection becomes idle when its answer has left; nobody else closes it then.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const cut = setTimeout(() => {
    finished = false;
    server.closeAllConnections();
  }, withinMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(sweep);
  clearTimeout(cut);
  return finished;
}
