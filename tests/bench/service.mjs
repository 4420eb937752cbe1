// How fast the built service sends what it has, against a bare node:http server that sends the same bytes with the same headers.
// Both are asked in turns, so that a busy machine slows both. By hand: npm run bench:service [requests per turn] [turns].
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";

const requestsPerTurn = Number(process.argv[2] ?? 5000);
const turns = Number(process.argv[3] ?? 8);
/** The compiler settles before anything is counted. */
const warmUpTurns = 3;
const connections = 40;
const key = "bench-key-0123456789abcdef";

const main = join(import.meta.dirname, "..", "..", "dist", "service", "main.js");
/** What a person would write who has the bytes: no checks, no log, no counters. */
const bare = `
  const answers = new Map();
  const server = require("node:http").createServer((request, response) => {
    const { status, headers, body } = answers.get(request.url);
    response.writeHead(status, headers).end(body);
  });
  process.on("message", ({ path, status, headers, body }) => {
    answers.set(path, { status, headers, body: Buffer.from(body, "base64") });
    process.send("kept");
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
`;

const children = [];

/** @returns {Promise<{ port: number, pid: number }>} the built service, with all its limits, counters and logs at work */
async function startService(settings) {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      CLIENT_KEYS: key,
      RATE_LIMIT_PER_ADDRESS: "10000000",
      RATE_LIMIT_PER_KEY: "10000000",
      ...settings,
    },
    stdio: "ignore",
  });
  children.push(child);
  for (;;) {
    const up = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return { port, pid: child.pid };
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
  }
}

const market = (index) => ({
  id: `market-${index}`,
  type: "lending",
  provider: { id: "kamino", name: "Kamino", icon: "https://icons.example/kamino.png" },
  productName: `Product ${index}`,
  token: { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC", decimals: 6 },
  depositApy: Math.sin(index) ** 2 / 10,
  baseDepositApy: Math.sin(index) ** 2 / 11,
  borrowApy: Math.cos(index) ** 2 / 10,
  totalDepositUsd: Math.round(1e9 * Math.sin(index) ** 2) / 10,
  totalBorrowUsd: Math.round(1e9 * Math.cos(index) ** 2) / 20,
  actions: { deposit: { blinkUrl: `blink:https://actions.example/deposit/${index}` } },
});
const upstream = createServer((_, response) => {
  const markets = Array.from({ length: 200 }, (_unused, index) => market(index));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ markets, cursor: "next" }));
}).listen(0, "127.0.0.1");
await once(upstream, "listening");

const frozen = { DEMO_TIME: "2026-10-01T00:00:00Z" };
const demo = await startService(frozen);
// Of its own: what is left of its pages is swept while the next case is asked.
const coldDemo = await startService(frozen);
const gateway = await startService({
  STORE: "off",
  MARKETS_BASE_URL: `http://127.0.0.1:${upstream.address().port}/api`,
  MARKETS_CLIENT_KEY: "bench-upstream",
  MARKETS_FRESH_SECONDS: "3600",
  MARKETS_STALE_SECONDS: "3600",
});
const bareChild = spawn(process.execPath, ["-e", bare], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
children.push(bareChild);
const [barePort] = await once(bareChild, "message");

const page = "/api/v0/markets?limit=200";
const request = (path, headers = {}) => {
  const lines = Object.entries({
    host: "127.0.0.1",
    "x-service-client-key": key,
    "accept-encoding": "gzip, deflate, br",
    accept: "application/json",
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
};

/** Sends one request after another over one connection until it is stopped; the answers are counted, not read. */
function ask(port, next, onAnswer) {
  const socket = connect(port, "127.0.0.1");
  let head = "";
  let left = 0;
  let stopped = false;
  let startedAt = 0;
  const send = () => {
    if (stopped) {
      socket.destroy();
      return;
    }
    startedAt = performance.now();
    head = "";
    socket.write(next());
  };
  const done = new Promise((resolve) => socket.once("close", resolve));
  socket.setNoDelay(true);
  socket.once("connect", send);
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    if (left > 0) left -= chunk.length;
    else {
      head += chunk.latin1Slice();
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      left = length - (head.length - end - 4);
    }
    if (left > 0) return;
    onAnswer(Number(head.slice(9, 12)), performance.now() - startedAt);
    send();
  });
  return () => {
    stopped = true;
    return done;
  };
}

/** Seconds of processor time that all threads of a process have used; NaN where the system does not tell. */
function processorSeconds(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map(
        (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e9,
      )
      .reduce((sum, seconds) => sum + seconds, 0);
  } catch {
    return NaN;
  }
}

async function measure({ port, pid }, next, wanted, requests) {
  const times = [];
  let finish;
  const enough = new Promise((resolve) => (finish = resolve));
  const before = processorSeconds(pid);
  const startedAt = performance.now();
  const stops = Array.from({ length: connections }, () =>
    ask(port, next, (status, ms) => {
      if (status !== wanted) throw new Error(`Status ${status} instead of ${wanted}.`);
      times.push(ms);
      if (times.length === requests) finish();
    }),
  );
  await enough;
  await Promise.all(stops.map((stop) => stop()));
  const seconds = (performance.now() - startedAt) / 1000;
  const used = processorSeconds(pid) - before;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p99: times[Math.floor(times.length * 0.99)],
    cpuMs: (used * 1000) / times.length,
  };
}

/** What the service answers to a request, for the bare server to answer the same. */
async function capture(port, path, headers) {
  const { request: send } = await import("node:http");
  const outgoing = send({
    port,
    host: "127.0.0.1",
    path,
    headers: { "x-service-client-key": key, "accept-encoding": "gzip, deflate, br", ...headers },
  });
  outgoing.end();
  const [incoming] = await once(outgoing, "response");
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { date: _date, connection: _connection, "keep-alive": _keepAlive, ...kept } = incoming.headers;
  return { status: incoming.statusCode, headers: kept, body: Buffer.concat(chunks).toString("base64") };
}

const coldPage = "/api/v0/markets?limit=100&type=lending,yield&provider=kamino,marginfi,jupiter";
let cold = 0;
const { headers: tagged } = await capture(demo.port, page);
const cases = [
  { name: "demo page", server: demo, next: () => request(page) },
  { name: "cached page of a gateway", server: gateway, next: () => request(page) },
  {
    name: "304 of the demo",
    server: demo,
    headers: { "if-none-match": tagged.etag },
    next: () => request(page, { "if-none-match": tagged.etag }),
  },
  {
    name: "cold page of the demo",
    server: coldDemo,
    // No two have the same content: the cursor belongs to the query.
    next: () => request(`${coldPage},cold-${(cold += 1)}`),
    path: coldPage,
    share: 0.05,
  },
];

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const results = [];
for (const [index, { server, headers, path = page, next }] of cases.entries()) {
  const answer = await capture(server.port, path, headers);
  bareChild.send({ path: `/${index}`, ...answer });
  await once(bareChild, "message");
  const same = await capture(barePort, `/${index}`);
  if (JSON.stringify(same) !== JSON.stringify(answer))
    throw new Error("The bare server answers something else.");
  const bytes = request(`/${index}`, headers);
  const fixed = next.length === 0 && !/cold/.test(String(next)) ? next() : undefined;
  results.push({
    status: answer.status,
    bare: () => bytes,
    own: fixed === undefined ? next : () => fixed,
    rounds: [],
  });
}
const bareServer = { port: barePort, pid: bareChild.pid };
for (let turn = -warmUpTurns; turn < turns; turn += 1)
  for (const [index, { server, share = 1 }] of cases.entries()) {
    const { own, bare: same, status, rounds } = results[index];
    const requests = Math.ceil(requestsPerTurn * share);
    const askOwn = () => measure(server, own, status, requests);
    const askBare = () => measure(bareServer, same, status, requestsPerTurn);
    const ownFirst = turn % 2 === 0;
    const first = await (ownFirst ? askOwn() : askBare());
    const second = await (ownFirst ? askBare() : askOwn());
    if (turn >= 0)
      rounds.push(ownFirst ? { service: first, bare: second } : { service: second, bare: first });
  }

console.log(`${connections} connections, ${turns} turns of ${requestsPerTurn} requests each; medians`);
console.log(
  `${"".padEnd(26)} ${"req/s".padStart(7)} ${"bare".padStart(7)} ${"ratio".padStart(6)} ${"CPU ms".padStart(8)} ${"bare".padStart(7)} ${"ratio".padStart(6)} ${"p99 ms".padStart(7)} ${"bare".padStart(7)}`,
);
const cell = (value, digits, width) => value.toFixed(digits).padStart(width);
for (const [index, { name }] of cases.entries()) {
  const { rounds } = results[index];
  const of = (read) => median(rounds.map(read));
  console.log(
    [
      name.padEnd(26),
      cell(
        of((round) => round.service.perSecond),
        0,
        7,
      ),
      cell(
        of((round) => round.bare.perSecond),
        0,
        7,
      ),
      cell(
        of((round) => round.service.perSecond / round.bare.perSecond),
        2,
        6,
      ),
      cell(
        of((round) => round.service.cpuMs),
        4,
        8,
      ),
      cell(
        of((round) => round.bare.cpuMs),
        4,
        7,
      ),
      cell(
        of((round) => round.bare.cpuMs / round.service.cpuMs),
        2,
        6,
      ),
      cell(
        of((round) => round.service.p99),
        1,
        7,
      ),
      cell(
        of((round) => round.bare.p99),
        1,
        7,
      ),
    ].join(" "),
  );
}
for (const child of children) child.kill();
upstream.close();
