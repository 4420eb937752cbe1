// The listening socket. Limits how much clients may send, and how slowly.
import { IncomingMessage, STATUS_CODES, ServerResponse, createServer } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { queuedBytes } from "./responses.ts";
import { callerAddress } from "./caller.ts";
import type { Connection as RequestConnection } from "./context.ts";
import { RequestRefused, closed, methodRefused } from "./request-refused.ts";

export const clientLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 15_000,
  /** Less than the limit for the whole request, so that a slow sender still gets a response. */
  bodyWithinMs: 10_000,
  /** Longer than in common proxies, so that they close first and never write into a closing connection. */
  idleConnectionMs: 65_000,
  /** Time without a byte in either direction. Longer than the slowest response takes. */
  silentSocketMs: 60_000,
  /** Bytes per second that a client must read, after `paceAfterMs`. */
  minPace: 4096,
  paceAfterMs: 30_000,
  checkEveryMs: 5000,
  /** High, because all callers behind a proxy share its address. */
  connectionsPerAddress: 1000,
};
export type ClientLimits = Readonly<typeof clientLimits>;
const maxHeadersBytes = 16_384;
const maxHeaders = 100;
const maxConnections = 10_000;
/** Pipelined requests a connection may queue before the server stops reading from it. */
const maxWaiting = 7;
/** For connections without an open response: a request may be on its way, or a client slow to read. */
const lingerAtStopMs = 1000;
const sweepMs = 100;

export type Fetch = (request: Request, connection: RequestConnection) => Response | Promise<Response>;

interface Connection {
  /** The response being sent. */
  outgoing?: ServerResponse;
  /** The response to the latest request, and how many requests wait for the ones before. */
  last?: ServerResponse;
  waiting: number;
  isRefused: boolean;
  /** Bytes written before this response, and how long the client has left some of its bytes unread. */
  startBytes: number;
  owedMs: number;
}

function createConnection(): Connection {
  return { waiting: 0, isRefused: false, startBytes: 0, owedMs: 0 };
}

export type HttpServer = ReturnType<typeof createHttpServer>;

export function createHttpServer(fetch: Fetch, limits: ClientLimits = clientLimits) {
  const connections = new Map<Socket, Connection>();
  const isResponding = ({ outgoing }: Connection): boolean =>
    outgoing?.headersSent === false && outgoing.req.complete;
  const perAddress = new Map<string, number>();
  const count = (address: string, by: number): number => {
    const now = (perAddress.get(address) ?? 0) + by;
    if (now > 0) perAddress.set(address, now);
    else perAddress.delete(address);
    return now;
  };

  const respond = createListener(fetch, limits.bodyWithinMs);
  /** Answers pipelined requests one by one, and lets other connections go in between. */
  const respondInTurn = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { socket } = incoming;
    const connection = connections.get(socket) ?? createConnection();
    const { last } = connection;
    connection.last = outgoing;
    if (last?.closed === false) {
      connection.waiting += 1;
      // Deferred, because Node resumes reading after each request it parses from a chunk.
      if (connection.waiting === maxWaiting) process.nextTick(() => socket.pause());
      await new Promise((resolve) => last.once("close", resolve));
      await nextTurn();
      connection.waiting -= 1;
      if (connection.isRefused || !socket.writable) return;
      if (connection.waiting < maxWaiting) socket.resume();
    }
    connection.outgoing = outgoing;
    connection.startBytes = socket.bytesWritten;
    connection.owedMs = 0;
    respond(incoming, outgoing);
  };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void respondInTurn(incoming, outgoing);
  /** Disconnects slow readers. Node itself closes only connections that read nothing at all. */
  const endSlow = (): void => {
    for (const [socket, connection] of connections) {
      const owed = connection.outgoing?.writableFinished === false ? queuedBytes(socket) : 0;
      if (owed === 0) continue;
      connection.owedMs += limits.checkEveryMs;
      const taken = socket.bytesWritten - connection.startBytes - owed;
      if (connection.owedMs > limits.paceAfterMs && taken < (connection.owedMs / 1000) * limits.minPace)
        socket.destroy();
    }
  };

  const server = createServer(
    {
      maxHeaderSize: maxHeadersBytes,
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      keepAliveTimeout: limits.idleConnectionMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      requireHostHeader: false,
    },
    listener,
  );
  server.timeout = limits.silentSocketMs;
  // Node would silently drop headers beyond its limit, X-Forwarded-For among them, so we count and refuse.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  server.on("listening", () => {
    const checking = setInterval(endSlow, limits.checkEveryMs).unref();
    server.once("close", () => clearInterval(checking));
  });
  server.on("checkExpectation", listener);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    if (error.code === "ECONNRESET") socket.destroy();
    if (connection?.isRefused === true) return;
    const outgoing = connection?.outgoing;
    const refuse = (): void => void writeRefusal(fetch, faultOf(error.code), socket, outgoing);
    if (connection !== undefined) connection.isRefused = true;
    // Finishes responses to complete earlier requests first.
    const isFirst =
      outgoing !== undefined && !outgoing.closed && (outgoing.req.complete || outgoing.headersSent);
    if (isFirst) outgoing.once("close", refuse);
    else refuse();
  });
  server.on("connect", (_, socket: Socket) => {
    socket.on("error", () => {});
    void writeRefusal(fetch, methodRefused("CONNECT"), socket);
  });
  server.on("connection", (socket: Socket) => {
    const address = callerAddress(socket.remoteAddress, undefined, 0);
    if (count(address, 1) > limits.connectionsPerAddress) socket.destroy();
    connections.set(socket, createConnection());
    socket.once("close", () => {
      count(address, -1);
      connections.delete(socket);
    });
  });

  return {
    server,
    /** Finishes open requests and cuts off the rest after `withinMs`. @returns whether all were answered */
    async stop(withinMs: number): Promise<boolean> {
      let finished = true;
      const stoppedAt = performance.now();
      const sweep = setInterval(() => {
        // Closes connections that become idle now. Deferred, so that requests that have arrived are read first.
        setImmediate(() => server.closeIdleConnections());
        if (performance.now() - stoppedAt < lingerAtStopMs) return;
        for (const [socket, connection] of connections) if (!isResponding(connection)) socket.destroy();
      }, sweepMs);
      const cut = setTimeout(() => {
        finished = false;
        server.closeAllConnections();
      }, withinMs);
      // Node's close() would drop idle connections even if a request has arrived on them.
      await new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve());
      });
      clearInterval(sweep);
      clearTimeout(cut);
      return finished;
    },
  };
}

export function createListener(
  fetch: Fetch,
  bodyWithinMs = clientLimits.bodyWithinMs,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!(incoming instanceof IncomingMessage) || !(outgoing instanceof ServerResponse))
        throw new Error("HTTP/2 is not served.");
      const { remoteAddress } = incoming.socket;
      return fetch(request, { remoteAddress, outgoing, bodyWithinMs, refusal: protocolFault(incoming) });
    },
    {
      // Instead, a response to an unread body closes the connection.
      autoCleanupIncoming: false,
      errorHandler: () => fetch(emptyRequest(), { refusal: badTarget }),
    },
  );
  return (incoming, outgoing) => {
    // The host is not used, but the adapter would reject an invalid one.
    incoming.headers.host = "localhost";
    void listener(incoming, outgoing);
  };
}

/** Dot segments would be resolved before routing, after a proxy has checked the unresolved path. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

const badTarget = new RequestRefused(
  "bad-request",
  "The address in the request cannot be read. Send an absolute path without dot segments.",
  closed,
);

const emptyRequest = (): Request => new Request("http://localhost/");

/** Protocol errors that Node's parser lets through. */
function protocolFault({ rawHeaders, httpVersion, url = "" }: IncomingMessage): RequestRefused | undefined {
  if (rawHeaders.length > 2 * maxHeaders)
    return tooLarge(`The request has more than ${maxHeaders} headers. Send fewer.`);
  // HTTP/1.0, used by some health checks, has no Host.
  const hasHost = rawHeaders.some((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (!hasHost && httpVersion === "1.1")
    return new RequestRefused("bad-request", "The header Host is missing. Send it.", closed);
  return dotSegment.test(url.split("?", 1)[0] ?? "") ? badTarget : undefined;
}

function tooLarge(message: string): RequestRefused {
  return new RequestRefused("too-large", message, { ...closed, statusCode: 431 });
}

function faultOf(code: string | undefined): RequestRefused {
  if (code === "HPE_HEADER_OVERFLOW")
    return tooLarge(`The headers are larger than ${maxHeadersBytes} bytes. Send fewer or shorter ones.`);
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new RequestRefused("request-timeout", "The request took too long to arrive. Send it again.");
  return new RequestRefused("bad-request", "That is not an HTTP request.");
}

async function writeRefusal(
  fetch: Fetch,
  refusal: RequestRefused,
  socket: Socket,
  outgoing?: ServerResponse,
): Promise<void> {
  const response = await fetch(emptyRequest(), { refusal });
  const text = await response.text();
  // A response that has begun cannot be replaced. It closes the connection itself.
  if (outgoing?.headersSent === true && !outgoing.closed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  response.headers.set("connection", "close");
  response.headers.set("date", new Date().toUTCString());
  const lines = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`];
  for (const [name, value] of response.headers) lines.push(`${name}: ${value}`);
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
}
