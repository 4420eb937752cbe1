import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sol, usdc } from "../../../../tests/fixtures/mints.ts";
import { parseHistory, type HistoryRequest } from "../../../contract/history.ts";
import { knownProviders, marketTypes, predictionStatuses, type Market } from "../../../contract/market.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { dayMs, minuteMs } from "../../../contract/units.ts";
import type { MarketSource } from "../market-source.ts";
import { nothingSetAside } from "../source-response.ts";
import { createDemoSource } from "./demo-source.ts";
import {
  bodyOf,
  call,
  createDemo,
  inside,
  october,
  refusalOf,
  sharedDemo as shared,
  textOf,
} from "../../../../tests/fixtures/demo.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";

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

async function pageOf(source: MarketSource, request: MarketsRequest) {
  const { markets, cursor } = parseMarketsPage(await bodyOf(source.listMarkets(request, call)));
  return { markets: markets.map(({ market }) => market), cursor };
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

/** The rules of the filters, implemented again for whole markets. */
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
  });

  test.each([0, 1, 529])("a demo of %i has as many markets, and says what it is", async (markets) => {
    const source = markets === 529 ? shared : createDemo({ markets });
    expect(source).toMatchObject({ kind: "demo", label: "Demo", capturedAt: "2026-02-17" });
    expect(await source.ready(call.signal)).toBe(true);
    expect(source.countMarkets?.()).toBe(markets);
    const { markets: listed } = await readAll(() => source, { statuses: predictionStatuses }, [200]);
    expect(listed).toHaveLength(markets);
  });
});

async function cursorOf(source: MarketSource, request: MarketsRequest): Promise<string> {
  return (await pageOf(source, request)).cursor ?? "";
}

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
    const sent = { ...request, cursor: await cursorOf(shared, first) };
    expect((await refusalOf(() => source.listMarkets(sent, call))).message).toContain("for this query");
  });

  test("accept the same lists in another order, and are refused when malformed or 15 minutes old", async () => {
    let clock = october;
    const source = createDemoSource({ markets: 529, seed: 1, now: () => clock });
    const cursor = await cursorOf(source, first);
    expect((await pageOf(source, { types: ["yield", "lending"], cursor })).markets).not.toEqual([]);
    const refused = (sent: string) => refusalOf(() => source.listMarkets({ ...first, cursor: sent }, call));
    expect(await refused("junk")).toMatchObject({ statusCode: 400, code: "cursor-refused" });
    expect((await refused("junk")).message).toContain("was not issued by this service");
    clock += 15 * minuteMs;
    expect(await source.listMarkets({ ...first, cursor }, call)).toMatchObject({ ageSeconds: 15 * 60 });
    clock += 2 * minuteMs;
    expect((await refused(cursor)).message).toContain("expired");
  });
});

describe("age and tags", () => {
  test("data is as old as its minute, and never ages on a frozen clock", async () => {
    let clock = october + 42_500;
    const source = createDemoSource({ markets: 529, seed: 1, now: () => clock });
    const first = await source.listMarkets({}, call);
    const cursor = await cursorOf(source, {});
    expect(first).toMatchObject({ ageSeconds: 42, stale: false, setAside: nothingSetAside });
    clock += 5 * minuteMs;
    expect((await source.listMarkets({ cursor }, call)).ageSeconds).toBe(342);
    expect((await shared.listMarkets({}, call)).ageSeconds).toBe(0);
  });

  test("instances give the same page the same tag, and different pages different tags", async () => {
    const asked: readonly (readonly [MarketSource, MarketsRequest])[] = [
      [shared, {}],
      [createDemo(), {}],
      [shared, { limit: 51 }],
      [shared, { types: ["loop"] }],
      [createDemo({ seed: 2 }), {}],
      [createDemo({ time: october + minuteMs }), {}],
    ];
    const tags: (string | undefined)[] = [];
    for (const [source, request] of asked) tags.push((await source.listMarkets(request, call)).tag);
    expect([tags[0] === tags[1], new Set(tags).size]).toEqual([true, 5]);
  });

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
});

async function pointsOf(request: Omit<HistoryRequest, "marketIds">, source = shared) {
  const response = source.history({ marketIds: ["jupiter.earn.USDC"], ...request }, call);
  return parseHistory(await bodyOf(response)).data.markets[0]?.history ?? [];
}

describe("history of the demo", () => {
  test("ends now without unfinished days, has hours for a month and days beyond, and is three years long", async () => {
    const source = createDemo({ time: october + 5 * 3_600_000 + 1 });
    const future = { endTime: october + 9 * dayMs };
    const days = await pointsOf({ startTime: october - dayMs, ...future, resolution: "1d" }, source);
    expect(days.map(({ timestamp }) => timestamp)).toEqual(["2026-09-30T00:00:00.000Z"]);
    expect(await pointsOf({ startTime: october, ...future, resolution: "1h" }, source)).toHaveLength(6);
    expect(await pointsOf({ startTime: october - 31 * dayMs })).toHaveLength(31 * 24 + 1);
    expect(await pointsOf({ startTime: october - 32 * dayMs })).toHaveLength(32);
    expect(await pointsOf({ startTime: Date.UTC(1547, 0, 1) })).toHaveLength(3 * 366);
  });

  test("limits an answer to 20,000 points and to the hours that its days are averaged from", async () => {
    const marketIds = Array.from({ length: 20 }, (_, index) => `market-${index}`);
    const of = (days: number, resolution: "1h" | "1d"): unknown =>
      shared.history({ marketIds, startTime: october - days * dayMs, resolution }, call);
    await expect(of(365, "1d")).resolves.toBeDefined();
    await expect(of(41, "1h")).resolves.toBeDefined();
    expect((await refusalOf(() => of(400, "1d"))).message).toContain("shorter span");
    expect((await refusalOf(() => of(42, "1h"))).message).toContain("resolution 1d");
  });
});

test("a seed and a time give the same bytes in every version, as screenshots and stories expect", async () => {
  const source = createDemo({ faulty: true });
  const { companions } = source;
  const wallets = (source.demoWallets ?? []).filter(({ name }) => name !== "Lender" && name !== "Looper");
  const startTime = october - 40 * dayMs;
  const marketIds = ["kamino.lend.HDsayqAsDWy3QvANGqh2yNraqcD8Fnjgh73Mhb3WRS5E"];
  const responses = {
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
  const digests = Object.entries(responses).map(async ([name, all]) => {
    const hash = createHash("sha256");
    for (const text of await Promise.all(all.map(textOf))) hash.update(text);
    return [name, hash.digest("hex").slice(0, 12)];
  });
  expect(Object.fromEntries(await Promise.all(digests))).toMatchInlineSnapshot(`
    {
      "assets": "04131ddbbcf7",
      "history": "8eaec72f804c",
      "list": "fb2a3e422aff",
      "past": "b29dcb88b875",
      "pnl": "28b2b68c082d",
      "positions": "42e4093c6b59",
      "predictions": "33636ff04168",
    }
  `);
});
