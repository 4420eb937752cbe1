import { describe, expect, test } from "vitest";
import {
  assetIdOf,
  parseAsset,
  parseAssetHistory,
  parseAssets,
  type Asset,
} from "../../../../contract/assets/asset.ts";
import { listedTypes, parseMarketsByType, parseMarketsPage } from "../../../../contract/markets-page.ts";
import { dayMs } from "../../../../contract/units.ts";
import { SourceError, type MarketSource } from "../../market-source.ts";
import type { SourceAnswer } from "../../source-answer.ts";
import { createDemoSource, type DemoOptions } from "../demo-source.ts";

const october = Date.UTC(2026, 9, 1);
const call = { signal: new AbortController().signal, caller: "somebody" };
const create = (options: Partial<DemoOptions> = {}): MarketSource =>
  createDemoSource({ markets: 529, seed: 1, time: october, ...options });
const shared = create();

async function bodyOf(answer: SourceAnswer | Promise<SourceAnswer>): Promise<unknown> {
  return JSON.parse(String(await (await answer).bytes()));
}

async function refusal(ask: () => unknown): Promise<SourceError> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

async function readAssets(source: (page: number) => MarketSource, limit: number): Promise<readonly Asset[]> {
  const assets: Asset[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const request = { limit, ...(cursor === undefined ? {} : { cursor }) };
    const body = parseAssets(await bodyOf(source(page).companions.assets(request, call)));
    assets.push(...body.assets);
    if (body.cursor === null || body.cursor === undefined) return assets;
    expect(body.assets).toHaveLength(limit);
    ({ cursor } = body);
  }
}

/** The address of one of a market's tokens. */
function mintIn(market: object, name: string): string | undefined {
  const token: unknown = Reflect.get(market, name);
  const mint: unknown =
    typeof token === "object" && token !== null ? Reflect.get(token, "address") : undefined;
  return typeof mint === "string" ? mint : undefined;
}

describe("the catalogue", () => {
  test("gives every asset once, whatever the size of a page and whichever instance gives it", async () => {
    const whole = await readAssets(() => shared, 200);
    const two = [create(), create()];
    expect(await readAssets((page) => two[page % 2] ?? shared, 7)).toEqual(whole);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(100);
  });

  test("knows every token that a market of the demo has", async () => {
    const known = new Set((await readAssets(() => shared, 200)).map(({ address }) => address));
    const { lists } = parseMarketsByType(await bodyOf(shared.companions.marketsByType(call)));
    const mints = [...lists.values()]
      .flat()
      .flatMap(({ market }) =>
        ["token", "borrowToken", "tokenA", "tokenB"].map((name) => mintIn(market, name)),
      )
      .filter((mint) => mint !== undefined);
    expect(mints.length).toBeGreaterThan(300);
    expect(mints.filter((mint) => !known.has(mint))).toEqual([]);
  });

  test("refuses a cursor that is none, of another demo, or too old", async () => {
    const cursor = parseAssets(await bodyOf(shared.companions.assets({ limit: 5 }, call))).cursor ?? "";
    const refused = [
      await refusal(() => shared.companions.assets({ cursor: "x" }, call)),
      await refusal(() => create({ seed: 2 }).companions.assets({ cursor }, call)),
      await refusal(() => create({ time: october + dayMs }).companions.assets({ cursor }, call)),
    ];
    expect(refused.map(({ statusCode, code }) => [statusCode, code])).toEqual(
      refused.map(() => [400, "cursor-refused"]),
    );
  });
});

describe("a price", () => {
  test("is the one that markets reckon their deposits with", async () => {
    const price = new Map(
      (await readAssets(() => shared, 200)).map(({ address, priceUsd }) => [address, priceUsd]),
    );
    const page = parseMarketsPage(await bodyOf(shared.listMarkets({ types: ["yield"], limit: 200 }, call)));
    let compared = 0;
    for (const { kind, market } of page.markets) {
      if (kind !== "yield" || (market.totalDepositUsd ?? 0) < 10_000) continue;
      compared += 1;
      const implied = (market.totalDepositUsd ?? 0) / (market.totalDeposit ?? 0);
      expect(implied / (price.get(market.token?.address ?? "") ?? 0)).toBeCloseTo(1, 5);
    }
    expect(compared).toBeGreaterThan(30);
  });

  test("now is the last point of its history, which is on the requested grid", async () => {
    const id = assetIdOf("J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn");
    const asset = parseAsset(await bodyOf(shared.companions.asset(id, call)));
    for (const resolution of ["1h", "1d"] as const) {
      const request = { id, startTime: october - 10 * dayMs + 1, resolution };
      const past = parseAssetHistory(await bodyOf(shared.companions.assetHistory(request, call)));
      expect(past.id).toBe(id);
      expect(past.history).toHaveLength(resolution === "1h" ? 240 : 10);
      expect(past.history.at(-1)).toEqual({
        timestamp: "2026-10-01T00:00:00.000Z",
        priceUsd: asset.priceUsd,
      });
    }
  });

  test("by the hour over years is refused with what to ask instead", async () => {
    const id = assetIdOf("So11111111111111111111111111111111111111112");
    const request = { id, startTime: 0, resolution: "1h" as const };
    const { statusCode, message } = await refusal(() => shared.companions.assetHistory(request, call));
    expect([statusCode, message.includes("resolution 1d")]).toEqual([400, true]);
    const daily = parseAssetHistory(
      await bodyOf(shared.companions.assetHistory({ ...request, resolution: "1d" }, call)),
    );
    expect(daily.history).toHaveLength(3 * 366 + 1);
  });
});

describe("markets by type", () => {
  test("match the list", async () => {
    const { lists } = parseMarketsByType(await bodyOf(shared.companions.marketsByType(call)));
    expect([...lists.keys()]).toEqual([...listedTypes]);
    for (const type of listedTypes) {
      const listed = parseMarketsPage(await bodyOf(shared.listMarkets({ types: [type], limit: 200 }, call)));
      expect(lists.get(type)).toEqual(listed.markets);
    }
  });

  test("are refused where there are more than one answer holds", async () => {
    const large = create({ markets: 100_000 });
    const { statusCode, message } = await refusal(() => large.companions.marketsByType(call));
    expect([statusCode, message.includes("/v0/markets,")]).toEqual([400, true]);
  });
});
