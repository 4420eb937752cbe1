// A long run of the built service, with little memory, against an upstream that fails at random and sends what is made to hurt,
// among callers that read slowly, leave early or ask for more than their share: does its memory stay flat, does every request
// get a proper answer, does anything end the process, and what do the callers notice who do none of that? By hand:
// npm run soak [requests]. Exits 1 when something is wrong.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { quantile, startBare, startService } from "./shared.mjs";

const requests = Number(process.argv[2] ?? 200_000);
const heapMebibytes = 384;
/** Callers by what they do. Each asks from an address of its own. */
const callers = { ordinary: 8, odd: 12, hostile: 4 };
/** Those who read slowly, and as many who write slowly. */
const slowReaders = 8;
/** Clients that read nothing of large answers made for them alone, each from an address of its own. */
const stalledReaders = 60;
const windows = 20;
/** Windows of the run that count as warm-up: caches fill, the compiler settles. */
const warmUp = 5;
/** How much higher the median of the second half after warm-up may be. Within each, memory rises and falls with every load of the list. */
const mostGrowth = 0.1;
/** The largest a container may be, in MiB. No sample may pass it. */
const mostMemory = 768;
/** What the slowest request in a hundred of an ordinary caller may take. Milliseconds. */
const longestOrdinaryMs = 500;
const callerKey = "soak-caller-9f0c2e7a41d86b53";

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
const packed = { ...json, "content-encoding": "gzip" };
const send =
  (headers, body, status = 200) =>
  (response) =>
    response.writeHead(status, headers).end(body);
/** `text` again and again between `head` and `tail`, up to `bytes`. */
const repeated = (head, text, tail, bytes) =>
  gzipSync(head + `${text},`.repeat(Math.floor(bytes / (text.length + 1))) + text + tail);
const openMarket =
  '{"cursor":null,"markets":[{"id":"a","type":"lending","provider":{"id":"p"},"additionalData":[';
const manyKeys = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, index]));
const mebibytes8 = 8 * 1024 * 1024;
const healthy = [
  ...Array.from({ length: 30 }, () => send(json, page(20))),
  ...Array.from({ length: 15 }, () => send(packed, gzipSync(page(200)))),
  ...Array.from({ length: 5 }, () => send(json, page(20, 3))),
];
const bulky = send(
  packed,
  gzipSync(`${page(200).slice(0, -1)},"note":"x"}`.replace("m0", "m".repeat(1_500_000))),
);
/** A body of its own each time. */
const [bulkyHead, bulkyTail] = page(20)
  .replace("m0", `${"m".repeat(1_500_000)}|`)
  .split("|");
const bulkyOfOne = (response) => send(json, bulkyHead + made("") + bulkyTail)(response);
/** A list that is good and never ends: no page fails. */
const filler = "x".repeat(1400);
const endless = (response, incoming) => {
  const at = Number(/cursor=e(\d+)/.exec(incoming.url)?.[1] ?? 0);
  const markets = Array.from({ length: 200 }, (_, index) => ({
    ...market(`e${at}-${index}`),
    productName: filler,
  }));
  send(json, JSON.stringify({ markets, cursor: `e${at + 1}` }))(response);
};
const hang = () => {};
const failing = send(json, "{}", 500);
const limited = send({ ...json, "retry-after": "1" }, "{}", 429);
const faults = [
  hang,
  (response) => response.writeHead(200, json).write('{"markets":['),
  (response, incoming) => incoming.socket.resetAndDestroy(),
  (response, incoming) => {
    response.writeHead(200, { ...json, "content-length": "9999" });
    response.write('{"markets":[', () => incoming.socket.resetAndDestroy());
  },
  send(json, '{"markets":[{"id":'),
  send({ "content-type": "text/html" }, "<h1>Maintenance</h1>"),
  send(json, "{}", 400),
  send(json, "{}", 404),
  send({ ...json, "retry-after": "0" }, "{}", 429),
  failing,
  send(json, "{}", 502),
  send(json, "{}", 503),
  send({ location: "http://127.0.0.1:9/" }, "", 302),
  send(json, page(20, 20)),
];
const hostilePages = [
  send(packed, gzipSync(Buffer.alloc(32 * 1024 * 1024, " "))),
  send(json, Buffer.alloc(9_000_000, " ")),
  send(packed, repeated('{"cursor":null,"markets":[', "0", "]}", mebibytes8)),
  send(packed, repeated('{"cursor":null,"markets":[', "0", "]}", 2_000_000)),
  send(packed, repeated('{"cursor":null,"markets":[', "{}", "]}", mebibytes8)),
  send(packed, repeated(openMarket, "[]", "]}]}", 2_000_000)),
  // As many values as are let through.
  send(packed, repeated(openMarket, "[]", "]}]}", 145_000)),
  send(packed, repeated(openMarket, JSON.stringify(manyKeys), "]}]}", 2_000_000)),
  send(
    packed,
    repeated('{"cursor":null,"markets":[', '{"id":"a","type":"x","provider":{"id":"p"}}', "]}", mebibytes8),
  ),
  send(json, `${openMarket}${"[".repeat(200_000)}${"]".repeat(200_000)}]}]}`),
  send(json, page(1000)),
  bulky,
  failing,
  hang,
];
let answered = 0;
let asked = 0;
const upstream = createServer((incoming, response) => {
  asked += 1;
  response.on("error", () => {});
  const now = performance.now();
  const url = incoming.url ?? "";
  // Storms now and then, so that the circuit opens and closes and quiet times begin and end many times in a run.
  const storm =
    now % 60_000 > 59_000
      ? hang
      : now % 20_000 > 19_500
        ? failing
        : now % 20_000 > 9500 && now % 20_000 < 10_000
          ? limited
          : undefined;
  // Only the recorder asks for whole pages of all types, and goes on with them.
  const isPaging = /cursor=e\d/.test(url) || url.endsWith("/markets?limit=200");
  const behave =
    (isPaging ? endless : storm) ??
    (url.includes("cursor=stalled")
      ? bulkyOfOne
      : url.includes("cursor=hostile")
        ? pick(hostilePages)
        : url.includes("cursor=odd") && random() < 0.2
          ? pick(faults)
          : url.includes("provider=bulky")
            ? bulky
            : pick(healthy));
  behave(response, incoming);
});
upstream.on("connection", (socket) => socket.on("error", () => {}));
upstream.listen(0, "127.0.0.1");
await once(upstream, "listening");

// ---- the service, and a server that does nothing, for what the machine itself makes requests wait
const folder = mkdtempSync(join(tmpdir(), "yieldboard-soak-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const { child, port, said } = await startService(
  {
    CLIENT_KEYS: callerKey,
    LOG_LEVEL: "error",
    TRUSTED_PROXY_HOPS: "1",
    RATE_LIMIT_PER_ADDRESS: "0",
    RATE_LIMIT_PER_KEY: "0",
    // The record is written meanwhile, of a listing that is good and never ends.
    STORE: `file:${join(folder, "soak.db")}`,
    RECORD_EVERY: "10s",
    MARKETS_BASE_URL: `http://127.0.0.1:${upstream.address().port}/api`,
    MARKETS_CLIENT_KEY: "soak-upstream",
    MARKETS_ATTEMPT_TIMEOUT_MS: "1000",
    MARKETS_TOTAL_TIMEOUT_MS: "2500",
    MARKETS_FRESH_SECONDS: "5",
    MARKETS_STALE_SECONDS: "60",
  },
  [`--max-old-space-size=${heapMebibytes}`],
);
const hasExited = () => child.exitCode !== null || child.signalCode !== null;
const bare = await startBare({}, Buffer.from("{}"));
const bareMs = [];

// ---- the callers
const agent = new Agent({ keepAlive: true });
/** @returns {Promise<{ status: number, text: string }>} status 0 when the request was given up or broke */
async function get(path, { key = callerKey, address = "10.0.0.1", giveUpAfterMs, to = port } = {}) {
  const headers = { "x-service-client-key": key, "x-forwarded-for": address };
  const outgoing = request({ host: "127.0.0.1", port: to, path, agent, headers }).end();
  outgoing.on("error", () => {});
  if (giveUpAfterMs !== undefined) setTimeout(() => outgoing.destroy(), giveUpAfterMs);
  try {
    const [incoming] = await once(outgoing, "response");
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    return { status: incoming.statusCode, text: Buffer.concat(chunks).toString() };
  } catch {
    return { status: 0, text: "" };
  }
}

const counts = new Map();
const wrong = [];
const expected = new Set([200, 400, 401, 404, 429, 502, 503, 504]);
const types = ["lending", "yield", "loop", "lending,yield,loop"];
const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** The text of an address; one in some is none by its length in bytes. */
const wallet = () => Array.from({ length: 43 }, () => pick(letters)).join("");
const made = (name) => `${name}${Math.floor(random() * 1e9)}`;

/** What one kind of caller asks for next. */
const questions = {
  ordinary: () =>
    random() < 0.1
      ? "/api/dashboard"
      : random() < 0.1
        ? "/healthz"
        : `/api/v0/markets?type=${pick(types)}&limit=200`,
  odd() {
    const dice = random();
    if (dice < 0.02) return "/api/v0/markets?limit=0";
    if (dice < 0.04) return "/api/v0/nothing";
    if (dice < 0.1)
      return `/api/v0/markets/history?marketIds=m${Math.floor(random() * 50)}&startTime=2026-10-01`;
    if (dice < 0.13) return `/api/v0/positions/${pick(["owners", "pnl"])}?walletAddresses=${wallet()}`;
    if (dice < 0.14) return `/api/v0/positions/history?walletAddress=${wallet()}&startTime=2026-11-01`;
    if (dice < 0.17) return `/api/v0/assets?limit=50&cursor=${made("odd")}`;
    if (dice < 0.19) return `/api/v0/search?query=${made("usd")}`;
    if (dice < 0.2) return pick(["/api/v0/changes?since=7d", "/api/v0/record/summary"]);
    if (dice < 0.205) return `/api/v0/changes?since=${new Date(Date.now() - random() * 1e9).toISOString()}`;
    if (dice < 0.21) return "/api/v0/record/export?format=csv&resolution=raw&from=2026-01-01";
    if (dice < 0.5) return `/api/v0/markets?limit=200&cursor=${made("odd")}`;
    return `/api/v0/markets?limit=${1 + Math.floor(random() * 100)}`;
  },
  hostile: () => `/api/v0/markets?limit=200&cursor=${made("hostile")}`,
};

/** Durations of the ordinary callers' requests, in milliseconds. */
const ordinaryMs = [];
/** Ordinary requests that were refused because of what others do not read. */
let deniedByReaders = 0;

async function one(kind, address) {
  const path = questions[kind]();
  const leaves = kind === "odd" && random() < 0.02;
  const isStranger = kind === "odd" && !leaves && random() < 0.02;
  const startedAt = performance.now();
  const { status, text } = await get(path, {
    key: isStranger ? "stranger" : callerKey,
    address,
    giveUpAfterMs: leaves ? random() * 5 : undefined,
  });
  if (kind === "ordinary") {
    if (status === 503 && text.includes("Too many answers are being sent")) deniedByReaders += 1;
    ordinaryMs.push(performance.now() - startedAt);
    if (random() < 0.1) {
      const bareStartedAt = performance.now();
      await get("/", { to: bare.port });
      bareMs.push(performance.now() - bareStartedAt);
    }
  }
  counts.set(`${kind} ${status}`, (counts.get(`${kind} ${status}`) ?? 0) + 1);
  if (leaves && status === 0) return;
  const readable = (() => {
    if (status === 200 && path.includes("/export?"))
      return text.startsWith("timestamp,") && text.endsWith("\n");
    // Whether a large answer is whole shows at its end; one in fifty is read.
    if (text.length > 10_000 && random() > 0.02) return status === 200 && text.endsWith("}");
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

/** Holds a connection open and does something with it now and then, until it is cut off or gives up. */
async function hold(bytes, rounds, everyMs, act = () => {}) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.pause().write(bytes);
  for (let round = 0; round < rounds && !socket.destroyed && !over.signal.aborted; round += 1) {
    await delay(everyMs);
    act(socket);
  }
  socket.destroy();
}
const head = (line, address, more = "") =>
  `${line} HTTP/1.1\r\nhost: localhost\r\nx-service-client-key: ${callerKey}\r\nx-forwarded-for: ${address}\r\n${more}\r\n`;

/** Asks for a large page and reads a little now and then. */
const readSlowly = () =>
  hold(head("GET /api/v0/markets?provider=bulky", "10.9.9.9"), 10, 300, (socket) => socket.read(1000));

/** Begins to hand over alert rules, sends most of them, and goes away before their end. */
const bodyHeaders = `x-alerts-key: ${"0".repeat(32)}\r\ncontent-type: application/json\r\ncontent-length: 250000\r\n`;
const writeSlowly = () =>
  hold(head("PUT /api/v0/alerts/rules", "10.9.9.8", bodyHeaders), 10, 300, (socket) =>
    socket.resume().write(" ".repeat(24_000)),
  );

/** Asks for three large pages at once and takes nothing of them: what the system does not hold of them, the service does. */
const readNothing = (address) =>
  hold(
    [1, 2, 3].map(() => head(`GET /api/v0/markets?limit=200&cursor=${made("stalled")}`, address)).join(""),
    160,
    250,
  );

const median = (list) => quantile(list, 0.5);
async function memory() {
  const { text } = await get("/metrics");
  const value = (name) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]) / 1024 / 1024;
  return { rss: value("process_resident_memory_bytes"), heap: value("nodejs_heap_size_used_bytes") };
}

const startedAt = performance.now();
const table = [];
let sent = 0;
const over = new AbortController();
const slow = [
  ...Array.from({ length: slowReaders }, () => [readSlowly, writeSlowly]).flat(),
  ...Array.from({ length: stalledReaders }, (_, index) => () => readNothing(`10.8.0.${index}`)),
].map(async (round) => {
  while (!over.signal.aborted && !hasExited()) await round();
});
const everybody = Object.entries(callers).flatMap(([kind, count], group) =>
  Array.from({ length: count }, (_, index) => ({ kind, address: `10.${group}.1.${index}` })),
);
// No caller waits for another at the end of a window: one export of a long record takes as long as thousands of pages.
const callersDone = Promise.all(
  everybody.map(async ({ kind, address }) => {
    while (sent < requests && !hasExited()) {
      sent += 1;
      await one(kind, address);
      answered += 1;
    }
  }),
).then(() => true);
for (let window = 1; window <= windows && !hasExited(); window += 1) {
  const until = Math.round((requests * window) / windows);
  const samples = [await memory()];
  const from = ordinaryMs.length;
  for (;;) {
    const isDone = await Promise.race([callersDone, delay(500, false)]);
    samples.push(await memory());
    if (isDone || answered >= until || hasExited()) break;
  }
  const row = {
    requests: answered,
    samples: samples.map((s) => s.rss),
    rss: median(samples.map((s) => s.rss)),
    heap: Math.min(...samples.map((s) => s.heap)),
  };
  table.push(row);
  console.log(
    `${String(row.requests).padStart(8)} requests  rss ${row.rss.toFixed(0).padStart(4)} MiB  heap after collection ${row.heap.toFixed(1).padStart(6)} MiB  ordinary callers p99 ${quantile(ordinaryMs.slice(from), 0.99).toFixed(0)} ms`,
  );
}
over.abort();
await Promise.all(slow);
const seconds = (performance.now() - startedAt) / 1000;

const settled = table.slice(warmUp);
const halfway = Math.floor(settled.length / 2);
const [firstHalf, secondHalf] = [settled.slice(0, halfway), settled.slice(halfway)].map((rows) =>
  median(rows.flatMap((row) => row.samples)),
);
const growth = secondHalf / firstHalf - 1;
const highest = Math.max(...table.flatMap((row) => row.samples));
child.kill("SIGTERM");
const [code] = hasExited() ? [child.exitCode] : await once(child, "exit");
agent.destroy();
bare.child.kill();
upstream.closeAllConnections();
upstream.close();

console.log(
  `\n${answered} requests in ${seconds.toFixed(0)} s, ${asked} of them or their repeats reached the upstream`,
);
console.log(
  `statuses: ${[...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => `${status.replace(/ 0$/, " left")}: ${count}`)
    .join(", ")}`,
);
console.log(
  `memory after warm-up: median of the first half ${firstHalf.toFixed(0)} MiB, of the second ${secondHalf.toFixed(0)} MiB; highest sample of the run ${highest.toFixed(0)} MiB`,
);
const p99 = quantile(ordinaryMs, 0.99);
const describe = (list) => {
  const [p50, p95, p99th, longest] = [0.5, 0.95, 0.99, 1].map((share) => quantile(list, share).toFixed(0));
  return `${list.length} requests, p50 ${p50}, p95 ${p95}, p99 ${p99th}, longest ${longest} ms`;
};
console.log(
  `ordinary callers: ${describe(ordinaryMs)}, ${deniedByReaders} refused for what others do not read`,
);
console.log(`the same to a server that does nothing: ${describe(bareMs)}`);
const verdicts = [
  [said.errors !== "", `the service wrote to standard error: ${said.errors.slice(0, 500)}`],
  [said.defects !== "", `the service found defects of its own: ${said.defects.slice(0, 1000)}`],
  [code !== 0, `the service ended with code ${code}`],
  [!(p99 <= longestOrdinaryMs), `one ordinary request in a hundred took more than ${longestOrdinaryMs} ms`],
  [deniedByReaders > 0, "ordinary requests were refused for what others do not read"],
  [!(growth <= mostGrowth), `memory grew by more than ${mostGrowth * 100} %`],
  [!(highest <= mostMemory), `memory passed ${mostMemory} MiB`],
];
const faultsFound = [
  ...wrong.map((line) => `improper answer: ${line}`),
  ...verdicts.flatMap(([isFault, words]) => (isFault ? [words] : [])),
];
for (const line of faultsFound) console.error(line);
console.log(faultsFound.length === 0 ? "soak passed" : "soak failed");
process.exitCode = faultsFound.length === 0 ? 0 : 1;
