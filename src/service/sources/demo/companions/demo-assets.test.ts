import { describe, expect, test } from "vitest";
import {
  bodyOf,
  call,
  createDemo,
  inside,
  october,
  refusalOf,
  sharedDemo as shared,
} from "../../../../../tests/fixtures/demo.ts";
import {
  assetIdOf,
  parseAsset,
  parseAssetHistory,
  parseAssets,
  type Asset,
} from "../../../../contract/assets/asset.ts";
import { listedTypes, parseMarketsByType, parseMarketsPage } from "../../../../contract/markets-page.ts";
import { dayMs } from "../../../../contract/units.ts";
import type { MarketSource } from "../../market-source.ts";

const sol = assetIdOf("So11111111111111111111111111111111111111112");

async function readAssets(source: (page: number) => MarketSource, limit: number): Promise<readonly Asset[]> {
  const assets: Asset[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const request = { limit, ...(cursor === undefined ? {} : { cursor }) };
    const body = parseAssets(await bodyOf(source(page).companions.assets(request, call)));
    assets.push(...body.assets);
    if (!body.cursor) return assets;
    ({ cursor } = body);
  }
}

describe("the catalogue", () => {
  test("lists every asset once, for any page size and across instances", async () => {
    const whole = await readAssets(() => shared, 200);
    const other = createDemo();
    expect(await readAssets((page) => (page % 2 === 0 ? shared : other), 7)).toEqual(whole);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(100);
  });

  test("contains every token of every market", async () => {
    const assets = new Set((await readAssets(() => shared, 200)).map(({ address }) => address));
    const { lists } = parseMarketsByType(await bodyOf(shared.companions.marketsByType(call)));
    const markets = [...lists.values()].flat().map(({ market }) => market);
    const mints = markets.flatMap((market) =>
      ["token", "borrowToken", "tokenA", "tokenB"].map((name) => inside(market, name, "address")),
    );
    expect(mints.length).toBeGreaterThan(100);
    expect(mints.filter((mint) => typeof mint === "string" && !assets.has(mint))).toEqual([]);
  });

  test("refuses cursors of other queries and moments", async () => {
    const cursor = parseAssets(await bodyOf(shared.companions.assets({ limit: 5 }, call))).cursor ?? "";
    for (const source of [createDemo({ seed: 2 }), createDemo({ time: october + dayMs })]) {
      const refused = await refusalOf(() => source.companions.assets({ cursor }, call));
      expect(refused).toMatchObject({ statusCode: 400, code: "cursor-refused" });
    }
  });
});

describe("a price", () => {
  test.each([
    ["1h", 240],
    ["1d", 10],
  ] as const)(
    "now is the last point of its history by the %s, which is on the grid",
    async (resolution, count) => {
      const { priceUsd } = parseAsset(await bodyOf(shared.companions.asset(sol, call)));
      const request = { id: sol, startTime: october - 10 * dayMs + 1, resolution };
      const past = parseAssetHistory(await bodyOf(shared.companions.assetHistory(request, call)));
      expect(past.history).toHaveLength(count);
      expect(past.history.at(-1)).toEqual({ timestamp: "2026-10-01T00:00:00.000Z", priceUsd });
    },
  );

  test("by the hour over years is refused with a suggestion", async () => {
    const request = { id: sol, startTime: 0 };
    const refused = await refusalOf(() =>
      shared.companions.assetHistory({ ...request, resolution: "1h" }, call),
    );
    expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining("resolution 1d") });
    const daily = await bodyOf(shared.companions.assetHistory({ ...request, resolution: "1d" }, call));
    expect(parseAssetHistory(daily).history).toHaveLength(3 * 366 + 1);
  });

  test("of an unknown asset is not found", async () => {
    expect(await refusalOf(() => shared.companions.asset("solana:x", call))).toMatchObject({
      code: "not-found",
    });
  });
});

describe("markets by type", () => {
  test.each(listedTypes)("list the same %s markets as the pages", async (type) => {
    const { lists } = parseMarketsByType(await bodyOf(shared.companions.marketsByType(call)));
    const response = shared.listMarkets({ types: [type], limit: 200 }, call);
    expect(lists.get(type)).toEqual(parseMarketsPage(await bodyOf(response)).markets);
  });

  test("are refused when they exceed one answer", async () => {
    const large = createDemo({ markets: 100_000 });
    const refused = await refusalOf(() => large.companions.marketsByType(call));
    expect(refused).toMatchObject({ statusCode: 400, message: expect.stringContaining("/v0/markets,") });
  });
});
