import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleNames, readExample } from "../../tests/fixtures/example-files.ts";
import { breaker } from "../../tests/fixtures/unreadable-only.ts";
import { dashboardConfigSchema } from "./dashboard-config.ts";
import { readErrorMessage } from "./problems.ts";
import { parseHistory } from "./history.ts";
import { marketTypes, type ReadMarket } from "./market.ts";
import {
  apiErrorSchema,
  UnreadableAnswerError,
  mostMarketsByType,
  parseMarketsByType,
  parseMarketsPage,
  readMarket,
} from "./markets-page.ts";

const provider = { id: "kamino", name: "Kamino", icon: null };

/** A market with nothing but what is required. */
function bare(type: string, more: object = {}): object {
  return { id: `kamino.${type}.1`, type, provider, ...more };
}

/** What was wrong with a market; undefined when it could be read. */
function faultOf(market: unknown): { path: string; reason: string } | undefined {
  const read = readMarket(market);
  return read.success ? undefined : read.fault;
}

function kindOf(market: unknown): string | undefined {
  const read = readMarket(market);
  return read.success ? read.data.kind : undefined;
}

/** The lists of markets in an answer, of either listing operation. */
function marketsIn(body: unknown): unknown[] {
  if (typeof body !== "object" || body === null) return [];
  return Object.values(body).flatMap((value: unknown) => (Array.isArray(value) ? value : []));
}

const listings = exampleNames().filter((name) => /^markets(?!\.history)/.test(name));
const examples = listings.flatMap((name) => marketsIn(readExample(name).body));

describe("every example answer", () => {
  it.for(listings.filter((name) => name !== "marketsByType"))("%s is a page without a fault", (name) => {
    const { body } = readExample(name);
    const page = parseMarketsPage(body);
    expect(page.rejected).toEqual([]);
    expect(page.markets.map(({ market }) => market)).toEqual(marketsIn(body));
  });

  it("of the listing by type holds markets of the type it says", () => {
    const { body } = readExample("marketsByType");
    const kinds = Object.entries(body ?? {}).map(([type, markets]) => [
      type,
      new Set(marketsIn({ markets }).map(kindOf)),
    ]);
    expect(kinds).toEqual(["lending", "yield", "loop", "perpetual"].map((type) => [type, new Set([type])]));
  });

  it.for(exampleNames().filter((name) => name.startsWith("markets.history")))("%s is a history", (name) => {
    expect(() => parseHistory(readExample(name).body)).not.toThrow();
  });

  it.for(exampleNames().filter((name) => name.startsWith("error")))("%s has a sentence to show", (name) => {
    expect(readErrorMessage(readExample(name).body)).toMatch(/\w/);
  });

  it("covers all five types between them", () => {
    expect(new Set(examples.map(kindOf))).toEqual(new Set(marketTypes));
  });
});

describe("the envelope", () => {
  it("passes the cursor on, or null at the end", () => {
    expect(parseMarketsPage({ markets: [], cursor: "abc" })).toEqual({
      markets: [],
      cursor: "abc",
      rejectedCount: 0,
      rejected: [],
    });
    expect(parseMarketsPage({ markets: [], cursor: null, more: 1 }).cursor).toBeNull();
  });

  it.for([
    [undefined, "Expected {markets, cursor}: the answer is missing."],
    [null, "Expected {markets, cursor}: the answer is null, not an object."],
    [[], "Expected {markets, cursor}: the answer is a list, not an object."],
    ["<html>", 'Expected {markets, cursor}: the answer is the text "<html>", not an object.'],
    [{ cursor: null }, "Expected {markets, cursor}: markets is missing."],
    [{ markets: {}, cursor: null }, "Expected {markets, cursor}: markets is an object, not a list."],
    [{ markets: [] }, "Expected {markets, cursor}: cursor is missing."],
    [{ markets: [], cursor: 5 }, "Expected {markets, cursor}: cursor is 5, not a text."],
  ] as const)("refuses %o and says why", ([body, message]) => {
    expect(() => parseMarketsPage(body)).toThrow(new UnreadableAnswerError(message));
  });

  it("refuses a list longer than the largest page, before it looks at a single market", () => {
    const untouchable = new Proxy({}, { get: () => expect.fail("was looked at") });
    const markets = Array.from({ length: 201 }, () => untouchable);
    expect(() => parseMarketsPage({ markets, cursor: null })).toThrow(
      new UnreadableAnswerError(
        "Expected {markets, cursor}: markets has 201 items, more than the 200 of the largest page.",
      ),
    );
  });

  it("throws nothing but that error, whatever it is given", () => {
    const market = fc.oneof(fc.jsonValue(), fc.constantFrom(...examples));
    const body = fc.oneof(
      fc.anything(),
      fc.record({ markets: fc.array(market), cursor: fc.option(fc.string()) }),
    );
    fc.assert(
      fc.property(body, (given) => {
        let thrown: unknown;
        try {
          parseMarketsPage(given);
        } catch (error) {
          thrown = error;
        }
        expect(thrown === undefined || thrown instanceof UnreadableAnswerError).toBe(true);
      }),
    );
  });
});

describe("a market", () => {
  it.for(marketTypes)("of type %s needs nothing but id, type and provider", (type) => {
    expect(kindOf(bare(type))).toBe(type);
  });

  it("of an unknown type is data", () => {
    expect(kindOf(bare("restaking", { depositApy: 0.05, tokenA: { symbol: "X" } }))).toBe("other");
  });

  it("may come from an unknown provider, with unknown fields and actions", () => {
    const market = bare("lending", {
      provider: { id: "newcomer", tier: 2 },
      oraclePrice: 1,
      actions: { deposit: { blinkUrl: "blink:https://x.example" }, teleport: 5, withdraw: null },
    });
    const read = readMarket(market);
    expect(read).toEqual({ success: true, data: { kind: "lending", market } });
  });

  it.for(["loop", "perpetual"])("of type %s may name its tokens in either shape", (type) => {
    const sol = {
      address: "So11111111111111111111111111111111111111112",
      symbol: "SOL",
      decimals: 9,
      icon: null,
    };
    expect(kindOf(bare(type, { tokenA: sol, tokenB: sol }))).toBe(type);
    expect(kindOf(bare(type, { token: sol, borrowToken: sol }))).toBe(type);
  });

  it.for([
    [{ type: "lending", provider }, "id", "is missing"],
    [{ ...bare("lending"), id: "" }, "id", "is not valid: found an empty text"],
    [{ ...bare("lending"), id: 7 }, "id", "is 7, not a text"],
    [{ id: "a", provider }, "type", "is missing"],
    [{ ...bare("lending"), type: null }, "type", "is null, not a text"],
    [{ ...bare("lending"), type: "" }, "type", "is not valid: found an empty text"],
    [{ id: "a", type: "yield" }, "provider", "is missing"],
    [{ ...bare("yield"), provider: "kamino" }, "provider", 'is the text "kamino", not an object'],
    [{ ...bare("yield"), provider: { name: "Kamino" } }, "provider.id", "is missing"],
    [null, "", "is null, not an object"],
    ["market", "", 'is the text "market", not an object'],
    [[], "", "is a list, not an object"],
  ] as const)("without what is required is set aside: %o", ([market, path, reason]) => {
    expect(faultOf(market)).toEqual({ path, reason });
  });

  it.for([
    ["0.05", 'is the text "0.05", not a number'],
    [Number.NaN, "is NaN, not a number"],
    [Infinity, "is Infinity, not a number"],
    [true, "is true, not a number"],
  ] as const)("with the rate %s is set aside", ([depositApy, reason]) => {
    expect(faultOf(bare("lending", { depositApy }))).toEqual({ path: "depositApy", reason });
  });

  it.for([
    ["id", bare("lending", { id: "a\uD800" })],
    ["type", { ...bare("lending"), type: "lend\uDC00ing" }],
    ["provider.id", bare("lending", { provider: { id: "\uD800\uD800" } })],
  ] as const)(
    "whose %s has half a surrogate pair is set aside, and a whole pair is not",
    ([path, market]) => {
      expect(faultOf(market)).toEqual({ path, reason: "is not well-formed Unicode" });
      expect(
        faultOf(JSON.parse(JSON.stringify(market).replaceAll(/(?:\\ud[89a-f]..)+/g, "🜨"))),
      ).toBeUndefined();
    },
  );

  it.for([
    ["depositApy", bare("lending", { depositApy: 1e308 })],
    ["totalDeposit", bare("restaking", { totalDeposit: -1e19 })],
    ["rewards.0.apy", bare("yield", { rewards: [{ apy: 1e300 }] })],
    ["type", bare("x".repeat(101))],
    ["provider.id", bare("lending", { provider: { id: "x".repeat(100_000) } })],
  ] as const)("whose %s is beyond any bound is set aside, and one at its bound is not", ([path, market]) => {
    expect(faultOf(market)).toMatchObject({
      path,
      reason: expect.stringMatching(/^is not valid: found .{1,60}$/),
    });
    expect(faultOf(bare("x".repeat(100), { depositApy: 1e18, totalDeposit: -1e18 }))).toBeUndefined();
  });

  it("names a fault deep inside by its path", () => {
    const rewards = [
      { type: "deposit", apy: 0.01 },
      { type: "deposit", apy: "1 %" },
    ];
    expect(faultOf(bare("yield", { rewards }))).toEqual({
      path: "rewards.1.apy",
      reason: 'is the text "1 %", not a number',
    });
    expect(faultOf(bare("perpetual", { liquidity: { longUsd: "5", shortUsd: 1 } }))?.path).toBe(
      "liquidity.longUsd",
    );
    expect(faultOf(bare("prediction", { yesToken: { decimals: "6" } }))?.path).toBe("yesToken.decimals");
  });

  it("is quoted with at most 40 characters of what was wrong", () => {
    expect(faultOf(bare("lending", { depositApy: "9".repeat(1000) }))?.reason).toBe(
      `is the text "${"9".repeat(40)}", not a number`,
    );
  });
});

/** Every place in a market, as the keys that lead to it. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

/** A copy of a market with one place changed. */
function withChange(value: unknown, [key, ...rest]: readonly string[], change: unknown): unknown {
  if (key === undefined) return change;
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      String(index) === key ? withChange(item, rest, change) : item,
    );
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [key]: withChange(Reflect.get(value, key), rest, change) };
}

const required = new Set(["id", "type", "provider", "provider.id"]);
const isListItem = (path: readonly string[]): boolean => /^\d+$/.test(path.at(-1) ?? "");
const isOpaque = (path: readonly string[]): boolean => /^(?:additionalData|actions)$/.test(path[0] ?? "");

const places = examples.flatMap((market) =>
  placesIn(market)
    .filter((path) => !isListItem(path))
    .map((path) => ({ market, path, name: path.join(".") })),
);

function numberAt(value: unknown, path: readonly string[]): boolean {
  let found = value;
  for (const key of path)
    found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
  return typeof found === "number";
}

describe("every field of every example", () => {
  const optional = places.filter((place) => !required.has(place.name));
  const numbers = places.filter((place) => !isOpaque(place.path) && numberAt(place.market, place.path));

  it("was looked at", () => {
    expect(optional.length).toBeGreaterThan(500);
    expect(numbers.length).toBeGreaterThan(200);
  });

  it("may be null or absent, but for the three that are required", () => {
    const refused = optional.filter(({ market, path }) =>
      [null, undefined].some((nothing) => kindOf(withChange(market, path, nothing)) === undefined),
    );
    expect(refused.map((place) => place.name)).toEqual([]);
  });

  it("that is required may be neither", () => {
    const needed = places.filter((place) => required.has(place.name));
    const taken = needed.filter(({ market, path }) =>
      [null, undefined].some((nothing) => kindOf(withChange(market, path, nothing)) !== undefined),
    );
    expect(taken.map((place) => place.name)).toEqual([]);
  });

  it("that is a number sets the market aside as text, NaN or infinity, with its path", () => {
    for (const { market, path, name } of numbers) {
      for (const wrong of ["1", Number.NaN, -Infinity]) {
        expect(faultOf(withChange(market, path, wrong))?.path).toBe(name);
      }
    }
  });
});

describe("a page with faulty markets", () => {
  it("keeps the others and reports index, id, path and reason", () => {
    const page = parseMarketsPage({
      markets: [bare("lending"), bare("lending", { id: "b", maxLtv: "80" }), 5, bare("loop")],
      cursor: "next",
    });
    expect(page.markets.map(({ market }) => market.id)).toEqual(["kamino.lending.1", "kamino.loop.1"]);
    expect(page.cursor).toBe("next");
    expect(page.rejected).toEqual([
      { index: 1, id: "b", path: "maxLtv", reason: 'is the text "80", not a number' },
      { index: 2, id: undefined, path: "", reason: "is 5, not an object" },
    ]);
  });

  it("counts them all and names the first five: a page of nothing else costs no more than that", () => {
    const page = parseMarketsPage({ markets: Array.from({ length: 200 }, () => 0), cursor: null });
    expect(page.rejectedCount).toBe(200);
    expect(page.rejected.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  it("loses none: every market is read or set aside, in order", () => {
    const market = fc.oneof(
      fc.constantFrom(...examples),
      fc.jsonValue(),
      fc.constant(bare("lending", { maxLtv: "1" })),
    );
    fc.assert(
      fc.property(fc.array(market, { maxLength: 12 }), (markets) => {
        const page = parseMarketsPage({ markets, cursor: null });
        expect(page.markets.length + page.rejectedCount).toBe(markets.length);
        const kept: unknown[] = page.markets.map((read: ReadMarket) => read.market);
        expect(kept).toEqual(markets.filter((given) => readMarket(given).success));
      }),
    );
  });
});

describe("other answers", () => {
  it("have an error body of our own or of another service", () => {
    expect(apiErrorSchema.safeParse({ statusCode: 401, message: "No.", error: "Unauthorized" }).success).toBe(
      true,
    );
    expect(readErrorMessage({ statusCode: 401, message: "No.", error: "Unauthorized" })).toBe("No.");
    expect(readErrorMessage({ code: "UNAUTHORIZED", status: 401, message: "Invalid" })).toBe("Invalid");
    expect(readErrorMessage({ error: "x" })).toBeUndefined();
    expect(readErrorMessage("Bad gateway")).toBeUndefined();
    expect(readErrorMessage(undefined)).toBeUndefined();
  });

  it("tell the browser program its source and its key", () => {
    const config = {
      source: { kind: "demo", label: "Demo", capturedAt: "2026-02-17" },
      clientKey: "k",
      interstitialUrl: "/action",
    };
    expect(dashboardConfigSchema.safeParse(config).success).toBe(true);
    expect(
      dashboardConfigSchema.safeParse({ ...config, source: { kind: "other", label: "x" } }).success,
    ).toBe(false);
    expect(dashboardConfigSchema.safeParse({ ...config, clientKey: undefined }).success).toBe(false);
  });
});

describe("markets by type", () => {
  const { body } = readExample("marketsByType");

  it("of the example are all read", () => {
    const { lists, rejectedCount } = parseMarketsByType(body);
    expect([...lists.keys()]).toEqual(["lending", "yield", "loop", "perpetual"]);
    expect(rejectedCount).toBe(0);
    for (const [type, markets] of lists)
      expect(new Set(markets.map(({ market }) => market.type))).toEqual(new Set([type]));
  });

  it("are judged one by one; a list of another name is data, and what is no list is left out", () => {
    const { lists, rejectedCount, rejected } = parseMarketsByType({
      lending: [bare("lending"), bare("lending", { maxLtv: "1" })],
      yield: [],
      loop: [],
      perpetual: [],
      restaking: [bare("restaking"), 5],
      total: 4,
    });
    expect([...lists].map(([name, markets]) => [name, markets.length])).toEqual([
      ["lending", 1],
      ["yield", 0],
      ["loop", 0],
      ["perpetual", 0],
      ["restaking", 1],
    ]);
    expect(rejectedCount).toBe(2);
    expect(rejected.map(({ index, path }) => [index, path])).toEqual([
      [1, "lending.maxLtv"],
      [1, "restaking"],
    ]);
  });

  it("without one of the four lists, or beyond any listing, are no answer", () => {
    expect(() => parseMarketsByType({ lending: [], yield: [], loop: [] })).toThrow(
      new UnreadableAnswerError("Expected {lending, yield, loop, perpetual}: perpetual is missing."),
    );
    const many = Array.from({ length: mostMarketsByType + 1 }, () => 0);
    expect(() => parseMarketsByType({ lending: many, yield: [], loop: [], perpetual: [] })).toThrow(
      UnreadableAnswerError,
    );
  });

  it("throw nothing but that error, whatever comes", () => {
    expect(breaker(parseMarketsByType, body)).toBeUndefined();
  });
});
