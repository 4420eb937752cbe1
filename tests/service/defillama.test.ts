// The DefiLlama source, against a local server in place of DefiLlama's hosts.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { silentMeter } from "../fixtures/silent-meter.ts";
import { parseAssets } from "../../src/contract/assets/asset.ts";
import { parseHistory } from "../../src/contract/history.ts";
import { parseMarketsPage } from "../../src/contract/markets-page.ts";
import type { MarketsRequest } from "../../src/contract/markets-request.ts";
import { parseTrendsPage } from "../../src/contract/trends/market-trends.ts";
import {
  createDefillamaSource,
  type DefillamaOptions,
} from "../../src/service/sources/defillama/defillama-source.ts";
import type { MarketSource } from "../../src/service/sources/market-source.ts";
import { bodyOf, inside } from "../fixtures/demo.ts";
import {
  loan,
  manyPools,
  pool,
  poolId,
  solMint,
  startDefillamaServer,
  usdcMint,
  type DefillamaData,
  type DefillamaServer,
} from "../fixtures/defillama-server.ts";
import { createTrends } from "../../src/service/trends/trends.ts";
import {
  holdFirstByte,
  sendJson,
  sendRepeated,
  sendStatus,
  sendText,
  type Behaviour,
} from "../fixtures/hostile-upstream.ts";

const oddMint = "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263";
const call = { signal: new AbortController().signal, caller: "a visitor" };
const everyType = { limit: 200 } satisfies MarketsRequest;

let server: DefillamaServer;
let sources: MarketSource[];

beforeEach(async () => {
  server = await startDefillamaServer({ pools: [], loans: [] });
  sources = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const source of sources) await source.close?.();
  await server.close();
});

/** For servers that hang. All other tests have long timeouts, so that a busy machine does not fail them. */
const impatient = { attemptTimeoutMs: 300, totalTimeoutMs: 600 } as const;

function start(
  data: DefillamaData,
  times: Partial<Pick<DefillamaOptions, "freshMs" | "attemptTimeoutMs" | "totalTimeoutMs">> = {},
): MarketSource {
  server.publish(data);
  const source = createDefillamaSource({
    meter: silentMeter,
    yieldsUrl: server.baseUrl,
    coinsUrl: server.baseUrl,
    attemptTimeoutMs: 20_000,
    totalTimeoutMs: 40_000,
    freshMs: 600_000,
    staleMs: 86_400_000,
    ...times,
    gateway: { firstWaitMs: 1, staleWaitMs: 200, failuresToOpen: 100 },
  });
  sources.push(source);
  return source;
}

async function marketsOf(source: MarketSource, request: MarketsRequest = everyType) {
  return parseMarketsPage(await bodyOf(source.listMarkets(request, call))).markets.map(
    ({ market }) => market,
  );
}

describe("a pool as a market", () => {
  test("with loans is lending, with fractions for percentages and no unknown fields", async () => {
    const source = start({
      pools: [pool(1, { apyReward: 1.5, apy: 6.75, rewardTokens: [usdcMint] })],
      loans: [loan(1, { apyRewardBorrow: 0.5 })],
    });
    expect(await marketsOf(source)).toEqual([
      {
        id: `defillama.${poolId(1)}`,
        type: "lending",
        productName: "Main Market",
        provider: { id: "kamino", name: "Kamino", icon: "/icons/providers/kamino.png" },
        token: { address: usdcMint, symbol: "USDC", decimals: 6, icon: "/icons/tokens/usdc.png" },
        websiteUrl: "https://kamino.com/borrow",
        depositApy: 0.0675,
        baseDepositApy: 0.0525,
        borrowApy: 0.07,
        baseBorrowApy: 0.075,
        rewards: [
          {
            type: "deposit",
            apy: 0.015,
            token: { address: usdcMint, symbol: "USDC", icon: "/icons/tokens/usdc.png" },
            marketAction: "deposit",
          },
          { type: "borrow", apy: 0.005, marketAction: "borrow" },
        ],
        totalDeposit: 120_024_004.80096,
        totalDepositUsd: 120_000_000,
        totalBorrow: 80_016_003.20064,
        totalBorrowUsd: 80_000_000,
        maxLtv: 0.8,
        additionalData: { defillamaPool: poolId(1), defillamaProject: "kamino-lend" },
      },
    ]);
  });

  test("is yield without loans, named by its project's slug if unlisted, and has a vault's borrow token", async () => {
    const vault = {
      project: "jupiter-lend",
      symbol: "SOL",
      poolMeta: "SOL/USDC",
      underlyingTokens: [solMint],
    };
    const unlisted = pool(3, { project: "some-new-lender" });
    const listed = await marketsOf(
      start({
        pools: [pool(2, { project: "save", poolMeta: null }), unlisted, pool(4, vault)],
        loans: [loan(4, { borrowable: false })],
      }),
    );
    expect(listed).toMatchObject([
      { type: "yield", productName: "Save", totalDepositUsd: 40_000_002 },
      {
        provider: { id: "some-new-lender", name: "Some New Lender", icon: null },
        websiteUrl: `https://defillama.com/yields/pool/${poolId(3)}`,
      },
      { token: { address: solMint, decimals: 9 }, borrowToken: { symbol: "USDC" }, maxBorrow: 0 },
    ]);
    for (const unknown of ["rewards", "borrowApy", "maxLtv", "baseDepositApy30d", "maxDeposit", "actions"])
      expect(listed[0]).not.toHaveProperty(unknown);
  });

  test("is omitted on another chain or as a pair, and set aside with a reason if implausible", async () => {
    const source = start({
      pools: [
        pool(1, { chain: "Ethereum" }),
        pool(2, { exposure: "multi" }),
        pool(3, { symbol: "SOL-USDC" }),
        pool(4, { underlyingTokens: [solMint, usdcMint] }),
        pool(5, { outlier: true }),
        pool(6, { underlyingTokens: ["0xdAC17F958D2ee523a2206206994597C13D831ec7"] }),
        pool(7, { apyBase: "5.25" }),
        pool(8, { underlyingTokens: null }),
      ],
      loans: [],
    });
    const response = await source.listMarkets(everyType, call);
    expect(parseMarketsPage(await bodyOf(response)).markets.map(({ market }) => market.id)).toEqual([
      `defillama.${poolId(8)}`,
    ]);
    expect(response.setAside.count).toBe(3);
    expect(response.setAside.examples.map(({ id, path }) => [id, path])).toEqual([
      [poolId(5), "outlier"],
      [poolId(6), "underlyingTokens.0"],
      [poolId(7), "apyBase"],
    ]);
  });
});

test("an absurd or unreadable figure is unknown, and the others are kept", async () => {
  const absurd = { tvlUsd: 1e308, apy: 1e308, apyBase: -1e308, apyReward: 1e308, poolMeta: " " };
  const source = start({
    pools: [
      pool(1, absurd),
      pool(2, { apyReward: 1, rewardTokens: [usdcMint, "0x1"] }),
      pool(3, { underlyingTokens: [oddMint] }),
    ],
    loans: [loan(1, { apyBaseBorrow: "7.5", ltv: undefined, borrowable: "no" }), loan(2)],
  });
  server.misbehave({
    path: "/prices/",
    response: sendJson({
      coins: {
        [`solana:${usdcMint}`]: { decimals: 6, symbol: "USDC", price: 5e-324 },
        [`solana:${oddMint}`]: { decimals: 255, symbol: "ODD", price: 1 },
      },
    }),
  });
  const [first, second, third] = await marketsOf(source);
  expect(first).toMatchObject({ type: "lending", productName: "Kamino", totalBorrowUsd: 80_000_000 });
  for (const unknown of ["borrowApy", "maxLtv", "maxBorrow", "totalBorrow"])
    expect(inside(first, unknown) ?? undefined).toBeUndefined();
  expect(second?.rewards).toEqual([{ type: "deposit", apy: 0.01, marketAction: "deposit" }]);
  expect(third).toMatchObject({ type: "yield", token: { symbol: "USDC" }, totalDepositUsd: 40_000_003 });
  expect(inside(third, "totalDeposit")).toBeUndefined();
});

describe("the list", () => {
  test("has pages of one snapshot and filters, and refuses cursors of other queries", async () => {
    const source = start(manyPools(300));
    const all = await marketsOf(source);
    expect(all).toHaveLength(20);
    const first = parseMarketsPage(await bodyOf(source.listMarkets({ limit: 15 }, call)));
    const cursor = first.cursor ?? "";
    const rest = await marketsOf(source, { limit: 15, cursor });
    expect([...first.markets.map(({ market }) => market), ...rest]).toEqual(all);
    expect(await marketsOf(source, { types: ["lending"], providers: ["kamino"] })).toEqual(
      all.filter(({ type, provider }) => type === "lending" && provider.id === "kamino"),
    );
    expect(await marketsOf(source, { types: ["yield", "lending"], assets: [solMint] })).toEqual(
      all.filter((market) => JSON.stringify(market).includes(`"token":{"address":"${solMint}"`)),
    );
    for (const wrong of ["junk", Buffer.from("[1]").toString("base64url")])
      await expect(async () => source.listMarkets({ cursor: wrong }, call)).rejects.toMatchObject({
        code: "cursor-refused",
      });
    await expect(async () =>
      source.listMarkets({ providers: ["kamino"], cursor }, call),
    ).rejects.toMatchObject({ code: "cursor-refused" });
  });

  test("is polled once for all callers, with our user agent and without a key", async () => {
    const source = start(manyPools(300));
    await Promise.all(Array.from({ length: 20 }, async () => marketsOf(source)));
    await marketsOf(source);
    const urls = server.requests.map(({ url }) => url.split(",", 1)[0] ?? "");
    expect(urls.toSorted()).toEqual([
      "/lendBorrow",
      "/pools",
      expect.stringMatching(/^\/prices\/current\/solana:/),
    ]);
    for (const { headers } of server.requests) {
      expect(headers["user-agent"]).toBe("yieldboard");
      expect(headers).not.toHaveProperty("authorization");
      expect(Object.keys(headers).filter((name) => name.includes("key"))).toEqual([]);
    }
  });
});

describe("faults of DefiLlama", () => {
  const json = { "content-type": "application/json" };
  const poolsNoted = '{"status":"success","data":[],"note":';
  /** Faults handled differently here. upstream-faults.test.ts covers the rest of docs/faults.md. */
  const faults: readonly (readonly [name: string, code: string, response: Behaviour])[] = [
    ["500", "upstream-unavailable", sendStatus(500)],
    ["429", "rate-limited", sendStatus(429, { "retry-after": "60" })],
    ["403", "upstream-unavailable", sendStatus(403)],
    ["404", "upstream-unavailable", sendStatus(404)],
    ["400", "upstream-unavailable", sendStatus(400)],
    ["a redirect", "upstream-unavailable", sendStatus(302, { location: "/" })],
    ["headers of 40 kB", "upstream-unavailable", sendJson({}, { "x-long": "x".repeat(40_000) })],
    ["another shape", "upstream-unreadable", sendJson({ status: "success" })],
    ["49 MiB", "upstream-unreadable", sendRepeated(`${poolsNoted}"`, "x", '"}', 49 * 1024 * 1024)],
    ["2.1 million values", "upstream-unreadable", sendRepeated(`${poolsNoted}[`, "0", "]}", 4_200_000)],
    ["20 levels", "upstream-unreadable", sendText(`${poolsNoted}${"[".repeat(20)}${"]".repeat(20)}}`, json)],
    ["silence", "upstream-timeout", holdFirstByte],
  ];

  test.each(faults)(
    "%s is %s for list, loans and history; a cached list is served as stale, prices are left out",
    async (name, code, response) => {
      const times = code === "upstream-timeout" ? impatient : {};
      const data = { pools: [pool(1)], loans: [loan(1)] };
      const source = start(data, { freshMs: 0, ...times });
      for (const path of ["/pools", "/lendBorrow"]) {
        const empty = start(data, times);
        server.misbehave({ path, response });
        await expect(async () => empty.listMarkets(everyType, call)).rejects.toMatchObject({ code });
        expect(await empty.ready(call.signal)).toBe(false);
        server.misbehave(undefined);
      }
      await marketsOf(source);
      server.misbehave({ path: "/chart/", response });
      const history = { marketIds: [`defillama.${poolId(1)}`], startTime: Date.now() - 86_400_000 };
      // A pool may have no history.
      const read = async (): Promise<unknown> => source.history(history, call);
      const outcome = await read().then(
        () => "is empty",
        (error: unknown) => inside(error, "code"),
      );
      expect(outcome).toBe(name === "404" ? "is empty" : code);
      server.misbehave({ path: "/pools", response });
      const kept = await source.listMarkets(everyType, call);
      expect(kept.stale).toBe(true);
      expect(parseMarketsPage(await bodyOf(kept)).markets).toHaveLength(1);
      server.misbehave({ path: "/prices/", response });
      const unpriced = await marketsOf(start(data, times));
      expect(unpriced).toMatchObject([{ token: { address: usdcMint, symbol: "USDC", decimals: 6 } }]);
    },
  );

  test("the last observation of a day counts for that day", async () => {
    const source = start({ pools: [pool(1)], loans: [] });
    const data = [
      { timestamp: "2026-10-01T01:00:00.000Z", apy: 1 },
      { timestamp: "2026-10-01T23:00:00.000Z", apy: 2 },
    ];
    server.misbehave({ path: "/chart/", response: sendJson({ status: "success", data }) });
    const request = { marketIds: [`defillama.${poolId(1)}`], startTime: 0, resolution: "1d" } as const;
    const { markets } = parseHistory(await bodyOf(source.history(request, call))).data;
    expect(markets[0]?.history.map(({ depositApy }) => depositApy)).toEqual([0.02]);
  });

  test("a pool without a history gets an empty one", async () => {
    const source = start({ pools: [pool(1), pool(2)], loans: [] });
    server.misbehave({ path: `/chart/${poolId(1)}`, response: sendStatus(404) });
    const marketIds = [1, 2].map((index) => `defillama.${poolId(index)}`);
    const response = source.history({ marketIds, startTime: 0, resolution: "1d" }, call);
    const { markets } = parseHistory(await bodyOf(response)).data;
    expect(markets.map(({ history }) => history.length)).toEqual([0, 400]);
  });

  test("the age of an answer includes its age on arrival", async () => {
    const source = start({ pools: [], loans: [] });
    server.misbehave({
      path: "/pools",
      response: sendJson({ status: "success", data: [] }, { age: "1800" }),
    });
    expect((await source.listMarkets(everyType, call)).ageSeconds).toBeGreaterThanOrEqual(1800);
  });
});

describe("histories, assets and positions", () => {
  test("a history has one point per day, in fractions, and only listed pools are fetched", async () => {
    const source = start({ pools: [pool(1), pool(2)], loans: [loan(2)] });
    const ids = [`defillama.${poolId(1)}`, `defillama.${poolId(2)}`, `defillama.${poolId(9)}`, "kamino.x"];
    const startTime = Date.now() - 10 * 86_400_000;
    const request = { marketIds: ids, startTime, resolution: "1d" } as const;
    const { markets } = parseHistory(await bodyOf(source.history(request, call))).data;
    expect(markets.map(({ id }) => id)).toEqual(ids);
    const [yields, lending, ...others] = markets;
    expect(yields?.history.length).toBeGreaterThanOrEqual(9);
    expect(yields?.history.at(-1)).toMatchObject({
      depositApy: 0.059,
      baseDepositApy: 0.05,
      totalDepositUsd: 40_000_399,
      timestamp: expect.stringMatching(/T00:00:00\.000Z$/),
    });
    expect(lending?.history.at(-1)?.totalDepositUsd).toBeNull();
    expect(others.map(({ history }) => history)).toEqual([[], []]);
    expect(server.requests.filter(({ url }) => url.startsWith("/chart/"))).toHaveLength(2);
    await source.history(request, call);
    expect(server.requests.filter(({ url }) => url.startsWith("/chart/"))).toHaveLength(2);
  });

  test("trends fill in minute by minute, and leave enough requests for waiting callers", async () => {
    const source = start(manyPools(6000));
    let time = 0;
    const trends = createTrends(source, () => time);
    const page = async (cursor?: string | null) =>
      parseTrendsPage(await bodyOf(trends({ limit: 200, ...(cursor ? { cursor } : {}) }, call)));
    const read = async () => {
      const one = await page();
      return [one, await page(one.cursor)];
    };
    vi.useFakeTimers({ toFake: ["performance"] });
    const first = await read();
    expect(first.flatMap(({ markets }) => markets)).toHaveLength(180);
    expect(first.map(({ pending }) => pending)).toEqual([true, true]);
    const last = (await marketsOf(source, { limit: 200, cursor: first[0]?.cursor ?? "" })).at(-1)?.id ?? "";
    const waited = source.history({ marketIds: [last], startTime: 0, resolution: "1d" }, call);
    expect(parseHistory(await bodyOf(waited)).data.markets[0]?.history).toHaveLength(400);
    for (const known of [361, 400]) {
      vi.advanceTimersByTime(60_000);
      expect((await read()).flatMap(({ markets }) => markets)).toHaveLength(known);
    }
    expect((await read()).map(({ pending }) => pending)).toEqual([undefined, undefined]);
  });

  test("a failing chart does not affect the trends of others", async () => {
    const source = start({ pools: [pool(1), pool(2), pool(3)], loans: [] });
    server.misbehave({ path: `/chart/${poolId(2)}`, response: sendStatus(500) });
    const { markets, pending } = parseTrendsPage(await bodyOf(createTrends(source)({}, call)));
    expect(markets.map(({ id }) => id)).toEqual([1, 3].map((index) => `defillama.${poolId(index)}`));
    expect(pending).toBe(true);
  });

  test("assets are the listed tokens with their prices, and positions are not found", async () => {
    const source = start({
      pools: [pool(1), pool(2, { symbol: "SOL", underlyingTokens: [solMint] })],
      loans: [],
    });
    const { assets } = parseAssets(await bodyOf(source.companions.assets({}, call)));
    expect(assets).toMatchObject([
      { address: usdcMint, symbol: "USDC", priceUsd: 0.9998, decimals: 6 },
      { address: solMint, symbol: "SOL" },
    ]);
    expect(assets[1]).not.toHaveProperty("priceUsd");
    const found = parseAssets(await bodyOf(source.companions.search({ query: "usd" }, call)));
    expect(found.assets.map(({ symbol }) => symbol)).toEqual(["USDC"]);
    for (const ask of [
      () => source.companions.positions({ wallet: solMint }, call),
      () => source.companions.asset("solana:x", call),
    ])
      await expect(async () => ask()).rejects.toMatchObject({ code: "not-found" });
  });
});
