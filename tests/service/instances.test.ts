// Several instances with one store, each its own process: which one records, what happens when one is killed,
// and how many requests the upstream gets.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { build } from "vite";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { parseMarketsPage } from "../../src/contract/markets-page.ts";
import { openStore } from "../../src/service/store/open-store.ts";
import { recordedPolls } from "../fixtures/polls.ts";
import { recordedMarkets, startReplayServer } from "../fixtures/replay-server.ts";
import { busyMs, storeKinds, storePlaces } from "../fixtures/store-places.ts";

const root = join(import.meta.dirname, "..", "..");
const bundle = join(root, ".cache", "instances");
const key = "instances-of-a-test-0c44e2";
const waiting = { timeout: 25_000, interval: 50 };

const places = storePlaces();

beforeAll(async () => {
  await build({
    root,
    configFile: join(root, "vite.service.config.ts"),
    logLevel: "error",
    build: { ssr: "tests/fixtures/instance-process.ts", outDir: bundle, sourcemap: false },
  });
}, busyMs);

type Instance = ReturnType<typeof startInstance>;

function startInstance(store: string, settings: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(bundle, "main.js")], {
    env: { PATH: process.env["PATH"], STORE: store, CLIENT_KEYS: key, DEMO_MARKETS: "120", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await ended;
  });
  /** The lines it has printed so far. */
  const words = () => printed.split("\n");
  return { child, words };
}

function urlOf({ words }: Instance): string {
  return words().find((word) => word.startsWith("http:")) ?? "";
}

async function askInstance(instance: Instance, cursor: string | null) {
  const query = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
  const response = await fetch(`${urlOf(instance)}/api/v0/markets?type=lending&limit=10${query}`, {
    headers: { "x-service-client-key": key },
  });
  expect(response.status).toBe(200);
  const page = parseMarketsPage(await response.json());
  return { ids: page.markets.map(({ market }) => market.id), cursor: page.cursor };
}

/** Reads a list page by page, alternating between instances. */
async function readPages(instances: readonly Instance[], from: string | null = null): Promise<string[]> {
  const ids: string[] = [];
  let cursor = from;
  for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
    const instance = instances[turn % instances.length];
    if (instance === undefined) throw new Error("No instance is left.");
    const page = await askInstance(instance, cursor);
    ids.push(...page.ids);
    ({ cursor } = page);
  }
  return ids;
}

function keptBy(instance: Instance | undefined): number {
  return instance?.words().filter((word) => word === "kept").length ?? 0;
}

test.each(storeKinds)(
  "one of two instances on a store of kind %s records; the other takes over when it is killed",
  async (kind) => {
    const address = await places.newStore(kind);
    const setting = address.kind === "file" ? `file:${address.path}` : address.url;
    const both = [startInstance(setting), startInstance(setting)];
    const states = (): string[] =>
      both.map(({ words }) => words().findLast((word) => /^(?:recording|following)$/.test(word)) ?? "");
    await expect.poll(() => states().toSorted(), waiting).toEqual(["following", "recording"]);
    const leader = both.find(({ words }) => words().includes("recording"));
    const follower = both.find((one) => one !== leader);
    await expect.poll(() => keptBy(leader), waiting).toBeGreaterThan(1);
    leader?.child.kill("SIGKILL");
    await expect.poll(() => follower?.words(), waiting).toContain("recording");
    const keptBefore = keptBy(follower);
    await expect.poll(() => keptBy(follower), waiting).toBeGreaterThan(keptBefore);

    const store = await openStore(address, 60_000);
    onTestFinished(() => store.close());
    const markets = await store.markets();
    const polls = await recordedPolls(address);
    const marketIds = markets.slice(0, 20).map(({ id }) => id);
    const request = { marketIds, startTime: 0, endTime: Date.now() + 60_000, resolution: "raw" } as const;
    const kept = await store.history(request);
    expect(polls.every(({ complete }) => complete)).toBe(true);
    // Each market has exactly one reading per stored poll.
    for (const { series } of kept)
      expect(polls.map(({ time }) => time)).toEqual(Array.from(series.times).slice(0, polls.length));
  },
  busyMs,
);

test(
  "three instances send the upstream no more requests than one, and survive a killed leader",
  async () => {
    const added = Array.from({ length: 30 }, (_, index) => ({
      id: `added.${index}`,
      type: "lending",
      provider: { id: "kamino" },
    }));
    const upstream = await startReplayServer({ pageSize: 10, added });
    onTestFinished(() => upstream.close());
    const store = await places.postgres.createDatabase();
    const settings = {
      MARKETS_BASE_URL: upstream.baseUrl,
      MARKETS_CLIENT_KEY: upstream.key,
      MARKETS_FRESH_SECONDS: "600",
    };
    const three = Array.from({ length: 3 }, () => startInstance(store, settings));
    for (const instance of three) {
      await expect.poll(() => urlOf(instance), waiting).not.toBe("");
      await expect
        .poll(() => instance.words().some((word) => word === "recording" || word === "following"), waiting)
        .toBe(true);
    }

    const all = [...recordedMarkets(["lending"]), ...added].map(({ id }) => id).toSorted();
    for (const instance of three)
      await expect.poll(async () => (await askInstance(instance, null)).cursor, waiting).toMatch(/^~/);
    // Before the first listing, callers were answered from the upstream.
    const before = upstream.requests().length;
    for (const turn of [0, 1, 2])
      expect(await readPages([...three.slice(turn), ...three.slice(0, turn)])).toEqual(all);
    expect(upstream.requests().length).toBe(before);

    const leader = three.find(({ words }) => words().includes("recording"));
    const others = three.filter((instance) => instance !== leader);
    const [other] = others;
    if (leader === undefined || other === undefined) throw new Error("No instance records.");
    const begun = await askInstance(leader, null);
    leader.child.kill("SIGKILL");
    expect([...begun.ids, ...(await readPages(others, begun.cursor))]).toEqual(all);
    expect(await readPages([other])).toEqual(all);
    await expect.poll(() => others.some(({ words }) => words().includes("recording")), waiting).toBe(true);
    await expect.poll(() => others.some((instance) => keptBy(instance) > 1), waiting).toBe(true);
    // The new leader has requested each page once and nothing else.
    const asked = upstream
      .requests()
      .slice(before)
      .map(({ query }) => query.toString());
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((query) => query.includes("type="))).toEqual([]);
  },
  busyMs,
);
