// Measures how fast the built service, with all its limits and counters, sends a cached page, compared with a
// bare node:http server that sends the same bytes and headers, and the latency of both at 300 requests per
// second. They take turns, so that a busy machine slows both. Request logging is off, because reading the log
// would cost this process more than the service. This process never sleeps: with the bare server it has no time
// to, and waking it would take each write of the slower server 10 to 25 µs. Run it with npm run bench:service
// [requests per turn] [turns].
import { once } from "node:events";
import { connect } from "node:net";
import { request } from "undici";
import { runnerImport } from "vite";
import { makeMarket, quantile, startBare, startUpstream } from "./shared.mjs";

const requestsPerTurn = Number(process.argv[2] ?? 5000);
const turns = Number(process.argv[3] ?? 8);
/** Turns before the measured ones, in which the code is compiled. */
const warmUpTurns = 3;
const connections = 40;
const calmPerSecond = 300;
const page = "/api/v0/markets?limit=200";
const headers = {
  host: "127.0.0.1",
  "x-service-client-key": "bench-key-0123456789abcdef",
  "accept-encoding": "gzip, deflate, br",
  accept: "application/json",
};

const upstream = await startUpstream((_, response) => {
  const markets = Array.from({ length: 200 }, (_unused, index) => makeMarket(`market-${index}`));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ markets, cursor: "next" }));
});
const { module: program } = await runnerImport("/tests/fixtures/program.ts");
const service = await program.startProgram({
  CLIENT_KEYS: headers["x-service-client-key"],
  RATE_LIMIT_PER_ADDRESS: "10000000",
  RATE_LIMIT_PER_KEY: "10000000",
  MARKETS_BASE_URL: upstream.url,
  MARKETS_CLIENT_KEY: "bench-upstream",
  MARKETS_FRESH_SECONDS: "3600",
  MARKETS_STALE_SECONDS: "3600",
});

/** Captures the service's response, for the bare server to send as well. */
async function capture({ url }) {
  const response = await request(`${url}${page}`, { headers });
  const { date: _date, connection: _connection, "keep-alive": _keepAlive, ...kept } = response.headers;
  return { kept, body: Buffer.from(await response.body.bytes()) };
}
const { kept, body } = await capture(service);
const bare = await startBare(kept, body);
if (!(await capture(bare)).body.equals(body)) throw new Error("The bare server sends a different answer.");

const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
const bytes = Buffer.from(`GET ${page} HTTP/1.1\r\n${lines.join("")}\r\n`);

/**
 * Sends requests over one connection, each after the delay in ms that `next` returns, until that is
 * undefined. Does not parse the responses' bodies.
 */
function ask(url, next, onAnswer) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let head = "";
  let left = 0;
  let startedAt = 0;
  const send = () => {
    startedAt = performance.now();
    head = "";
    socket.write(bytes);
  };
  const goOn = () => {
    const wait = next();
    if (wait === undefined) socket.destroy();
    else if (wait <= 0) send();
    else setTimeout(send, wait);
  };
  socket.setNoDelay(true).once("connect", goOn);
  socket.on("data", (chunk) => {
    if (left > 0) left -= chunk.length;
    else {
      head += chunk.latin1Slice();
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4);
    }
    if (left > 0) return;
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(head);
    onAnswer(performance.now() - startedAt);
    goOn();
  });
  return once(socket, "close");
}

/** @param perSecond requests per second; by default each response is followed by the next request at once */
async function measure({ url }, requests, perSecond = Infinity) {
  const times = [];
  let sent = 0;
  const startedAt = performance.now();
  const next = () => {
    if (sent >= requests) return undefined;
    sent += 1;
    return startedAt + (sent * 1000) / perSecond - performance.now();
  };
  await Promise.all(Array.from({ length: connections }, () => ask(url, next, (ms) => times.push(ms))));
  return { perSecond: (times.length * 1000) / (performance.now() - startedAt), p99: quantile(times, 0.99) };
}

let isMeasuring = true;
const stayAwake = () => isMeasuring && setImmediate(stayAwake);
stayAwake();

const rounds = [];
for (let turn = -warmUpTurns; turn < turns; turn += 1) {
  const round = {};
  const both = Object.entries({ service, bare });
  for (const [name, server] of turn % 2 === 0 ? both : both.toReversed())
    round[name] = (await measure(server, requestsPerTurn)).perSecond;
  if (turn >= 0) rounds.push(round);
}
const median = (read) => quantile(rounds.map(read), 0.5);
isMeasuring = false;
const calm = [];
for (const server of [service, bare])
  calm.push((await measure(server, requestsPerTurn, calmPerSecond)).p99.toFixed(1));
console.log(`A cached page over ${connections} connections, medians of ${turns} turns with ${requestsPerTurn} requests each
requests per second: service ${median((round) => round.service).toFixed(0)}, bare server ${median((round) => round.bare).toFixed(0)}, ratio ${median((round) => round.service / round.bare).toFixed(2)}
p99 at ${calmPerSecond} requests per second: service ${calm[0]} ms, bare server ${calm[1]} ms`);
for (const server of [service, bare]) await server.stop();
upstream.close();
