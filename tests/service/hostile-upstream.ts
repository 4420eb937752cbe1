// An upstream scripted by the fault tests, down to the socket.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** One answer, or what happens instead. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

export interface HostileUpstream {
  readonly baseUrl: string;
  readonly port: number;
  /** Every request that has arrived, in order. */
  readonly requests: readonly {
    readonly url: string;
    readonly headers: IncomingMessage["headers"];
    readonly body: string;
  }[];
  /** How many connections have been opened so far. */
  readonly connections: number;
  /** What to do next: one behaviour per request, the last for all that follow. */
  behave(...script: readonly Behaviour[]): void;
  /** Stops listening: open connections break, new ones are refused. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  restart(): Promise<void>;
}

/**
 * Ports that no system assigns as ephemeral ones, different for each process: no other listener ever takes the
 * place of an upstream that is away.
 */
const firstPort = 12_000;
const portsEach = 50;
let portsTaken = 0;

function ownPort(): number {
  portsTaken += 1;
  return firstPort + (process.pid % 400) * portsEach + (portsTaken % portsEach);
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

/** Starts on a free port of the loopback interface. */
export async function startHostileUpstream(): Promise<HostileUpstream> {
  const requests: { url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const sockets = new Set<Socket>();
  let script: Behaviour[] = [sendJson({ markets: [], cursor: null })];
  let connections = 0;
  let server: Server | undefined;

  const listen = async (port: number): Promise<void> => {
    const opened = createServer((request, response) => {
      const arrived = { url: request.url ?? "", headers: request.headers, body: "" };
      requests.push(arrived);
      const behaviour = script.length > 1 ? script.shift() : script[0];
      request.setEncoding("utf8").on("data", (chunk: string) => {
        arrived.body += chunk;
      });
      request.once("end", () => behaviour?.(response, request));
    });
    opened.on("connection", (socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => {});
    });
    opened.listen(port, "127.0.0.1");
    await once(opened, "listening");
    server = opened;
  };
  const listenSomewhere = async (): Promise<number> => {
    for (let tries = 0; ; tries += 1) {
      const port = ownPort();
      try {
        await listen(port);
        return port;
      } catch (error) {
        if (!isTaken(error) || tries >= portsEach) throw error;
      }
    }
  };

  const port = await listenSomewhere();
  const stop = async (): Promise<void> => {
    const stopped = server;
    server = undefined;
    if (stopped === undefined) return;
    for (const socket of sockets) socket.destroy();
    stopped.close();
    await once(stopped, "close");
  };
  return {
    baseUrl: `http://127.0.0.1:${port}/api`,
    port,
    requests,
    get connections() {
      return connections;
    },
    behave(...next) {
      script = [...next];
    },
    stop,
    async restart() {
      await stop();
      await listen(port);
    },
  };
}

type Headers = Readonly<Record<string, string>>;

export function sendJson(body: unknown, headers: Headers = {}): Behaviour {
  return (response) =>
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function sendText(text: string, headers: Headers): Behaviour {
  return (response) => response.writeHead(200, headers).end(text);
}

export function sendStatus(status: number, headers: Headers = {}): Behaviour {
  return (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify({ statusCode: status, message: upstreamWords, error: "Upstream" }));
}

/** Text in the upstream's errors, which must never reach a caller. */
export const upstreamWords = "internal-host-17 says the plan of your key is basic";

/** Accepts the request and never answers. */
export const holdFirstByte: Behaviour = () => {};

/** Sends its headers and half of its body, then nothing. */
export const holdBody: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"markets":[');
};

/** Sends a byte now and then, so that no gap is long but the body never ends. */
export const dripBody: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(timer));
};

/** Resets the connection without a response. */
export const resetAtOnce: Behaviour = (_, request) => {
  request.socket.resetAndDestroy();
};

/** Breaks the connection in the middle of a body whose length it has announced. */
export const resetMidBody: Behaviour = (response, request) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"markets":[', () => request.socket.resetAndDestroy());
};

/** The same with a compressed body of unknown length. */
export const resetMidGzip: Behaviour = (response, request) => {
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  const whole = gzipSync(JSON.stringify({ markets: [], cursor: "x".repeat(5000) }));
  response.write(whole.subarray(0, 20), () => request.socket.resetAndDestroy());
};

/** A body that unpacks to `bytes` from about a thousandth. */
export function sendBomb(encoding: "gzip" | "br", bytes: number): Behaviour {
  const plain = Buffer.alloc(bytes, " ");
  const packed = encoding === "gzip" ? gzipSync(plain) : brotliCompressSync(plain);
  return (response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding }).end(packed);
}

/** JSON text under gzip, as `text` repeated between `head` and `tail` up to `bytes`. */
export function sendRepeated(head: string, text: string, tail: string, bytes: number): Behaviour {
  const packed = gzipSync(head + `${text},`.repeat(Math.floor(bytes / (text.length + 1))) + text + tail);
  return (response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(packed);
}

/** A plain body of `bytes`, with or without a content length. */
export function sendHuge(bytes: number, announce: boolean): Behaviour {
  return (response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      ...(announce ? { "content-length": String(bytes) } : {}),
    });
    response.on("error", () => {});
    response.end(Buffer.alloc(bytes, " "));
  };
}
