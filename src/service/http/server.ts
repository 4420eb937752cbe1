// The listening socket: bounds on what a client may send and how slowly, and an end that finishes what has begun.
import { IncomingMessage, STATUS_CODES, ServerResponse, createServer, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { untakenBytes } from "./answers.ts";
import type { Connection as RequestConnection } from "./context.ts";
import { RequestRefused, methodRefused } from "./request-refused.ts";

export interface ClientLimits {
  /** How long a client may take for its headers. */
  readonly headersWithinMs: number;
  /** How long it may take for the whole request. */
  readonly requestWithinMs: number;
  /** How long it may take for a body, where one is read: shorter than for the whole, so that it hears why it is cut off. */
  readonly bodyWithinMs: number;
  /** How long a kept connection may be idle: longer than at common proxies, which then close first and never write into one
   * that is closing. */
  readonly idleConnectionMs: number;
  /** How long a client may neither send nor take a byte: longer than the slowest answer takes. */
  readonly silentSocketMs: number;
  /** How many bytes of an answer a client has to take in a second, once it has been sent for a while. */
  readonly leastPace: number;
  readonly paceAfterMs: number;
  /** How often the limits of requests and the pace of answers are checked. */
  readonly checkEveryMs: number;
  /** How many connections one address may hold; all of a proxy's callers come from its address. */
  readonly connectionsPerAddress: number;
}

export const defaultLimits: ClientLimits = {
  headersWithinMs: 10_000,
  requestWithinMs: 15_000,
  bodyWithinMs: 10_000,
  idleConnectionMs: 65_000,
  silentSocketMs: 60_000,
  leastPace: 4096,
  paceAfterMs: 30_000,
  checkEveryMs: 5000,
  connectionsPerAddress: 1000,
};
const largestHeadersBytes = 16_384;
const mostHeaders = 100;
const mostConnections = 10_000;
/** Requests of one connection that wait for their answers. While there are more, nothing more is read from it. */
const mostWaiting = 7;
/**
 * How long a connection may live on once the service stops: a request may be on its way in it, or an answer to somebody who takes
 * it slowly. Only an answer that is still being worked out is waited for longer.
 */
const lingerAtStopMs = 1000;
/** How long an idle connection lives on then: a request may have come and not been read yet. Connections are checked as often after that. */
const sweepMs = 100;

/** Answers a request: the app, or what a test puts in its place. Never rejects. */
export type Fetch = (request: Request, connection: RequestConnection) => Response | Promise<Response>;

export interface HttpServer {
  readonly server: Server;
  /**
   * Stops accepting, lets running requests finish, and resolves when the last connection is gone.
   * @param withinMs after this the remaining connections are cut
   * @returns true when every request that had begun was answered
   */
  stop(withinMs: number): Promise<boolean>;
}

interface Connection {
  /** Of its other end. */
  readonly address: string;
  /** The answer to the last request that was handed on. Each has its turn when the one before it has left. */
  outgoing: ServerResponse | undefined;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  /** Whether it sent what is not HTTP. */
  isRefused: boolean;
  /** Bytes written before that answer, and for how long some of its bytes have been waiting for the reader. */
  startBytes: number;
  owedMs: number;
}

export function createHttpServer(fetch: Fetch, limits: ClientLimits = defaultLimits): HttpServer {
  const connections = new Map<Socket, Connection>();
  /** Whether a whole request has come, and its answer is still being worked out. */
  const isAnswering = ({ outgoing }: Connection): boolean =>
    outgoing?.headersSent === false && outgoing.req.complete;
  const perAddress = new Map<string, number>();
  const count = (address: string, by: number): number => {
    const now = (perAddress.get(address) ?? 0) + by;
    if (now > 0) perAddress.set(address, now);
    else perAddress.delete(address);
    return now;
  };

  const answer = createListener(fetch, limits.bodyWithinMs);
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const connection = connections.get(incoming.socket);
    if (connection === undefined) answer(incoming, outgoing);
    else if (connection.waiting.length === 0 && connection.outgoing?.closed !== false)
      handOn(connection, incoming, outgoing);
    else {
      const { waiting } = connection;
      waiting.push([incoming, outgoing]);
      if (waiting.length === 1) callNext(connection, incoming.socket);
      // Node goes on reading after each request it has found in what came, so this has to wait until it has found all of them.
      if (waiting.length === mostWaiting) process.nextTick(() => incoming.socket.pause());
    }
  };
  const handOn = (connection: Connection, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    connection.outgoing = outgoing;
    connection.startBytes = incoming.socket.bytesWritten;
    connection.owedMs = 0;
    answer(incoming, outgoing);
  };
  /** Answers the next of the requests that wait, in a turn of its own, once the answer before it has left. */
  const callNext = (connection: Connection, socket: Socket): void => {
    connection.outgoing?.once("close", () =>
      setImmediate(() => {
        const next = connection.waiting.shift();
        if (next === undefined || !socket.writable) return;
        handOn(connection, ...next);
        if (connection.waiting.length > 0) callNext(connection, socket);
        if (connection.waiting.length < mostWaiting) socket.resume();
      }),
    );
  };
  /** Closes the connections whose readers take less than the least pace. Node closes those that take nothing. */
  const endSlow = (): void => {
    for (const [socket, connection] of connections) {
      const owed = connection.outgoing?.writableFinished === false ? untakenBytes(socket) : 0;
      if (owed === 0) continue;
      connection.owedMs += limits.checkEveryMs;
      const taken = socket.bytesWritten - connection.startBytes - owed;
      if (connection.owedMs > limits.paceAfterMs && taken < (connection.owedMs / 1000) * limits.leastPace)
        socket.destroy();
    }
  };

  const server = createServer(
    {
      maxHeaderSize: largestHeadersBytes,
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      keepAliveTimeout: limits.idleConnectionMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      // Refused below in our own words.
      requireHostHeader: false,
    },
    listener,
  );
  server.timeout = limits.silentSocketMs;
  // Headers beyond a number would be dropped without a word, X-Forwarded-For among them: they are counted and refused instead.
  server.maxHeadersCount = 0;
  server.maxConnections = mostConnections;
  server.on("listening", () => {
    const checking = setInterval(endSlow, limits.checkEveryMs).unref();
    server.once("close", () => clearInterval(checking));
  });
  // An unknown expectation may be ignored.
  server.on("checkExpectation", listener);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    if (error.code === "ECONNRESET") socket.destroy();
    if (connection?.isRefused === true) return;
    const outgoing = connection?.outgoing;
    const refuse = (): void => void writeRefusal(fetch, faultOf(error.code), socket, outgoing);
    if (connection !== undefined) connection.isRefused = true;
    connection?.waiting.splice(0);
    // A request that came whole has its answer first. One that is broken in its body has none but this.
    const isFirst =
      outgoing !== undefined && !outgoing.closed && (outgoing.req.complete || outgoing.headersSent);
    if (isFirst) outgoing.once("close", refuse);
    else refuse();
  });
  // Node would close it without a word.
  server.on("connect", (_, socket: Socket) => {
    socket.on("error", () => {});
    void writeRefusal(fetch, methodRefused("CONNECT", "GET, HEAD"), socket);
  });
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (count(address, 1) > limits.connectionsPerAddress) socket.destroy();
    connections.set(socket, {
      address,
      outgoing: undefined,
      waiting: [],
      isRefused: false,
      startBytes: 0,
      owedMs: 0,
    });
    socket.once("close", () => {
      count(address, -1);
      connections.delete(socket);
    });
  });

  return {
    server,
    async stop(withinMs) {
      let finished = true;
      const stoppedAt = performance.now();
      const sweep = setInterval(() => {
        // A connection becomes idle when its answer has left; nothing else closes it then. What has come is read first.
        setImmediate(() => server.closeIdleConnections());
        if (performance.now() - stoppedAt < lingerAtStopMs) return;
        for (const [socket, connection] of connections) if (!isAnswering(connection)) socket.destroy();
      }, sweepMs);
      const cut = setTimeout(() => {
        finished = false;
        server.closeAllConnections();
      }, withinMs);
      // Node's own close would end idle connections at once, with the requests that have come and were not read.
      await new Promise<void>((resolve) => {
        NetServer.prototype.close.call(server, () => resolve());
      });
      clearInterval(sweep);
      clearTimeout(cut);
      return finished;
    },
  };
}

/** Answers requests of `node:http` by the app, through Hono's adapter. */
export function createListener(
  fetch: Fetch,
  bodyWithinMs = defaultLimits.bodyWithinMs,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!(incoming instanceof IncomingMessage) || !(outgoing instanceof ServerResponse))
        throw new Error("HTTP/2 is not served.");
      const { remoteAddress } = incoming.socket;
      return fetch(request, { remoteAddress, outgoing, bodyWithinMs, refusal: protocolFault(incoming) });
    },
    {
      // The answer to a body that was not read closes its connection.
      autoCleanupIncoming: false,
      errorHandler: () => fetch(emptyRequest(), { refusal: badTarget }),
    },
  );
  return (incoming, outgoing) => {
    // Nothing reads the Host, and the adapter would refuse one that is no name.
    incoming.headers.host = "localhost";
    void listener(incoming, outgoing);
  };
}

/** Would be resolved before the routes see it: what a proxy in front let through might then be another path. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

const badTarget = new RequestRefused(
  "bad-request",
  "The address in the request cannot be read. Send an absolute path without dot segments.",
  { connection: "close" },
);

const emptyRequest = (): Request => new Request("http://localhost/");

/** What a request breaks that Node's parser lets through. */
function protocolFault({ rawHeaders, httpVersion, url = "" }: IncomingMessage): RequestRefused | undefined {
  if (rawHeaders.length > 2 * mostHeaders)
    return new RequestRefused(
      "too-large",
      `The request has more than ${mostHeaders} headers. Send fewer.`,
      { connection: "close" },
      431,
    );
  // HTTP/1.0, which health checks still speak, has no Host.
  const hasHost = rawHeaders.some((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (!hasHost && httpVersion === "1.1")
    return new RequestRefused("bad-request", "The header Host is missing. Send it.", {
      connection: "close",
    });
  return dotSegment.test(url.split("?", 1)[0] ?? "") ? badTarget : undefined;
}

/** What Node's parser and clock found fault with, in our words. */
function faultOf(code: string | undefined): RequestRefused {
  if (code === "HPE_HEADER_OVERFLOW")
    return new RequestRefused(
      "too-large",
      `The headers are larger than ${largestHeadersBytes} bytes.`,
      {},
      431,
    );
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new RequestRefused("request-timeout", "The request took too long to arrive. Send it again.");
  return new RequestRefused("bad-request", "That is not an HTTP request.");
}

/** Writes an answer to a connection that Node's parser has given up, and closes it. */
async function writeRefusal(
  fetch: Fetch,
  refusal: RequestRefused,
  socket: Socket,
  outgoing?: ServerResponse,
): Promise<void> {
  const { status, headers, text } = await readWhole(fetch, refusal);
  // Its last request may have been answered meanwhile: that answer closes the connection.
  if (outgoing?.headersSent === true && !outgoing.closed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = [...headers, `date: ${new Date().toUTCString()}`, "connection: close"];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${text}`, () =>
    socket.destroy(),
  );
}

async function readWhole(
  fetch: Fetch,
  refusal: RequestRefused,
): Promise<{ readonly status: number; readonly headers: readonly string[]; readonly text: string }> {
  const answer = await fetch(emptyRequest(), { refusal });
  const headers = [...answer.headers].flatMap(([name, value]) =>
    name === "connection" ? [] : [`${name}: ${value}`],
  );
  return { status: answer.status, headers, text: await answer.text() };
}
