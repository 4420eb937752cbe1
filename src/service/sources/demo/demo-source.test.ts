import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sol, usdc } from "../../../../tests/fixtures/mints.ts";
import { parseHistory, type HistoryBody, type HistoryRequest } from "../../../contract/history.ts";
import { knownProviders, marketTypes, predictionStatuses, type Market } from "../../../contract/market.ts";
import { parseMarketsPage, type MarketsBody } from "../../../contract/markets-page.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { dayMs } from "../../../contract/units.ts";
import type { MarketSource } from "../market-source.ts";
import { nothingSetAside } from "../source-answer.ts";
import { createDemoSource } from "./demo-source.ts";
import {
  bodyOf,
  call,
  createDemo,
  inside,
  october,
  refusalOf,
  textOf,
} from "../../../../tests/fixtures/demo.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";

const minuteMs = 60_000;

/** The default demo at a fixed instant, shared: it keeps nothing that one test could leave to another. */
const shared = createDemo();

/** Reads all pages; `between` runs after each page. */
async function readAll(
  sourceOf: (page: number) => MarketSource,
  request: MarketsRequest,
  limits: readonly number[],
  between: () => void = () => {},
): Promise<{ markets: Market[]; pages: number }> {
  const markets: Market[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const limit = limits[page % limits.length] ?? 50;
    const body = await pageOf(sourceOf(page), {
      ...request,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    expect(body.markets.length).toBeLessThanOrEqual(limit);
    markets.push(...body.markets);
    between();
    if (body.cursor === null) return { markets, pages: page + 1 };
    expect(body.markets.length).toBe(limit);
    cursor = body.cursor;
  }
}

async function pageOf(source: MarketSource, request: MarketsRequest): Promise<MarketsBody> {
  const { markets, cursor } = parseMarketsPage(await bodyOf(source.listMarkets(request, call)));
  return { markets: markets.map(({ market }) => market), cursor };
}

async function historyOf(source: MarketSource, request: HistoryRequest): Promise<HistoryBody> {
  return parseHistory(await bodyOf(source.history(request, call)));
}

const requests: fc.Arbitrary<MarketsRequest> = fc.record(
  {
    types: fc.subarray([...marketTypes], { minLength: 1 }),
    providers: fc.subarray([...knownProviders, "somebody"], { minLength: 1 }),
    assets: fc.subarray([usdc, sol], { minLength: 1 }),
    statuses: fc.subarray([...predictionStatuses], { minLength: 1 }),
  },
  { requiredKeys: [] },
);

function mintsOf(market: Market): readonly unknown[] {
  if (market.type === "prediction") return [];
  return ["token", "borrowToken", "tokenA", "tokenB"].map((name) => inside(market, name, "address"));
}

/** The rules of the filters, written a second time over whole markets. */
function matches(market: Market, request: MarketsRequest): boolean {
  const types: readonly string[] = request.types ?? marketTypes;
  const statuses: readonly unknown[] = request.statuses ?? ["open"];
  return (
    types.includes(market.type) &&
    (request.providers === undefined || request.providers.includes(market.provider.id)) &&
    (request.assets === undefined ||
      mintsOf(market).some((mint) => request.assets?.includes(String(mint)) === true)) &&
    (market.type !== "prediction" || statuses.includes(inside(market, "status")))
  );
}

async function firstCursor(source: MarketSource, request: MarketsRequest = {}): Promise<string> {
  const body = await pageOf(source, request);
  if (body.cursor === null) throw new Error("There is one page only.");
  return body.cursor;
}

async function tag(source: MarketSource, request: MarketsRequest): Promise<string | undefined> {
  return (await source.listMarkets(request, call)).tag;
}

describe("pages of the demo", () => {
  test("pages hold every matching market exactly once, across instances and while the clock moves", async () => {
    let clock = october + 17 * 3_600_000;
    const options = { markets: 120, seed: 1, now: () => clock };
    const first = createDemoSource(options);
    const second = createDemoSource(options);
    await fc.assert(
      fc.asyncProperty(
        requests,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 5 }),
        async (request, limits, seconds) => {
          const everything = await readAll(() => first, { statuses: predictionStatuses }, [200]);
          const wanted = everything.markets.filter((market) => matches(market, request));
          const { markets } = await readAll(
            (page) => (page % 2 === 0 ? first : second),
            request,
            limits,
            () => (clock += seconds * 1000),
          );
          expect(markets).toEqual(wanted);
          clock += 7 * 3_600_000 + 11_000;
        },
      ),
      runs(15),
    );
  }, 60_000);

  test.each([0, 1])("a demo of %i has as many markets, on one page", async (markets) => {
    const source = createDemo({ markets });
    expect(source.countMarkets?.()).toBe(markets);
    expect(await pageOf(source, {})).toMatchObject({ markets: { length: markets }, cursor: null });
  });
});

describe("cursors", () => {
  const first: MarketsRequest = { types: ["lending", "yield"] };

  test.each<[string, MarketsRequest, MarketSource]>([
    ["other types", { types: ["lending"] }, shared],
    ["a provider", { ...first, providers: ["kamino"] }, shared],
    ["an asset", { ...first, assets: [usdc] }, shared],
    ["a status", { ...first, statuses: ["closed"] }, shared],
    ["another seed", first, createDemo({ seed: 2 })],
    ["another size", first, createDemo({ markets: 536 })],
  ])("are of another query with %s", async (_what, request, source) => {
    const cursor = await firstCursor(shared, first);
    const refused = await refusalOf(() => source.listMarkets({ ...request, cursor }, call));
    expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining("another query") });
  });

  test("accept the same query with its lists in another order", async () => {
    const cursor = await firstCursor(shared, first);
    expect((await pageOf(shared, { types: ["yield", "lending"], cursor })).markets).not.toEqual([]);
  });

  test("are refused for different reasons when malformed and when altered", async () => {
    const cursor = await firstCursor(shared);
    const last = cursor.at(-2) === "A" ? "B" : "A";
    const changed = cursor.slice(0, -2) + last + cursor.slice(-1);
    const refused = async (sent: string) => refusalOf(() => shared.listMarkets({ cursor: sent }, call));
    expect((await refused("junk")).message).toContain("was not issued by this service");
    expect((await refused(changed)).message).toContain("was changed");
  });

  test("expire after 15 minutes of the demo's clock", async () => {
    let clock = october;
    const source = createDemoSource({ markets: 529, seed: 1, now: () => clock });
    const cursor = await firstCursor(source);
    clock = october + 15 * minuteMs;
    expect(await source.listMarkets({ cursor }, call)).toMatchObject({ ageSeconds: 15 * 60 });
    clock = october + 17 * minuteMs;
    expect((await refusalOf(() => source.listMarkets({ cursor }, call))).message).toContain("expired");
  });
});

describe("age and tags", () => {
  test("data is as old as its minute, and never ages on a frozen clock", async () => {
    let clock = october + 42_500;
    const source = createDemoSource({ markets: 529, seed: 1, now: () => clock });
    const first = await source.listMarkets({}, call);
    const cursor = await firstCursor(source);
    expect(first).toMatchObject({ ageSeconds: 42, stale: false, setAside: nothingSetAside });
    clock += 5 * minuteMs;
    const second = await source.listMarkets({ cursor }, call);
    expect(second.ageSeconds).toBe(342);
    expect((await shared.listMarkets({}, call)).ageSeconds).toBe(0);
  });

  test("instances give the same page the same tag, and different pages different tags", async () => {
    expect(await tag(shared, {})).toBe(await tag(shared, {}));
    const tags = await Promise.all([
      tag(shared, {}),
      tag(shared, { limit: 51 }),
      tag(shared, { types: ["loop"] }),
      tag(createDemo({ seed: 2 }), {}),
      tag(createDemo({ time: october + minuteMs }), {}),
    ]);
    expect(new Set(tags).size).toBe(5);
  });

  test("a market has the same text on every page, even with too many markets to cache", async () => {
    const source = createDemo({ markets: 20_000 });
    const first = await pageOf(source, { limit: 200 });
    const { markets } = await readAll(() => source, { statuses: predictionStatuses }, [200]);
    expect(new Set(markets.map(({ id }) => id)).size).toBe(source.countMarkets?.());
    expect(await pageOf(source, { limit: 200 })).toEqual(first);
  }, 30_000);

  test("writing a page does not block other requests", async () => {
    const { bytes } = await createDemo().listMarkets({ limit: 200 }, call);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await bytes();
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  test("names its kind, its number of markets and the day its facts were captured", async () => {
    const source = shared;
    expect(source).toMatchObject({ kind: "demo", label: "Demo", capturedAt: "2026-02-17" });
    expect(source.countMarkets?.()).toBe(529);
    expect(await source.ready(call.signal)).toBe(true);
  });
});

describe("history of the demo", () => {
  const marketIds = ["jupiter.earn.USDC"];
  const pointsOf = async (request: Omit<HistoryRequest, "marketIds">, source = shared) =>
    (await historyOf(source, { marketIds, ...request })).data.markets[0]?.history ?? [];

  test("ends at the current time and leaves out unfinished days", async () => {
    const source = createDemo({ time: october + 5 * 3_600_000 + 1 });
    const future = { endTime: october + 9 * dayMs };
    const days = await pointsOf({ startTime: october - dayMs, ...future, resolution: "1d" }, source);
    expect(days.map(({ timestamp }) => timestamp)).toEqual(["2026-09-30T00:00:00.000Z"]);
    expect(await pointsOf({ startTime: october, ...future, resolution: "1h" }, source)).toHaveLength(6);
  });

  test("defaults to hours for a month and to days beyond, and reaches back three years", async () => {
    expect(await pointsOf({ startTime: october - 31 * dayMs })).toHaveLength(31 * 24 + 1);
    expect(await pointsOf({ startTime: october - 32 * dayMs })).toHaveLength(32);
    expect(await pointsOf({ startTime: Date.UTC(1547, 0, 1) })).toHaveLength(3 * 366);
  });

  test("limits an answer to 20,000 points and to the hours that its days are averaged from", async () => {
    const many = Array.from({ length: 20 }, (_, index) => `market-${index}`);
    const of = async (days: number, resolution: "1h" | "1d"): Promise<unknown> =>
      shared.history({ marketIds: many, startTime: october - days * dayMs, resolution }, call);
    await expect(of(365, "1d")).resolves.toBeDefined();
    await expect(of(41, "1h")).resolves.toBeDefined();
    expect((await refusalOf(async () => of(400, "1d"))).message).toContain("shorter span");
    expect((await refusalOf(async () => of(42, "1h"))).message).toContain("resolution 1d");
  });
});

test("a seed and a time give the same bytes in every version, as screenshots and stories expect", async () => {
  const source = createDemo({ faulty: true });
  const { companions } = source;
  const wallets = (source.demoWallets ?? []).filter(({ name }) => name !== "Lender" && name !== "Looper");
  const startTime = october - 40 * dayMs;
  const marketIds = ["kamino.lend.HDsayqAsDWy3QvANGqh2yNraqcD8Fnjgh73Mhb3WRS5E"];
  const answers = {
    list: [companions.marketsByType(call)],
    predictions: [
      source.listMarkets({ types: ["prediction"], statuses: predictionStatuses, limit: 200 }, call),
    ],
    history: [source.history({ marketIds, startTime }, call)],
    positions: wallets.map(({ address: wallet }) => companions.positions({ wallet }, call)),
    pnl: wallets.map(({ address: wallet }) => companions.pnl({ wallet }, call)),
    past: wallets.map(({ address: wallet }) =>
      companions.positionHistory({ wallet, startTime, resolution: "1d" }, call),
    ),
    assets: [
      companions.assets({ limit: 200 }, call),
      companions.assetHistory({ id: `solana:${sol}`, startTime }, call),
    ],
  };
  const digests = Object.entries(answers).map(async ([name, all]) => {
    const hash = createHash("sha256");
    for (const text of await Promise.all(all.map(textOf))) hash.update(text);
    return [name, hash.digest("hex").slice(0, 12)];
  });
  expect(Object.fromEntries(await Promise.all(digests))).toMatchInlineSnapshot(`
    {
      "assets": "04131ddbbcf7",
      "history": "8eaec72f804c",
      "list": "fb2a3e422aff",
      "past": "c01f92beb649",
      "pnl": "091c218f8851",
      "positions": "b83dd4959b16",
      "predictions": "6405ed355084",
    }
  `);
});
