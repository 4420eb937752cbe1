// The listening socket: bounds on what a client may send and how slowly, and an end that finishes what has begun.
import { executionAsyncResource } from "node:async_hooks";
import {
  STATUS_CODES,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { Readable, pipeline } from "node:stream";
import type { App } from "../app.ts";
import { onceReady } from "../waiting.ts";
import { RequestRefused } from "./error-answer.ts";
import { readRequestBody } from "./request-body.ts";
import { splitTarget, type FinishedAnswer, type ServiceRequest } from "./exchange.ts";

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
  /** How often all of these are looked at. */
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
  checkEveryMs: 5000,
  connectionsPerAddress: 1000,
};
const largestHeadersBytes = 16_384;
const mostHeaders = 100;
const mostConnections = 10_000;
/**
 * How long a connection may live on once the service stops: a request may be on its way in it, or an answer to somebody who takes
 * it slowly. Only an answer that is still being worked out is waited for longer.
 */
const lingerAtStopMs = 1000;
const sweepMs = 100;

export interface HttpServer {
  readonly server: Server;
  /**
   * Stops accepting, lets running requests finish, and resolves when the last connection is gone.
   * @param withinMs after this the remaining connections are cut
   * @returns true when every request that had begun was answered
   */
  stop(withinMs: number): Promise<boolean>;
}

/** One object as Node makes it for each `process.nextTick`. */
let heldTick: Promise<object> | undefined;

/**
 * Holds such an object for good. Node makes several for a request, and V8 makes them quickly for as long as the shape they share
 * lives: a full collection of garbage that finds none of them alive drops it, and each request after it takes 2 µs more of 17.
 */
export function holdTick(): Promise<object> {
  heldTick ??= new Promise((resolve) => {
    process.nextTick(() => resolve(executionAsyncResource()));
  });
  return heldTick;
}

/** A connection as it was last looked at. */
interface Connection {
  /** Of its other end. */
  readonly address: string;
  /** The answer to its last request. */
  outgoing: ServerResponse | undefined;
  /** How many bytes had come and gone, and since when they are as many by `performance.now()`. */
  bytes: number;
  quietSince: number;
}

export function createHttpServer(app: App, limits: ClientLimits = defaultLimits): HttpServer {
  void holdTick();
  const connections = new Map<Socket, Connection>();
  const isBusy = ({ outgoing }: Connection): boolean => outgoing?.writableFinished === false;
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

  const keepAlive = `timeout=${Math.floor(limits.idleConnectionMs / 1000)}`;
  const answer = createListener(app, limits.bodyWithinMs, keepAlive);
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const connection = connections.get(incoming.socket);
    if (connection !== undefined) connection.outgoing = outgoing;
    answer(incoming, outgoing, connection?.address);
  };
  /** Ends what is idle, and has Node end what is silent while it is answered: Node sees how much of an answer has been taken. */
  const endQuiet = (): void => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      const isQuiet = bytes === connection.bytes;
      if (!isQuiet) {
        connection.bytes = bytes;
        connection.quietSince = now;
      }
      const isTimed = (socket.timeout ?? 0) > 0;
      if (isBusy(connection)) {
        if (isQuiet && !isTimed) socket.setTimeout(limits.silentSocketMs);
      } else if (now - connection.quietSince >= limits.idleConnectionMs) socket.destroy();
      else if (isTimed) socket.setTimeout(0);
    }
  };

  const server = createServer(
    {
      maxHeaderSize: largestHeadersBytes,
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      // A timer that is set and stopped with each request costs a tenth of a small answer.
      keepAliveTimeout: 0,
      connectionsCheckingInterval: limits.checkEveryMs,
      // The app refuses it in our own words.
      requireHostHeader: false,
    },
    listener,
  );
  // Headers beyond a number would be dropped without a word, X-Forwarded-For among them: the app counts and refuses instead.
  server.maxHeadersCount = 0;
  server.maxConnections = mostConnections;
  server.on("listening", () => {
    const looking = setInterval(endQuiet, limits.checkEveryMs).unref();
    server.once("close", () => clearInterval(looking));
  });
  // An expectation nobody knows may be ignored.
  server.on("checkExpectation", listener);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // An answer that is being sent cannot be followed by another one.
    const connection = connections.get(socket);
    const isSending = connection !== undefined && isBusy(connection);
    if (!socket.writable || error.code === "ECONNRESET" || isSending) socket.destroy();
    else socket.end(writeAnswer(app.refuse(faultOf(error.code))), () => socket.destroy());
  });
  // Node would close it without a word.
  server.on("connect", (_, socket) => {
    socket.on("error", () => {}).end(writeAnswer(app.refuse(noTunnel())));
  });
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    if (count(address, 1) > limits.connectionsPerAddress) socket.destroy();
    connections.set(socket, { address, outgoing: undefined, bytes: 0, quietSince: performance.now() });
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
        // A connection becomes idle when its answer has left; nobody else closes it then.
        server.closeIdleConnections();
        if (performance.now() - stoppedAt < lingerAtStopMs) return;
        for (const [socket, connection] of connections) if (!isAnswering(connection)) socket.destroy();
      }, sweepMs);
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
    },
  };
}

/**
 * Answers a request of `node:http`. Never throws.
 * @param keepAlive what is told of a connection that is kept, where Node does not know it
 * @returns takes the address of the other end as well, where it is known already
 */
export function createListener(
  app: App,
  bodyWithinMs = defaultLimits.bodyWithinMs,
  keepAlive?: string,
): (incoming: IncomingMessage, outgoing: ServerResponse, address?: string) => void {
  return (incoming, outgoing, address = incoming.socket.remoteAddress) => {
    const refusal = protocolFault(incoming);
    const answer =
      refusal === undefined
        ? app.answer(new IncomingRequest(incoming, outgoing, address, bodyWithinMs))
        : app.refuse(refusal);
    void onceReady(answer, ({ status, headers, body, stream }) => {
      if (outgoing.destroyed) return;
      if (keepAlive !== undefined && outgoing.shouldKeepAlive && !headers.includes("connection"))
        headers.push("keep-alive", keepAlive);
      outgoing.writeHead(status, headers);
      // Bodies of refused requests are not drained: their answers close the connection instead.
      if (stream === undefined || incoming.method === "HEAD") outgoing.end(body);
      // What fails on its way ends the connection, so that nobody takes a part for the whole.
      else pipeline(Readable.from(stream(), { objectMode: false }), outgoing, () => {});
    });
  };
}

/** What a request breaks that Node's parser lets through. */
function protocolFault(incoming: IncomingMessage): RequestRefused | undefined {
  if (incoming.rawHeaders.length > 2 * mostHeaders)
    return new RequestRefused(
      431,
      "too-large",
      `The request has more than ${mostHeaders} headers. Send fewer.`,
      { connection: "close" },
    );
  // HTTP/1.0, which health checks still speak, has no Host.
  if (incoming.headers.host === undefined && incoming.httpVersion === "1.1")
    return new RequestRefused(400, "bad-request", "The header Host is missing. Send it.", {
      connection: "close",
    });
  return undefined;
}

class IncomingRequest implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly query: string;
  readonly cameAt = performance.now();
  readonly remoteAddress: string | undefined;
  readonly #headers: IncomingMessage["headers"];
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #bodyWithinMs: number;
  #left: AbortController | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    remoteAddress: string | undefined,
    bodyWithinMs: number,
  ) {
    this.remoteAddress = remoteAddress;
    this.#headers = incoming.headers;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#bodyWithinMs = bodyWithinMs;
    this.method = incoming.method ?? "GET";
    this.url = incoming.url ?? "/";
    ({ path: this.path, query: this.query } = splitTarget(this.url));
  }

  header(name: string): string | undefined {
    const value = this.#headers[name];
    return typeof value === "string" ? value : undefined;
  }

  body(maximumBytes: number): Promise<Buffer<ArrayBuffer>> {
    return readRequestBody(this.#incoming, maximumBytes, this.#bodyWithinMs);
  }

  get signal(): AbortSignal {
    if (this.#left === undefined) {
      const left = new AbortController();
      this.#left = left;
      if (this.#outgoing.destroyed) left.abort();
      else
        this.#outgoing.once("close", () => {
          if (!this.#outgoing.writableFinished) left.abort();
        });
    }
    return this.#left.signal;
  }
}

function noTunnel(): RequestRefused {
  return new RequestRefused(405, "method-not-allowed", "CONNECT is not supported here. Use GET or HEAD.", {
    allow: "GET, HEAD",
  });
}

/** What Node's parser and clock found fault with, in our words. */
function faultOf(code: string | undefined): RequestRefused {
  if (code === "HPE_HEADER_OVERFLOW")
    return new RequestRefused(431, "too-large", `The headers are larger than ${largestHeadersBytes} bytes.`);
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new RequestRefused(408, "request-timeout", "The request took too long to arrive. Send it again.");
  return new RequestRefused(400, "bad-request", "That is no HTTP request.");
}

/** An answer as bytes for a connection that Node's parser has given up, which is closed after it. */
function writeAnswer({ status, headers, body }: FinishedAnswer): string {
  const all = [...headers, "date", new Date().toUTCString(), "connection", "close"];
  const lines = all.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${String(body ?? "")}`;
}
