// Runs the built service for a long time with little memory, against an upstream that fails at random and
// sends harmful responses, and with callers that read slowly, leave early or request too much. Checks that
// memory stays flat, every request gets a proper response, the process survives, and ordinary callers are not
// affected. Run it with npm run soak [requests]. Exits with 1 if a check fails.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Agent, request } from "undici";
import { runnerImport } from "vite";
import { describeMachine, makeMarket, quantile, startUpstream } from "./shared.mjs";

const requests = Number(process.argv[2] ?? 200_000);
/** The service gets the same memory, options and allocator settings as when it is deployed. */
const read = (path) => readFileSync(join(import.meta.dirname, "..", "..", path), "utf8");
const image = read("Dockerfile");
const heap = /--max-old-space-size=\d+/.exec(image)[0];
const allocator = Object.fromEntries(image.match(/MALLOC_\w+=\d+/g).map((setting) => setting.split("=")));
/** MiB. No sample may exceed this. */
const maxMemory = Number(/mem_limit: (\d+)m$/m.exec(read("deploy/compose.yaml"))[1]);
/** Number of callers by kind. Each has its own address. */
const callers = { ordinary: 8, odd: 12, hostile: 4 };
/** The number of callers that read slowly, and of those that write slowly. */
const slowReaders = 8;
/** Callers that each request different large responses and read none, from an address of their own. */
const stalledReaders = 60;
const windows = 20;
/** Parts of the run that count as warm-up, in which caches fill and code is compiled. */
const warmUp = 5;
/** How much the median may grow in the second half after warm-up. Memory rises and falls with each load of the list. */
const maxGrowth = 0.1;
/** Limit for the 99th percentile of ordinary callers' requests, in milliseconds. */
const maxOrdinaryMs = 500;
const callerKey = "soak-caller-9f0c2e7a41d86b53";

const pick = (list) => list[Math.floor(Math.random() * list.length)];

// ---- the upstream
const { module: hostile } = await runnerImport("/tests/fixtures/hostile-upstream.ts");
const { holdFirstByte, sendBomb, sendHuge, sendJson, sendRepeated, sendStatus, sendText } = hostile;
const json = { "content-type": "application/json" };
const made = (name) => `${name}${Math.floor(Math.random() * 1e9)}`;
const page = (count, broken = 0) => ({
  markets: Array.from({ length: count }, (_, index) =>
    index < broken ? { id: `b${index}`, type: "lending", provider: {} } : makeMarket(`m${index}`),
  ),
  cursor: made("c"),
});
const packed = (body) => {
  const bytes = gzipSync(JSON.stringify(body));
  return (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bytes);
};
const healthy = [
  ...Array.from({ length: 30 }, () => sendJson(page(20))),
  ...Array.from({ length: 15 }, () => packed(page(200))),
  ...Array.from({ length: 5 }, () => sendJson(page(20, 3))),
];
const bulkyMarket = makeMarket("m".repeat(1_500_000));
const bulky = packed({ ...page(200), markets: [bulkyMarket, ...page(199).markets] });
/** Creates a different body each time. */
const [bulkyHead, bulkyTail] = JSON.stringify({ markets: [bulkyMarket], cursor: "|" }).split("|");
const bulkyOfOne = (response) => sendText(bulkyHead + made("c") + bulkyTail, json)(response);
/** A valid list without an end, so that no request for a page fails. */
const productName = "x".repeat(1400);
const endless = (response, incoming) => {
  const at = Number(/cursor=e(\d+)/.exec(incoming.url)?.[1] ?? 0);
  const markets = Array.from({ length: 200 }, (_, index) => ({
    ...makeMarket(`e${at}-${index}`),
    productName,
  }));
  sendJson({ markets, cursor: `e${at + 1}` })(response);
};
const faults = [
  holdFirstByte,
  hostile.holdBody,
  hostile.resetAtOnce,
  hostile.resetMidBody,
  sendText('{"markets":[{"id":', json),
  sendText("<h1>Maintenance</h1>", { "content-type": "text/html" }),
  ...[400, 404, 500, 502, 503].map((status) => sendStatus(status)),
  sendStatus(429, { "retry-after": "0" }),
  sendStatus(302, { location: "http://127.0.0.1:9/" }),
  sendJson(page(20, 20)),
];
const mebibytes8 = 8 * 2 ** 20;
const opened = '{"cursor":null,"markets":[';
const openMarket = `${opened}{"id":"a","type":"lending","provider":{"id":"p"},"additionalData":[`;
const manyKeys = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, index]));
const hostilePages = [
  sendBomb("gzip", 4 * mebibytes8),
  sendHuge(9_000_000, true),
  sendRepeated(opened, "0", "]}", mebibytes8),
  sendRepeated(opened, "0", "]}", 2_000_000),
  sendRepeated(opened, "{}", "]}", mebibytes8),
  sendRepeated(openMarket, "[]", "]}]}", 2_000_000),
  // As many values as the service accepts.
  sendRepeated(openMarket, "[]", "]}]}", 145_000),
  sendRepeated(openMarket, JSON.stringify(manyKeys), "]}]}", 2_000_000),
  sendRepeated(opened, '{"id":"a","type":"x","provider":{"id":"p"}}', "]}", mebibytes8),
  sendText(`${openMarket}${"[".repeat(200_000)}${"]".repeat(200_000)}]}]}`, json),
  sendJson(page(1000)),
  bulky,
  sendStatus(500),
  holdFirstByte,
];
/** Occasional failures, so that the circuit opens and closes and pauses begin and end many times in a run. */
const storms = [
  { everyMs: 60_000, from: 59_000, to: 60_000, behave: holdFirstByte },
  { everyMs: 20_000, from: 19_500, to: 20_000, behave: sendStatus(500) },
  { everyMs: 20_000, from: 9500, to: 10_000, behave: sendStatus(429, { "retry-after": "1" }) },
];
function behaviourFor(url) {
  // Only the recorder requests full pages of all types and continues from them.
  if (/cursor=e\d/.test(url) || url.endsWith("/markets?limit=200")) return endless;
  const now = performance.now();
  const storm = storms.find(({ everyMs, from, to }) => now % everyMs > from && now % everyMs < to);
  if (storm !== undefined) return storm.behave;
  if (url.includes("cursor=stalled")) return bulkyOfOne;
  if (url.includes("cursor=hostile")) return pick(hostilePages);
  if (url.includes("cursor=odd") && Math.random() < 0.2) return pick(faults);
  return url.includes("provider=bulky") ? bulky : pick(healthy);
}
let asked = 0;
const upstream = await startUpstream((incoming, response) => {
  asked += 1;
  response.on("error", () => {});
  behaviourFor(incoming.url)(response, incoming);
});

// ---- the service
const folder = mkdtempSync(join(tmpdir(), "yieldboard-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const { module: programs } = await runnerImport("/tests/fixtures/program.ts");
const program = await programs.startProgram({
  ...allocator,
  NODE_OPTIONS: heap,
  CLIENT_KEYS: callerKey,
  TRUSTED_PROXY_HOPS: "1",
  // The recorder writes throughout, from a valid list without an end.
  STORE: `file:${join(folder, "soak.db")}`,
  RECORD_EVERY: "10s",
  MARKETS_BASE_URL: upstream.url,
  MARKETS_CLIENT_KEY: "soak-upstream",
  MARKETS_ATTEMPT_TIMEOUT_MS: "1000",
  MARKETS_TOTAL_TIMEOUT_MS: "2500",
  MARKETS_FRESH_SECONDS: "5",
  MARKETS_STALE_SECONDS: "60",
});

// ---- the callers
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
/** @returns {Promise<{ status: number, text: string }>} status 0 when the request was given up or broke */
async function get(path, { key = callerKey, address = "10.0.0.1", signal } = {}) {
  const headers = { "x-service-client-key": key, "x-forwarded-for": address };
  try {
    const response = await request(`${program.url}${path}`, { dispatcher, headers, signal });
    return { status: response.statusCode, text: await response.body.text() };
  } catch {
    return { status: 0, text: "" };
  }
}

const counts = new Map();
const wrong = [];
const expected = new Set([200, 400, 401, 404, 429, 502, 503, 504]);
const lists = ["lending", "yield", "loop", "lending,yield,loop"].map(
  (type) => `/api/v0/markets?type=${type}&limit=200`,
);
const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** A wallet address. The text may not be valid, because some decode to another length. */
const wallet = () => Array.from({ length: 43 }, () => pick(letters)).join("");

/** The next request of each kind of caller. */
const questions = {
  ordinary: () => pick([...lists, ...lists, "/api/dashboard", "/healthz"]),
  odd() {
    const dice = Math.random();
    if (dice < 0.02) return "/api/v0/markets?limit=0";
    if (dice < 0.04) return "/api/v0/nothing";
    if (dice < 0.1)
      return `/api/v0/markets/history?marketIds=m${Math.floor(Math.random() * 50)}&startTime=2026-10-01`;
    if (dice < 0.13) return `/api/v0/positions/${pick(["owners", "pnl"])}?walletAddresses=${wallet()}`;
    if (dice < 0.14) return `/api/v0/positions/history?walletAddress=${wallet()}&startTime=2026-11-01`;
    if (dice < 0.17) return `/api/v0/assets?limit=50&cursor=${made("odd")}`;
    if (dice < 0.19) return `/api/v0/search?query=${made("usd")}`;
    if (dice < 0.2) return pick(["/api/v0/changes?since=7d", "/api/v0/record/summary"]);
    if (dice < 0.205)
      return `/api/v0/changes?since=${new Date(Date.now() - Math.random() * 1e9).toISOString()}`;
    if (dice < 0.21) return "/api/v0/record/export?format=csv&resolution=raw&from=2026-01-01";
    if (dice < 0.5) return `/api/v0/markets?limit=200&cursor=${made("odd")}`;
    return `/api/v0/markets?limit=${1 + Math.floor(Math.random() * 100)}`;
  },
  hostile: () => `/api/v0/markets?limit=200&cursor=${made("hostile")}`,
};

/** Durations of the ordinary callers' requests, in milliseconds. */
const ordinaryMs = [];
/** Ordinary requests that were refused because other callers do not read their responses. */
let deniedByReaders = 0;
let answered = 0;

function isProper(path, { status, text }) {
  if (!expected.has(status)) return false;
  if (status === 200 && path.includes("/export?"))
    return text.startsWith("timestamp,") && text.endsWith("\n");
  // A large response is complete if its end is. Only one in fifty is parsed.
  if (text.length > 10_000 && Math.random() > 0.02) return status === 200 && text.endsWith("}");
  try {
    const body = JSON.parse(text);
    return status === 200
      ? typeof body === "object"
      : body.statusCode === status && typeof body.code === "string";
  } catch {
    return false;
  }
}

async function one(kind, address) {
  const path = questions[kind]();
  const leaves = kind === "odd" && Math.random() < 0.02;
  const key = kind === "odd" && !leaves && Math.random() < 0.02 ? "stranger" : callerKey;
  const signal = leaves ? AbortSignal.timeout(Math.round(Math.random() * 5)) : undefined;
  const startedAt = performance.now();
  const response = await get(path, { key, address, signal });
  const tookMs = performance.now() - startedAt;
  if (kind === "ordinary") {
    ordinaryMs.push(tookMs);
    if (response.status === 503 && response.text.includes("Too many answers are being sent"))
      deniedByReaders += 1;
  }
  const outcome = `${kind} ${response.status || "left"}`;
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  // The service cuts off an export after ten minutes.
  const isCutOff = path.includes("/export?") && tookMs >= 600_000;
  if (response.status === 0 && (leaves || isCutOff)) return;
  if (!isProper(path, response) && wrong.length < 10)
    wrong.push(`${response.status} in ${tookMs.toFixed(0)} ms ${path} ${response.text.slice(0, 120)}`);
}

/** Keeps a connection open and acts on it from time to time, until it is closed or the rounds are over. */
async function hold(bytes, rounds, everyMs, act = () => {}) {
  const socket = connect(Number(new URL(program.url).port), "127.0.0.1").on("error", () => {});
  socket.pause().write(bytes);
  for (let round = 0; round < rounds && !socket.destroyed && !over.signal.aborted; round += 1) {
    await delay(everyMs);
    act(socket);
  }
  socket.destroy();
}
const head = (line, address, more = "") =>
  `${line} HTTP/1.1\r\nhost: localhost\r\nx-service-client-key: ${callerKey}\r\nx-forwarded-for: ${address}\r\n${more}\r\n`;

/** Requests a large page and reads a little from time to time. */
const readSlowly = () =>
  hold(head("GET /api/v0/markets?provider=bulky", "10.9.9.9"), 10, 300, (socket) => socket.read(1000));

/** Begins to send alert rules, and leaves before they are complete. */
const bodyHeaders = `x-alerts-key: ${"0".repeat(32)}\r\ncontent-type: application/json\r\ncontent-length: 250000\r\n`;
const writeSlowly = () =>
  hold(head("PUT /api/v0/alerts/rules", "10.9.9.8", bodyHeaders), 10, 300, (socket) =>
    socket.resume().write(" ".repeat(24_000)),
  );

/** Requests three large pages at once and reads none, so the service must buffer what the system does not. */
const stalled = (address) => head(`GET /api/v0/markets?limit=200&cursor=${made("stalled")}`, address);
const readNothing = (address) => hold(stalled(address) + stalled(address) + stalled(address), 160, 250);

const median = (list) => quantile(list, 0.5);
async function residentMebibytes() {
  const { text } = await get("/metrics");
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 / 1024;
}

const startedAt = performance.now();
const settled = [];
let highest = 0;
let sent = 0;
const over = new AbortController();
const again = async (round) => {
  while (!over.signal.aborted) await round();
};
const slow = [
  ...Array.from({ length: slowReaders }, () => [again(readSlowly), again(writeSlowly)]).flat(),
  ...Array.from({ length: stalledReaders }, (_, index) => again(() => readNothing(`10.8.0.${index}`))),
];
async function ask(kind, address) {
  while (sent < requests) {
    sent += 1;
    await one(kind, address);
    answered += 1;
  }
}
// Kinds of callers do not wait for each other: exporting a record takes as long as thousands of pages.
const asking = Object.entries(callers).flatMap(([kind, count], group) =>
  Array.from({ length: count }, (_, index) => ask(kind, `10.${group}.1.${index}`)),
);
const callersDone = Promise.all(asking).then(() => true);
for (let window = 1; window <= windows; window += 1) {
  const samples = [];
  const from = ordinaryMs.length;
  do samples.push(await residentMebibytes());
  while (
    !(await Promise.race([callersDone, delay(500, false)])) &&
    answered < Math.round((requests * window) / windows)
  );
  if (window > warmUp) settled.push(samples);
  highest = Math.max(highest, ...samples);
  const p99 = quantile(ordinaryMs.slice(from), 0.99);
  console.log(
    `${String(answered).padStart(8)} requests  memory ${median(samples).toFixed(0).padStart(4)} MiB  ordinary callers p99 ${p99.toFixed(0)} ms`,
  );
}
over.abort();
await Promise.all(slow);
const { code } = await program.stop();
await dispatcher.destroy();
upstream.close();

/** Logged defects, and lines that neither the log nor the program's start explains. */
const unexpected = program
  .output()
  .split("\n")
  .filter(
    (line) => !/^(?:\{|Yieldboard |Source: |Markets: |$)/.test(line) || line.includes('"event":"defect"'),
  );
const half = Math.floor(settled.length / 2);
const firstHalf = median(settled.slice(0, half).flat());
const secondHalf = median(settled.slice(half).flat());
const [p50, p95, p99, longest] = [0.5, 0.95, 0.99, 1].map((share) => quantile(ordinaryMs, share));
const statuses = [...counts].map(([outcome, count]) => `${outcome}: ${count}`).toSorted();
console.log(`
${answered} requests in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ${asked} requests, including retries, reached the upstream
statuses: ${statuses.join(", ")}
memory after warm-up: median of the first half ${firstHalf.toFixed(0)} MiB, of the second ${secondHalf.toFixed(0)} MiB; highest sample of the run ${highest.toFixed(0)} of ${maxMemory} MiB
ordinary callers: ${ordinaryMs.length} requests, p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)}, longest ${longest.toFixed(0)} ms, ${deniedByReaders} refused because of other callers' unread answers
${describeMachine()}, load ${loadavg()[0].toFixed(1)} at the end`);
const faultsFound = [
  ...wrong.map((line) => [true, `improper answer: ${line}`]),
  ...unexpected.map((line) => [true, `the program said: ${line.slice(0, 500)}`]),
  [code !== 0, `the service ended with code ${code}`],
  [!(p99 <= maxOrdinaryMs), `one ordinary request in a hundred took more than ${maxOrdinaryMs} ms`],
  [deniedByReaders > 0, "ordinary requests were refused because of other callers' unread answers"],
  [!(secondHalf <= firstHalf * (1 + maxGrowth)), `memory grew by more than ${maxGrowth * 100} %`],
  [!(highest <= maxMemory), `memory exceeded ${maxMemory} MiB`],
].filter(([isFault]) => isFault);
for (const [, words] of faultsFound) console.error(words);
console.log(faultsFound.length === 0 ? "soak passed" : "soak failed");
process.exitCode = faultsFound.length === 0 ? 0 : 1;
