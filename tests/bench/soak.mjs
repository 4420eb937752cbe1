// A long run of the built service against an upstream that fails at random: does its memory stay flat, does every request get
// a proper answer, does anything end the process? By hand: npm run soak [requests]. Exits 1 when something is wrong.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const requests = Number(process.argv[2] ?? 200_000);
const concurrency = 40;
const windows = 20;
/** Windows of the run that count as warm-up: caches fill, the compiler settles. */
const warmUp = 5;
const tolerance = 0.1;
const callerKey = "soak-caller";

// ---- a generator of its own, so that a run can be repeated
let seed = Number(process.env.SOAK_SEED ?? 1);
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};
const pick = (list) => list[Math.floor(random() * list.length)];

// ---- the upstream
const market = (id) => ({
  id,
  type: "lending",
  provider: { id: "kamino", name: "Kamino", icon: null },
  productName: `Product ${id}`,
  token: { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC", decimals: 6, icon: null },
  depositApy: random(),
  baseDepositApy: random(),
  totalDepositUsd: random() * 1e8,
  rewards: [{ type: "deposit", apy: 0.01, marketAction: "deposit" }],
});
const page = (count, broken = 0) =>
  JSON.stringify({
    markets: Array.from({ length: count }, (_, index) =>
      index < broken ? { id: `b${index}`, type: "lending", provider: {} } : market(`m${index}`),
    ),
    cursor: `c${Math.floor(random() * 1e9)}`,
  });
const json = { "content-type": "application/json" };
const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, " "));
const huge = Buffer.alloc(9_000_000, " ");
const healthy = [
  (response) => response.writeHead(200, json).end(page(20)),
  (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(page(60))),
  (response) => response.writeHead(200, json).end(page(20, 3)),
];
const faults = [
  () => {},
  (response) => response.writeHead(200, json).write('{"markets":['),
  (response, incoming) => incoming.socket.resetAndDestroy(),
  (response, incoming) => {
    response.writeHead(200, { ...json, "content-length": "9999" });
    response.write('{"markets":[', () => incoming.socket.resetAndDestroy());
  },
  (response) => response.writeHead(200, json).end('{"markets":[{"id":'),
  (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>"),
  (response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(bomb),
  (response) => response.writeHead(200, json).end(huge),
  (response) => response.writeHead(400, json).end("{}"),
  (response) => response.writeHead(404, json).end("{}"),
  (response) => response.writeHead(429, { ...json, "retry-after": "0" }).end("{}"),
  (response) => response.writeHead(500, json).end("{}"),
  (response) => response.writeHead(502, json).end("{}"),
  (response) => response.writeHead(503, json).end("{}"),
  (response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
  (response) => response.writeHead(200, json).end(page(20, 20)),
];
let answered = 0;
let asked = 0;
const upstream = createServer((incoming, response) => {
  asked += 1;
  response.on("error", () => {});
  // A storm now and then, so that the circuit opens and closes many times in a run.
  const storm = performance.now() % 20_000 > 19_500;
  (storm ? faults[11] : random() < 0.2 ? pick(faults) : pick(healthy))(response, incoming);
});
upstream.on("connection", (socket) => socket.on("error", () => {}));
upstream.listen(0, "127.0.0.1");
await once(upstream, "listening");

// ---- the service
const main = join(import.meta.dirname, "..", "..", "dist", "service", "main.js");
const child = spawn(process.execPath, [main], {
  env: {
    PATH: process.env.PATH,
    PORT: "0",
    HOST: "127.0.0.1",
    CLIENT_KEYS: callerKey,
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_ADDRESS: "0",
    RATE_LIMIT_PER_KEY: "0",
    MARKETS_BASE_URL: `http://127.0.0.1:${upstream.address().port}/api`,
    MARKETS_CLIENT_KEY: "soak-upstream",
    MARKETS_ATTEMPT_TIMEOUT_MS: "1000",
    MARKETS_TOTAL_TIMEOUT_MS: "2500",
    MARKETS_FRESH_SECONDS: "1",
    MARKETS_STALE_SECONDS: "20",
  },
  stdio: ["ignore", "pipe", "pipe"],
});
let errors = "";
let defects = "";
child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
const hasExited = () => child.exitCode !== null || child.signalCode !== null;
const port = await new Promise((resolve, reject) => {
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    defects += text
      .split("\n")
      .filter((line) => line.includes('"event":"defect"'))
      .join("\n");
    printed = (printed + text).slice(-2000);
    const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    if (found !== undefined) resolve(Number(found));
  });
  child.once("exit", () => reject(new Error(`The service ended at once:\n${printed}${errors}`)));
});

// ---- the callers
const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
/** @returns {Promise<{ status: number, text: string }>} status 0 when the request was given up or broke */
const get = (path, { key = callerKey, giveUpAfterMs } = {}) =>
  new Promise((resolve) => {
    const outgoing = request(
      { host: "127.0.0.1", port, path, agent, headers: { "x-service-client-key": key } },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        incoming.on("end", () => resolve({ status: incoming.statusCode, text }));
        incoming.on("error", () => resolve({ status: 0, text: "" }));
      },
    );
    outgoing.on("error", () => resolve({ status: 0, text: "" }));
    if (giveUpAfterMs !== undefined) setTimeout(() => outgoing.destroy(), giveUpAfterMs);
    outgoing.end();
  });

const counts = new Map();
const wrong = [];
const expected = new Set([200, 400, 401, 404, 429, 502, 503, 504]);
async function one(index) {
  const dice = random();
  const leaves = dice > 0.98;
  const path =
    dice < 0.02
      ? "/api/v0/markets?limit=0"
      : dice < 0.04
        ? "/api/v0/nothing"
        : dice < 0.1
          ? `/api/v0/markets/history?marketIds=m${index % 50}&startTime=2026-10-01`
          : dice < 0.5
            ? `/api/v0/markets?limit=200&cursor=c${Math.floor(random() * 1e9)}`
            : `/api/v0/markets?limit=${1 + Math.floor(random() * 100)}`;
  const { status, text } = await get(path, {
    key: dice > 0.96 && !leaves ? "stranger" : callerKey,
    giveUpAfterMs: leaves ? random() * 5 : undefined,
  });
  counts.set(status, (counts.get(status) ?? 0) + 1);
  if (leaves && status === 0) return;
  const readable = (() => {
    try {
      const body = JSON.parse(text);
      return status === 200
        ? typeof body === "object"
        : body.statusCode === status && typeof body.code === "string";
    } catch {
      return false;
    }
  })();
  if ((!expected.has(status) || !readable) && wrong.length < 10)
    wrong.push(`${status} ${path} ${text.slice(0, 120)}`);
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
async function memory() {
  const { text } = await get("/metrics");
  const value = (name) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / 1024 / 1024;
  return { rss: value("process_resident_memory_bytes"), heap: value("nodejs_heap_size_used_bytes") };
}

const startedAt = performance.now();
const table = [];
let sent = 0;
for (let window = 1; window <= windows && !hasExited(); window += 1) {
  const until = Math.round((requests * window) / windows);
  const samples = [];
  const sampler = setInterval(() => void memory().then((sample) => samples.push(sample)), 500);
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (sent < until && !hasExited()) {
        sent += 1;
        await one(sent);
        answered += 1;
      }
    }),
  );
  clearInterval(sampler);
  samples.push(await memory());
  const row = {
    requests: answered,
    rss: median(samples.map((s) => s.rss)),
    heap: Math.min(...samples.map((s) => s.heap)),
  };
  table.push(row);
  console.log(
    `${String(row.requests).padStart(8)} requests  rss ${row.rss.toFixed(0).padStart(4)} MiB  heap after collection ${row.heap.toFixed(1).padStart(6)} MiB`,
  );
}
const seconds = (performance.now() - startedAt) / 1000;

const settled = table.slice(warmUp).map((row) => row.rss);
const middle = median(settled);
const spread = Math.max(...settled.map((rss) => Math.abs(rss - middle) / middle));
const { text: metrics } = await get("/metrics");
child.kill("SIGTERM");
const [code] = hasExited() ? [child.exitCode] : await once(child, "exit");
agent.destroy();
upstream.closeAllConnections();
upstream.close();

console.log(
  `\n${answered} requests in ${seconds.toFixed(0)} s, ${asked} of them or their repeats reached the upstream`,
);
console.log(
  `statuses: ${[...counts]
    .toSorted((a, b) => a[0] - b[0])
    .map(([status, count]) => `${status === 0 ? "left" : status} ${count}`)
    .join(", ")}`,
);
for (const name of ["yieldboard_upstream_attempts_total", "yieldboard_cache_answers_total"]) {
  const lines = metrics.matchAll(new RegExp(`^${name}\\{[a-z]+="([^"]+)"\\} (\\d+)`, "gm"));
  console.log(`${name}: ${[...lines].map(([, label, count]) => `${label} ${count}`).join(", ")}`);
}
console.log(
  `memory after warm-up: median ${middle.toFixed(0)} MiB, furthest from it ${(spread * 100).toFixed(1)} %`,
);
const faultsFound = [
  ...wrong.map((line) => `improper answer: ${line}`),
  ...(errors === "" ? [] : [`the service wrote to standard error: ${errors.slice(0, 500)}`]),
  ...(defects === "" ? [] : [`the service found defects of its own: ${defects.slice(0, 1000)}`]),
  ...(code === 0 ? [] : [`the service ended with code ${code}`]),
  ...(spread <= tolerance ? [] : [`memory moved by more than ${tolerance * 100} %`]),
];
for (const line of faultsFound) console.error(line);
console.log(faultsFound.length === 0 ? "soak passed" : "soak failed");
process.exitCode = faultsFound.length === 0 ? 0 : 1;
