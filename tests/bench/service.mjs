// How fast the built gateway, all its limits, counters and logs at work, sends a page it has kept, against a bare node:http server
// that sends the same bytes with the same headers, and how long its answers take at 300 requests a second. Both are asked in turns,
// so that a busy machine slows both. By hand: npm run bench:service [requests per turn] [turns].
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { quantile, startBare, startService } from "./shared.mjs";

const requestsPerTurn = Number(process.argv[2] ?? 5000);
const turns = Number(process.argv[3] ?? 8);
/** The compiler settles before anything is counted. */
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
const gateway = await startService({
  STORE: "off",
  CLIENT_KEYS: headers["x-service-client-key"],
  RATE_LIMIT_PER_ADDRESS: "10000000",
  RATE_LIMIT_PER_KEY: "10000000",
  MARKETS_BASE_URL: `http://127.0.0.1:${upstream.address().port}/api`,
  MARKETS_CLIENT_KEY: "bench-upstream",
  MARKETS_FRESH_SECONDS: "3600",
  MARKETS_STALE_SECONDS: "3600",
});

/** What the service answers, for the bare server to answer the same. */
async function capture(port) {
  const [incoming] = await once(request({ port, host: "127.0.0.1", path: page, headers }).end(), "response");
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { date: _date, connection: _connection, "keep-alive": _keepAlive, ...kept } = incoming.headers;
  return { kept, body: Buffer.concat(chunks) };
}
const { kept, body } = await capture(gateway.port);
const bare = await startBare(kept, body);
if (!(await capture(bare.port)).body.equals(body)) throw new Error("The bare server answers something else.");

const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
const bytes = Buffer.from(`GET ${page} HTTP/1.1\r\n${lines.join("")}\r\n`);

/** Sends one request after another over one connection while `next` says when; the answers are counted, not read. */
function ask(port, next, onAnswer) {
  const socket = connect(port, "127.0.0.1");
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

/** @param perSecond how often it is asked; as often as it answers by default */
async function measure({ port }, requests, perSecond = Infinity) {
  const times = [];
  let sent = 0;
  const startedAt = performance.now();
  const next = () => {
    if (sent >= requests) return undefined;
    sent += 1;
    return startedAt + (sent * 1000) / perSecond - performance.now();
  };
  await Promise.all(Array.from({ length: connections }, () => ask(port, next, (ms) => times.push(ms))));
  return { perSecond: (times.length * 1000) / (performance.now() - startedAt), p99: quantile(times, 0.99) };
}

const rounds = [];
for (let turn = -warmUpTurns; turn < turns; turn += 1) {
  const round = {};
  const both = Object.entries({ gateway, bare });
  for (const [name, server] of turn % 2 === 0 ? both : both.toReversed())
    round[name] = await measure(server, requestsPerTurn);
  if (turn >= 0) rounds.push(round);
}
const of = (read) => quantile(rounds.map(read), 0.5);
const calm = [
  await measure(gateway, requestsPerTurn, calmPerSecond),
  await measure(bare, requestsPerTurn, calmPerSecond),
];
console.log(
  `A kept page over ${connections} connections, ${turns} turns of ${requestsPerTurn} requests each; medians`,
);
console.log(
  `the gateway ${of((round) => round.gateway.perSecond).toFixed(0)} a second, bare ${of((round) => round.bare.perSecond).toFixed(0)}: ${of((round) => round.gateway.perSecond / round.bare.perSecond).toFixed(2)}×`,
);
console.log(
  `p99 at ${calmPerSecond} a second: the gateway ${calm[0].p99.toFixed(1)} ms, bare ${calm[1].p99.toFixed(1)} ms`,
);
for (const { child } of [gateway, bare]) child.kill();
upstream.closeAllConnections();
upstream.close();
