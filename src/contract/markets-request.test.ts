import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketTypes, predictionStatuses } from "./market.ts";
import { isMintAddress, writeMarketsRequest, type MarketsRequest } from "./markets-request.ts";
import { runs } from "../../tests/fixtures/property-runs.ts";
import { listMarkets } from "./operations/market-operations.ts";
import { readRequest, type QueryText } from "./operations/operation.ts";

const readMarketsRequest = (query: QueryText) => readRequest(listMarkets, query);

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const sol = "So11111111111111111111111111111111111111112";

function read(query: string): ReturnType<typeof readMarketsRequest> {
  return readMarketsRequest(new URLSearchParams(query));
}

function requestOf(query: string): MarketsRequest | undefined {
  const reading = read(query);
  return reading.ok ? reading.request : undefined;
}

function faultsOf(query: string): string[] {
  const reading = read(query);
  return reading.ok ? [] : reading.faults.map((fault) => `${fault.parameter}: ${fault.message}`);
}

function statusQuery(filters: unknown): string {
  return `filters=${encodeURIComponent(JSON.stringify(filters))}`;
}

describe("a request that keeps the rules", () => {
  it("may be empty: then nothing is filled in", () => {
    expect(requestOf("")).toEqual({});
  });

  it("reads every parameter", () => {
    const query =
      `type=lending,loop&provider=kamino,newcomer&asset=${usdc},${sol}&cursor=abc%3D&limit=200&` +
      statusQuery({ prediction: { status: ["open", "settled"] } });
    expect(requestOf(query)).toEqual({
      types: ["lending", "loop"],
      providers: ["kamino", "newcomer"],
      assets: [usdc, sol],
      statuses: ["open", "settled"],
      cursor: "abc=",
      limit: 200,
    });
  });

  it("takes lists with spaces and repeated items as what they mean", () => {
    expect(requestOf("type=lending,%20yield,lending")).toEqual({ types: ["lending", "yield"] });
  });

  it("takes a single status, a list, and filters that say nothing about predictions", () => {
    expect(requestOf(statusQuery({ prediction: { status: "closed" } }))).toEqual({ statuses: ["closed"] });
    expect(requestOf(statusQuery({ prediction: { status: ["open", "open"] } }))).toEqual({
      statuses: ["open"],
    });
    expect(requestOf(statusQuery({}))).toEqual({});
    expect(requestOf(statusQuery({ prediction: {} }))).toEqual({});
    expect(requestOf(statusQuery({ other: { status: "x" } }))).toEqual({});
  });

  it.for(["1", "50", "200"])("takes the limit %s", (limit) => {
    expect(requestOf(`limit=${limit}`)).toEqual({ limit: Number(limit) });
  });

  it("ignores parameters it does not know, even twice", () => {
    expect(requestOf("utm_source=x&utm_source=y")).toEqual({});
  });

  it("takes an asset with explicit types without prediction", () => {
    expect(requestOf(`asset=${sol}&type=lending,yield,loop,perpetual`)).toMatchObject({ assets: [sol] });
  });
});

describe("a request that breaks a rule", () => {
  it.for([
    [
      "type=lending,bond",
      'type: type has "bond", which is not a market type. Use lending, yield, loop, perpetual, prediction.',
    ],
    [
      "type=",
      'type: type has "", which is not a market type. Use lending, yield, loop, perpetual, prediction.',
    ],
    [
      "type=Lending",
      'type: type has "Lending", which is not a market type. Use lending, yield, loop, perpetual, prediction.',
    ],
    ["provider=kamino,", "provider: provider has an empty item. Give provider ids separated by commas."],
    [
      `asset=${usdc}`,
      "asset: asset needs an explicit type without prediction. Add type=lending,yield,loop,perpetual or some of these.",
    ],
    [
      `asset=${usdc}&type=lending,prediction`,
      "asset: asset is not supported for prediction markets. Take prediction out of type.",
    ],
    [
      "asset=USDC&type=lending",
      'asset: asset has "USDC", which is not a token mint address (base58 of 32 bytes).',
    ],
    ["cursor=", "cursor: cursor is empty. Leave it out for the first page."],
    [
      "filters=open",
      'filters: filters is not a JSON object of filters. Send one such as {"prediction":{"status":"open"}}, URL-encoded.',
    ],
    [
      "filters=",
      'filters: filters is not a JSON object of filters. Send one such as {"prediction":{"status":"open"}}, URL-encoded.',
    ],
    [
      "filters=[]",
      'filters: filters is not a JSON object of filters. Send one such as {"prediction":{"status":"open"}}, URL-encoded.',
    ],
    [
      "filters=null",
      'filters: filters is not a JSON object of filters. Send one such as {"prediction":{"status":"open"}}, URL-encoded.',
    ],
    [
      'filters="open"',
      'filters: filters is not a JSON object of filters. Send one such as {"prediction":{"status":"open"}}, URL-encoded.',
    ],
    [
      statusQuery({ prediction: "open" }),
      'filters: filters is not a JSON object of filters. Send one such as {"prediction":{"status":"open"}}, URL-encoded.',
    ],
    [
      statusQuery({ prediction: { status: "pending" } }),
      'filters: filters has the prediction.status "pending". Use open, closed, settled.',
    ],
    [
      statusQuery({ prediction: { status: null } }),
      'filters: filters has the prediction.status "null". Use open, closed, settled.',
    ],
    [
      statusQuery({ prediction: { status: [] } }),
      "filters: filters has an empty list as prediction.status. Use open, closed, settled.",
    ],
    [
      "type=lending&type=loop",
      "type: type is given 2 times. Give it once, several values separated by commas.",
    ],
  ] as const)("%s is refused with its own sentence", ([query, message]) => {
    expect(faultsOf(query)).toEqual([message]);
  });

  it.for(["0", "201", "-1", "1.5", "ten", "", "1e2", "+5", " 5", "99999", "0x10"])(
    'refuses the limit "%s"',
    (limit) => {
      expect(faultsOf(`limit=${encodeURIComponent(limit)}`)).toEqual([
        `limit: limit is "${limit}". Give a whole number from 1 to 200.`,
      ]);
    },
  );

  it.for(["type", "provider", "asset", "cursor", "limit", "filters"])("refuses %s given twice", (name) => {
    expect(faultsOf(`${name}=1&${name}=1`)).toContain(
      `${name}: ${name} is given 2 times. Give it once, several values separated by commas.`,
    );
  });

  it("names every fault at once", () => {
    const parameters = read(`limit=0&cursor=&type=bond&asset=USDC&provider=&filters=1`);
    expect(parameters.ok ? [] : parameters.faults.map((fault) => fault.parameter)).toEqual([
      "type",
      "provider",
      "asset",
      "cursor",
      "limit",
      "filters",
    ]);
  });

  it("quotes no more than 60 characters of what was sent", () => {
    const [fault = ""] = faultsOf(`type=${"x".repeat(5000)}`);
    expect(fault.length).toBeLessThan(200);
  });
});

const someMint = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toBase58);
const someText = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .filter((text) => text.trim() === text && !text.includes(","));
const unique = <T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.uniqueArray(item, { minLength: 1, maxLength: 4 });

// Base58 by big integers: another way than the one under test.
function toBase58(bytes: Uint8Array): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let value = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = "";
  for (; value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? "") + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros === -1 ? bytes.length : zeros) + text;
}

describe("writing and reading", () => {
  it("give back the same request", () => {
    const request = fc.record(
      {
        types: unique(fc.constantFrom(...marketTypes)),
        providers: unique(someText),
        statuses: unique(fc.constantFrom(...predictionStatuses)),
        cursor: fc.string({ unit: "grapheme", minLength: 1 }),
        limit: fc.integer({ min: 1, max: 200 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(request, (given) => {
        expect(requestOf(writeMarketsRequest(given))).toEqual(given);
      }),
    );
  });

  it("give back assets where they are allowed", () => {
    const request = fc.record({
      types: unique(fc.constantFrom("lending", "yield", "loop", "perpetual")),
      assets: unique(someMint),
    });
    fc.assert(
      fc.property(request, (given) => {
        expect(requestOf(writeMarketsRequest(given))).toEqual(given);
      }),
    );
  });

  it("survive any cursor, even one that is no valid text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (cursor) => {
        expect(requestOf(writeMarketsRequest({ cursor }))?.cursor).toHaveLength(cursor.length);
      }),
    );
    expect(writeMarketsRequest({ cursor: "a\uD800" })).toBe("cursor=a%EF%BF%BD");
  });

  it("keep commas readable", () => {
    expect(writeMarketsRequest({ types: ["lending", "yield"], limit: 200 })).toBe(
      "type=lending,yield&limit=200",
    );
  });
});

describe("junk", () => {
  it("is read or refused with sentences, never thrown at", () => {
    const name = fc.oneof(
      fc.constantFrom("type", "provider", "asset", "cursor", "limit", "filters"),
      fc.string(),
    );
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.jsonValue().map((prediction) => JSON.stringify({ prediction })),
      fc.jsonValue().map((status) => JSON.stringify({ prediction: { status } })),
      fc.constantFrom('{"__proto__":{"status":"open"}}', '{"prediction":{"__proto__":1}}', "lending"),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), (pairs) => {
        const reading = readMarketsRequest(new URLSearchParams(pairs));
        const again = reading.ok
          ? requestOf(writeMarketsRequest(reading.request))
          : reading.faults.filter((fault) => !fault.message.endsWith("."));
        expect(again).toEqual(reading.ok ? reading.request : []);
        expect(reading.ok || reading.faults.length > 0).toBe(true);
      }),
      runs(500),
    );
  });
});

describe("isMintAddress", () => {
  it.for([
    ["SOL", sol],
    ["USDC", usdc],
    ["USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"],
    ["PYUSD", "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo"],
    ["USDS", "USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA"],
    ["CASH", "CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH"],
    ["the all-zero address", "11111111111111111111111111111111"],
  ] as const)("takes %s", ([, mint]) => {
    expect(isMintAddress(mint)).toBe(true);
  });

  it.for([
    ["nothing", ""],
    ["a symbol", "USDC"],
    ["a letter base58 does not have", usdc.replace("E", "0")],
    ["a space in front", ` ${usdc}`],
    ["two letters less", usdc.slice(2)],
    ["one letter more", `${usdc}1`],
    ["31 zero bytes", "1".repeat(31)],
    ["33 zero bytes", "1".repeat(33)],
    ["44 letters that make 33 bytes", "z".repeat(44)],
    ["an Ethereum address", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
    ["an emoji", "😀".repeat(16)],
  ] as const)("refuses %s", ([, text]) => {
    expect(isMintAddress(text)).toBe(false);
  });

  it("takes exactly the base58 forms of 32 bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 28, maxLength: 36 }), (bytes) => {
        expect(isMintAddress(toBase58(bytes))).toBe(bytes.length === 32);
      }),
    );
  });
});
