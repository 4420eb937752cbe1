import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleNames, readExample } from "../../tests/fixtures/example-files.ts";
import { marketTypes, type ReadMarket } from "./market.ts";
import { parseMarketsByType, parseMarketsPage, parseMarketsPageInSteps, readMarket } from "./markets-page.ts";
import { readErrorMessage } from "./problems.ts";

const provider = { id: "kamino", name: "Kamino", icon: null };
function minimalMarket(type: string, more: object = {}): object {
  return { id: `kamino.${type}.1`, type, provider, ...more };
}
function rejectionOf(market: unknown): { path: string; reason: string } | undefined {
  const read = readMarket(market);
  return read.success ? undefined : read.fault;
}

function kindOf(market: unknown): string | undefined {
  const read = readMarket(market);
  return read.success ? read.data.kind : undefined;
}
function marketsIn(body: unknown): unknown[] {
  if (typeof body !== "object" || body === null) return [];
  return Object.values(body).flatMap((value: unknown) => (Array.isArray(value) ? value : []));
}

const listings = exampleNames().filter((name) => /^markets(?!\.history)/.test(name));
const examples = listings.flatMap((name) => marketsIn(readExample(name)));

describe("every example answer", () => {
  it.for(listings.filter((name) => name !== "marketsByType"))("%s is a valid page", (name) => {
    const body = readExample(name);
    const page = parseMarketsPage(body);
    expect(page.setAside.examples).toEqual([]);
    expect(page.markets.map(({ market }) => market)).toEqual(marketsIn(body));
  });

  it("covers all five types, and lists markets under their own in the listing by type", () => {
    expect(new Set(examples.map(kindOf))).toEqual(new Set(marketTypes));
    const { lists } = parseMarketsByType(readExample("marketsByType"));
    for (const [type, markets] of lists)
      expect(new Set(markets.map(({ kind }) => kind))).toEqual(new Set([type]));
  });
});

it("reads a page in steps as it reads it at once", async () => {
  const anyMarket = fc.integer({ min: 0, max: 200 }).map((id) =>
    minimalMarket("lending", {
      id: `kamino.lending.${id}`,
      depositApy: id % 3 === 0 ? "high" : 0.05,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyMarket, { maxLength: 200 }), async (markets) => {
      const body = { markets, cursor: "next" };
      let pauses = 0;
      const pause = async (): Promise<void> => void pauses++;
      expect(await parseMarketsPageInSteps(body, pause)).toEqual(parseMarketsPage(body));
      expect(pauses).toBe(Math.max(0, Math.ceil(markets.length / 50) - 1));
    }),
    { numRuns: 30 },
  );
  const tooMany = { markets: Array.from({ length: 201 }, () => minimalMarket("lending")), cursor: null };
  await expect(parseMarketsPageInSteps(tooMany, async () => {})).rejects.toThrow("201 items");
});

describe("a market", () => {
  it("needs only id, type and provider, and may have an unknown type", () => {
    expect(marketTypes.map((type) => kindOf(minimalMarket(type)))).toEqual(marketTypes);
    expect(kindOf(minimalMarket("restaking", { depositApy: 0.05, tokenA: { symbol: "X" } }))).toBe("other");
  });

  it("may have an unknown provider, unknown fields and unknown actions", () => {
    const market = minimalMarket("lending", {
      provider: { id: "newcomer", tier: 2 },
      oraclePrice: 1,
      actions: { deposit: { blinkUrl: "blink:https://x.example" }, teleport: 5, withdraw: null },
    });
    expect(readMarket(market)).toEqual({ success: true, data: { kind: "lending", market } });
  });

  it.for([
    [{ ...minimalMarket("lending"), id: "" }, "id", "is not valid: found an empty text"],
    [{ ...minimalMarket("lending"), id: 7 }, "id", "is 7, not a text"],
    [{ ...minimalMarket("yield"), provider: { name: "Kamino" } }, "provider.id", "is missing"],
    [null, "", "is null, not an object"],
    [[], "", "is a list, not an object"],
    [minimalMarket("lending", { depositApy: true }), "depositApy", "is true, not a number"],
    [
      minimalMarket("lending", { maxLtv: "9".repeat(1000) }),
      "maxLtv",
      `is the text "${"9".repeat(40)}", not a number`,
    ],
    [minimalMarket("lending", { id: "a\uD800" }), "id", "is not well-formed Unicode"],
    [minimalMarket("lending", { id: "." }), "id", "is . or .., which no address can contain"],
    [minimalMarket("lending", { id: ".." }), "id", "is . or .., which no address can contain"],
    [{ ...minimalMarket("lending"), type: "lend\uDC00ing" }, "type", "is not well-formed Unicode"],
    [
      minimalMarket("lending", { provider: { id: "\uD800\uD800" } }),
      "provider.id",
      "is not well-formed Unicode",
    ],
  ] as const)("is set aside with the reason: %j", ([market, path, reason]) => {
    expect(rejectionOf(market)).toEqual({ path, reason });
  });

  it.for([
    ["depositApy", minimalMarket("lending", { depositApy: 1e308 })],
    ["totalDeposit", minimalMarket("restaking", { totalDeposit: -1e19 })],
    ["rewards.0.apy", minimalMarket("yield", { rewards: [{ apy: 1e300 }] })],
    ["type", minimalMarket("x".repeat(101))],
    ["provider.id", minimalMarket("lending", { provider: { id: "x".repeat(100_000) } })],
  ] as const)("is set aside when %s is out of bounds, and kept at the bound", ([path, market]) => {
    const reason: unknown = expect.stringMatching(/^is not valid: found .{1,60}$/);
    expect(rejectionOf(market)).toEqual({ path, reason });
    const bounded = { depositApy: 1e18, totalDeposit: -1e18, provider: { id: "🜨".repeat(50) } };
    expect(kindOf(minimalMarket("x".repeat(100), bounded))).toBe("other");
  });
});

interface Place {
  readonly path: string;
  readonly value: unknown;
  /** Returns a copy of the whole with another value here. */
  readonly put: (value: unknown) => unknown;
}

function placesIn(value: unknown, path: readonly string[] = [], put: Place["put"] = (to) => to): Place[] {
  const inside = Object.entries(Object(typeof value === "string" ? {} : value)).flatMap(([key, item]) =>
    placesIn(item, [...path, key], (to) =>
      put(Array.isArray(value) ? value.with(Number(key), to) : { ...Object(value), [key]: to }),
    ),
  );
  return [{ path: path.join("."), value, put }, ...inside];
}

describe("every field of every example", () => {
  const places = examples.flatMap((market) => placesIn(market)).filter(({ path }) => /[^\d.]\w*$/.test(path));

  it.for([null, undefined])("may be %s, except the three required ones", (nothing) => {
    const refused = places.filter(({ put }) => rejectionOf(put(nothing)) !== undefined);
    expect(places.length).toBeGreaterThan(500);
    const required = ["id", "type", "provider", "provider.id"];
    expect(new Set(refused.map(({ path }) => path))).toEqual(new Set(required));
  });

  it("rejects text, NaN and infinity as a number, with the field's path", () => {
    const numbers = places.filter(
      ({ path, value }) => !/^(?:additionalData|actions)\b/.test(path) && typeof value === "number",
    );
    expect(numbers.length).toBeGreaterThan(200);
    for (const { path, put } of numbers)
      for (const wrong of ["1", Number.NaN, -Infinity]) expect(rejectionOf(put(wrong))?.path).toBe(path);
  });
});

describe("a page with faulty markets", () => {
  it("reports their index, id, path and reason", () => {
    const markets = [
      minimalMarket("lending"),
      minimalMarket("lending", { id: "b", maxLtv: "80" }),
      5,
      minimalMarket("loop"),
    ];
    const page = parseMarketsPage({ markets, cursor: "next" });
    expect(page.cursor).toBe("next");
    expect(parseMarketsPage({ markets: [], cursor: "" }).cursor).toBeNull();
    expect(page.setAside.examples).toEqual([
      { index: 1, id: "b", path: "maxLtv", reason: 'is the text "80", not a number' },
      { index: 2, id: undefined, path: "", reason: "is 5, not an object" },
    ]);
  });

  it("counts them all and names only the first five", () => {
    const page = parseMarketsPage({ markets: Array.from({ length: 200 }, () => 0), cursor: null });
    expect(page.setAside.count).toBe(200);
    expect(page.setAside.examples.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  it("reads or sets aside every market, in order", () => {
    const market = fc.oneof(
      fc.constantFrom(...examples),
      fc.jsonValue(),
      fc.constant(minimalMarket("lending", { maxLtv: "1" })),
    );
    fc.assert(
      fc.property(fc.array(market, { maxLength: 12 }), (markets) => {
        const page = parseMarketsPage({ markets, cursor: null });
        expect(page.markets.length + page.setAside.count).toBe(markets.length);
        const kept: unknown[] = page.markets.map((read: ReadMarket) => read.market);
        expect(kept).toEqual(markets.filter((given) => readMarket(given).success));
      }),
    );
  });
});

it.for([
  [{ statusCode: 401, message: "No.", error: "Unauthorized" }, "No."],
  [{ code: "UNAUTHORIZED", status: 401, message: "Invalid" }, "Invalid"],
  [{ error: "x" }, undefined],
  ["Bad gateway", undefined],
  [undefined, undefined],
] as const)("an error body of any service yields its message: %j", ([body, message]) => {
  expect(readErrorMessage(body)).toBe(message);
});

it("a listing by type is judged market by market, keeps unknown types and drops anything but lists", () => {
  const { lists, setAside } = parseMarketsByType({
    lending: [minimalMarket("lending"), minimalMarket("lending", { maxLtv: "1" })],
    yield: [],
    loop: [],
    perpetual: [],
    restaking: [minimalMarket("restaking"), 5, 5, 5, 5, 5],
    total: 4,
  });
  expect([...lists.keys()]).toEqual(["lending", "yield", "loop", "perpetual", "restaking"]);
  expect([...lists.values()].map((markets) => markets.length)).toEqual([1, 0, 0, 0, 1]);
  expect(setAside.count).toBe(6);
  expect(setAside.examples.map(({ index, path }) => [index, path])).toEqual([
    [1, "lending.maxLtv"],
    ...[1, 2, 3, 4].map((index) => [index, "restaking"]),
  ]);
});
