// The listening socket: bounds on what a client may send and how slowly, and an end that finishes what has begun.
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { App } from "../app.ts";

const headersWithinMs = 10_000;
const requestWithinMs = 15_000;
// Longer than the idle time of common proxies, so that they close first and never write into a closing connection.
const idleConnectionMs = 65_000;
// A client that neither sends nor takes a byte for this long is let go. Longer than the slowest answer may take.
const silentSocketMs = 60_000;
const largestHeadersBytes = 16_384;
const mostHeaders = 100;
const mostConnections = 10_000;

export function createHttpServer(app: App): Server {
  const server = createServer(
    {
      maxHeaderSize: largestHeadersBytes,
      headersTimeout: headersWithinMs,
      requestTimeout: requestWithinMs,
      keepAliveTimeout: idleConnectionMs,
      connectionsCheckingInterval: 5000,
    },
    // Bodies of refused requests are not drained: the connection is closed instead.
    (request, response) => void listener(request, response),
  );
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
  });
  server.maxHeadersCount = mostHeaders;
  server.maxConnections = mostConnections;
  server.setTimeout(silentSocketMs);
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
