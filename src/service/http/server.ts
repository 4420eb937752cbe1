// The listening socket: bounds on what a client may send and how slowly, and an end that finishes what has begun.
import { executionAsyncResource } from "node:async_hooks";
import {
  STATUS_CODES,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";
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
  /** How many bytes of an answer a client has to take in a second, once it has been sent for a while. */
  readonly leastPace: number;
  readonly paceAfterMs: number;
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
/** How long an idle connection lives on then: a request may have come and not been read yet. It is looked at as often after that. */
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
  /** The answer to the last request that was handed on. Each has its turn when the one before it has left. */
  outgoing: ServerResponse | undefined;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
  /** Whether it sent what is no HTTP. */
  isRefused: boolean;
  /** How many bytes had been written before that answer, and for how long some of it were there to be taken. */
  startBytes: number;
  owedMs: number;
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
    answer(incoming, outgoing, connection.address);
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
  /** Ends what is idle, and has Node end what is silent while it is answered: Node sees how much of an answer has been taken. */
  let lookedAt = performance.now();
  const endQuiet = (): void => {
    const now = performance.now();
    const sinceLastMs = now - lookedAt;
    lookedAt = now;
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
        const owed = untakenBytes(socket);
        if (owed === 0) continue;
        connection.owedMs += sinceLastMs;
        const taken = socket.bytesWritten - connection.startBytes - owed;
        if (connection.owedMs > limits.paceAfterMs && taken < (connection.owedMs / 1000) * limits.leastPace)
          socket.destroy();
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
    const connection = connections.get(socket);
    if (error.code === "ECONNRESET") socket.destroy();
    if (connection?.isRefused === true) return;
    const refuse = (): void => {
      if (!socket.writable) socket.destroy();
      else socket.end(writeAnswer(app.refuse(faultOf(error.code))), () => socket.destroy());
    };
    const outgoing = connection?.outgoing;
    if (connection !== undefined) connection.isRefused = true;
    connection?.waiting.splice(0);
    // A request that came whole has its answer first. One that is broken in its body has none but this.
    const isFirst =
      outgoing !== undefined && !outgoing.closed && (outgoing.req.complete || outgoing.headersSent);
    if (isFirst) outgoing.once("close", refuse);
    else refuse();
  });
  // Node would close it without a word.
  server.on("connect", (_, socket) => {
    socket.on("error", () => {}).end(writeAnswer(app.refuse(noTunnel())));
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
      bytes: 0,
      quietSince: performance.now(),
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
        // A connection becomes idle when its answer has left; nobody else closes it then. What has come is read first.
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
    void onceReady(answer, ({ status, headers, body, stream, held }) => {
      // Its connection is gone, or was refused meanwhile.
      if (outgoing.destroyed || outgoing.socket?.writableEnded === true) {
        held?.release();
        return;
      }
      if (keepAlive !== undefined && outgoing.shouldKeepAlive && !headers.includes("connection"))
        headers.push("keep-alive", keepAlive);
      outgoing.writeHead(status, headers);
      // Bodies of refused requests are not drained: their answers close the connection instead.
      if (stream === undefined || incoming.method === "HEAD") {
        outgoing.end(body);
        if (held === undefined) return;
        const { socket } = incoming;
        if (outgoing.writableLength === 0) held.release();
        else {
          held.sentOver({ untaken: () => untakenBytes(socket), close: () => socket.destroy() });
          outgoing.once("close", held.release);
        }
      }
      // What fails on its way ends the connection, so that nobody takes a part for the whole.
      else pipeline(Readable.from(stream(), { objectMode: false }), outgoing, () => {});
    });
  };
}

/** How much of what was written the system has not taken: the reader is slower. Node keeps it for its own timeouts. */
function untakenBytes(socket: Socket): number {
  const bytes: unknown = Reflect.get(Object(Reflect.get(socket, "_handle")), "writeQueueSize");
  return typeof bytes === "number" ? bytes : 0;
}

/** What a request breaks that Node's parser lets through. */
function protocolFault(incoming: IncomingMessage): RequestRefused | undefined {
  if (incoming.rawHeaders.length > 2 * mostHeaders)
    return new RequestRefused(
      "too-large",
      `The request has more than ${mostHeaders} headers. Send fewer.`,
      { connection: "close" },
      431,
    );
  // HTTP/1.0, which health checks still speak, has no Host.
  if (incoming.headers.host === undefined && incoming.httpVersion === "1.1")
    return new RequestRefused("bad-request", "The header Host is missing. Send it.", {
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
  return new RequestRefused("method-not-allowed", "CONNECT is not supported here. Use GET or HEAD.", {
    allow: "GET, HEAD",
  });
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
  return new RequestRefused("bad-request", "That is no HTTP request.");
}

/** An answer as bytes for a connection that Node's parser has given up, which is closed after it. */
function writeAnswer({ status, headers, body }: FinishedAnswer): string {
  const all = [...headers, "date", new Date().toUTCString(), "connection", "close"];
  const lines = all.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${String(body ?? "")}`;
}
