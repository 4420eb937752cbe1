// Requests of every operation round-trip, and every broken rule has its own message.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jitoSol, sol, usdc } from "../../tests/fixtures/mints.ts";
import { runs } from "../../tests/fixtures/property-runs.ts";
import * as assets from "./assets/assets-request.ts";
import { readRfc3339, defaultResolution, marketsHistoryPath } from "./history.ts";
import { marketTypes } from "./market.ts";
import { isMintAddress, writeMarketsRequest } from "./markets-request.ts";
import { assetHistory, getAsset, listAssets, searchAssets } from "./operations/asset-operations.ts";
import { listMarkets, marketsHistory } from "./operations/market-operations.ts";
import { readRequest, type Operation, type ParsedRequest } from "./operations/operation.ts";
import { operations } from "./operations/operations.ts";
import { listPositions, positionsHistory, positionsPnl } from "./operations/position-operations.ts";
import { exportRecord, listChanges, marketChanges } from "./operations/record-operations.ts";
import * as positions from "./positions/positions-request.ts";
import * as record from "./record/record-request.ts";
import { dayMs } from "./units.ts";

/** Includes half pairs. fast-check's own "binary" text builds a table of all characters first, in half a second. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 10 }).map((units) => String.fromCharCode(...units));

function read<Request>(operation: Operation<Request>, query: string, path = {}): ParsedRequest<Request> {
  return readRequest(operation, new URLSearchParams(query), path);
}

function faultsOf(reading: ParsedRequest<unknown>): string[] {
  return reading.ok ? [] : [...reading.faults];
}

const time = Date.parse("2026-10-01T12:00:00.5Z");
const [wallet, later, limit] = [sol, time + 1, 200];
const odd = ["a&b=c?", "ü 😀%/+"];
const span = { startTime: time, endTime: later };

function readsBack<Request extends object>(
  operation: Operation<Request>,
  write: (request: Request) => string,
  ...requests: readonly NoInfer<Request>[]
): void {
  it(`${operation.path} round-trips`, () => {
    for (const request of requests) {
      const [path = "", query = path] = write(request).split("?");
      const parts = "id" in request ? { id: idOf(operation, path) } : {};
      expect(read(operation, query, parts)).toEqual({ ok: true, request });
    }
  });
}

/** The id in a path such as "/v0/assets/{id}/history", as a server decodes it. */
function idOf(operation: { readonly path: string }, path: string): string {
  const at = operation.path.split("/").indexOf("{id}");
  return decodeURIComponent(new URL(`http://host${path}`).pathname.split("/")[at] ?? "");
}

/** Each request with only the required parameters, and with all. */
describe("a written request", () => {
  readsBack(
    listMarkets,
    writeMarketsRequest,
    {},
    { types: marketTypes, providers: odd, statuses: ["open", "closed"], cursor: "a b,=&", limit },
    { types: ["lending", "yield", "loop"], assets: [usdc, sol, jitoSol] },
  );
  readsBack(
    marketsHistory,
    marketsHistoryPath,
    { marketIds: odd, startTime: time },
    { marketIds: ["m"], ...span, resolution: "1d" },
  );
  readsBack(
    positionsHistory,
    positions.positionHistoryPath,
    { wallet, startTime: time },
    { wallet, positionIds: odd, ...span, resolution: "5m" },
  );
  readsBack(
    assetHistory,
    assets.assetHistoryPath,
    { id: "solana:a.b_c-1", startTime: time },
    { id: "a", ...span, resolution: "1h" },
  );
  readsBack(listPositions, positions.positionsPath, { wallet }, { wallet, type: "loop", bundleIds: ["b"] });
  readsBack(positionsPnl, positions.pnlPath, { wallet });
  readsBack(listAssets, assets.assetsPath, {}, { cursor: "a b,=&", limit });
  readsBack(searchAssets, assets.assetSearchPath, { query: "a&b" }, { query: "ü +", limit: 1 });
  readsBack(listChanges, record.changesPath, { since: "7d" }, { since: time, until: later });
  readsBack(marketChanges, record.marketChangesPath, { id: "ü/?#%2F" }, { id: "m", until: time, limit });
  readsBack(
    exportRecord,
    record.exportPath,
    { format: "csv", from: time },
    { format: "parquet", from: time, to: later, resolution: "raw", marketIds: odd },
  );

  it("survives any cursor, even malformed text, and keeps commas readable", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cursor = `c${text}`;
        const reading = read(listMarkets, writeMarketsRequest({ cursor }));
        expect(reading.ok && reading.request.cursor).toHaveLength(cursor.length);
      }),
    );
    expect(writeMarketsRequest({ cursor: "a\uD800" })).toBe("cursor=a%EF%BF%BD");
    expect(writeMarketsRequest({ types: ["lending", "yield"], limit })).toBe("type=lending,yield&limit=200");
  });
});

const filters = (value: unknown) => `filters=${encodeURIComponent(JSON.stringify(value))}`;
const ids = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`).join(",");

describe("a read request", () => {
  const startTime = Date.parse("2026-09-01");

  it.for<readonly [query: string, request: object, operation?: Operation]>([
    ["type=lending,%20yield,lending", { types: ["lending", "yield"] }],
    [filters({ prediction: { status: "closed" } }), { statuses: ["closed"] }],
    [filters({ other: { status: "x" } }), {}],
    ["utm_source=x&utm_source=y", {}],
    ["", { since: "24h" }, listChanges],
    [
      `marketIds=a.b,c,a.b,&startTime=2026-09-01&endTime=2026-10-01T12:00:00%2B02:00`,
      { marketIds: ["a.b", "c"], startTime, endTime: Date.parse("2026-10-01T10:00Z") },
      marketsHistory,
    ],
    [
      `marketIds=${ids(20)}&startTime=2026-09-01&endTime=2026-09-01`,
      { marketIds: ids(20).split(","), startTime, endTime: startTime },
      marketsHistory,
    ],
    [`query=%20${"x".repeat(100)}&limit=200`, { query: "x".repeat(100), limit: 200 }, searchAssets],
    ["query=sol&limit=1", { query: "sol", limit: 1 }, searchAssets],
  ])("%s is parsed", ([query, request, operation = listMarkets]) => {
    expect(read(operation, query)).toEqual({ ok: true, request });
  });
});

const types = "Use lending, yield, loop, perpetual, prediction.";
const noFilters =
  'filters is not a JSON object of filters. Send one such as {"prediction":{"status":"open"}}, URL-encoded.';
const from = "startTime=2026-09-01";

/** The expected response to each query, by operation. */
const refusals: readonly {
  readonly operation: Operation;
  readonly messages: Readonly<Record<string, string>>;
}[] = [
  {
    operation: listMarkets,
    messages: {
      "type=Lending": `type has "Lending", which is not a market type. ${types}`,
      "provider=kamino,": "provider has an empty item. Give provider ids separated by commas.",
      [`asset=${usdc}`]:
        "asset needs an explicit type without prediction. Add type=lending,yield,loop,perpetual or some of these.",
      [`asset=${usdc}&type=lending,prediction`]:
        "asset is not supported for prediction markets. Take prediction out of type.",
      "asset=USDC&type=lending": 'asset has "USDC", which is not a token mint address (base58 of 32 bytes).',
      "cursor=": "cursor is empty. Leave it out for the first page.",
      "filters=open": noFilters,
      "filters=null": noFilters,
      'filters={"prediction":"open"}': noFilters,
      [filters({ prediction: { status: "pending" } })]:
        'filters has the prediction.status "pending". Use open, closed, settled.',
      [filters({ prediction: { status: [] } })]:
        "filters has an empty list as prediction.status. Use open, closed, settled.",
      ...Object.fromEntries(
        ["0", "201", "-1", "1.5", "", "1e2", " 5", "99999"].map((text) => [
          `limit=${encodeURIComponent(text)}`,
          `limit is "${text}". Give a whole number from 1 to 200.`,
        ]),
      ),
      "type=lending&type=loop": "type is given 2 times. Give it once, with values separated by commas.",
    },
  },
  {
    operation: marketsHistory,
    messages: {
      [from]: "marketIds is required: market ids separated by commas.",
      [`marketIds=${ids(21)}&${from}`]: "marketIds has 21 ids. Ask for at most 20 at once.",
      "marketIds=a": "startTime is required: an RFC 3339 date or date-time.",
      [`marketIds=a&${from}&endTime=1788220800`]:
        'endTime is "1788220800". Give an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.',
      [`marketIds=a&${from}&endTime=2026-08-31`]:
        "endTime is before startTime. Give a later endTime or leave it out for now.",
      [`marketIds=a&${from}&resolution=5m`]: 'resolution is "5m". Use 1h or 1d.',
    },
  },
  {
    operation: listPositions,
    messages: {
      "": "walletAddresses is required: the address of one wallet.",
      [`walletAddresses=${sol},${sol}`]:
        "walletAddresses has several addresses. Ask for one wallet at a time.",
      "walletAddresses=0x12":
        'walletAddresses is "0x12", which is not a wallet address (base58 of 32 bytes).',
    },
  },
  {
    operation: positionsHistory,
    messages: {
      [`walletAddress=${sol}&${from}&positionIds=${ids(201)}`]:
        "positionIds has 201 ids. Ask for at most 200 at once.",
    },
  },
  {
    operation: searchAssets,
    messages: {
      "query=%20": "query is required: a name, a ticker or a tag.",
      [`query=${"x".repeat(101)}`]: "query has 101 characters. Give at most 100.",
    },
  },
  {
    operation: listChanges,
    messages: {
      "since=yesterday":
        'since is "yesterday". Give 24h or 7d, or an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.',
      "since=7d&until=2026-10-01": "until cannot be given with since=7d, which ends with the last poll.",
      "since=2026-10-02&until=2026-10-02":
        "until is not after since. Give a later until or leave it out for the last poll.",
      "since=2026-01-01&until=2026-10-01":
        "since is more than 31 days before until. Ask for a shorter period.",
    },
  },
  {
    operation: exportRecord,
    messages: {
      "format=csv&from=2026-10-01&resolution=2h": 'resolution is "2h". Use raw, 1h or 1d.',
      "from=2026-10-02": "format is required: csv or parquet.",
      "format=csv&from=2026-10-02T00:00:00Z&to=2026-10-02":
        "to is not after from. Give a later time, or leave it out for now.",
      [`format=csv&from=2026-10-02&marketIds=${ids(101)}`]:
        "marketIds has 101 ids. Ask for at most 100 at once.",
    },
  },
];

it.for(refusals)("$operation.path says what is wrong and what to send instead", ({ operation, messages }) => {
  const text = Object.keys(messages).map((query) => [query, faultsOf(read(operation, query))] as const);
  expect(text).toEqual(Object.entries(messages).map(([query, message]) => [query, [message]]));
});

it("every answer has an ETag, except files, messages and those tied to one key", () => {
  const all = Object.entries(operations);
  const untagged = all.filter(([, { response }]) => response.isTagged !== true).map(([id]) => id);
  const ofOneKey = ["alertRules", "putAlertRules", "deleteAlertRules", "alertEvents"];
  expect(untagged).toEqual(["exportRecord", "sendMessage", ...ofOneKey, "dashboardConfig"]);
});

describe("any request", () => {
  it("reports all faults at once", () => {
    const faults = faultsOf(read(listMarkets, "limit=0&cursor=&type=bond&asset=USDC&provider=&filters=1"));
    const named = faults.map((fault) => fault.split(" ", 1)[0]);
    expect(named).toEqual(["type", "provider", "asset", "cursor", "limit", "filters"]);
  });

  it("refuses asset ids that are missing, empty, paths or longer than any real id", () => {
    const none = ["", ".", "..", "%2e%2e", "..%2Fmarkets", "a%2Fb", "a b", "%", "%00", "é", "a".repeat(151)];
    expect(none.filter((id) => read(getAsset, "", { id }).ok)).toEqual([]);
    expect(read(getAsset, "").ok).toBe(false);
    expect(read(marketChanges, "", { id: "x".repeat(301) }).ok).toBe(false);
  });

  it("reads an id in the path only from the path", () => {
    for (const query of ["id=other", "id=other&id=another"])
      expect(read(marketChanges, query, { id: "one" })).toEqual({ ok: true, request: { id: "one" } });
  });

  it("is read or refused with short sentences, and never throws", () => {
    const asked: readonly Operation[] = [...refusals.map(({ operation }) => operation), positionsPnl];
    const names = asked.flatMap(({ parameters }) => Object.keys(parameters.shape));
    const value = fc.oneof(
      anyText,
      fc.json(),
      fc.jsonValue().map((prediction) => JSON.stringify({ prediction })),
      fc.jsonValue().map((status) => JSON.stringify({ prediction: { status } })),
      fc.constantFrom('{"__proto__":{"status":"open"}}', '{"prediction":{"__proto__":1}}', "x".repeat(5000)),
    );
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...asked), pairs, (operation, sent) => {
        const reading = readRequest(operation, new URLSearchParams(sent));
        const sentences = faultsOf(reading);
        expect(reading.ok || sentences.length > 0).toBe(true);
        expect(sentences.filter((text) => !text.endsWith(".") || text.length > 250)).toEqual([]);
      }),
      runs(500),
    );
  });
});

const isMint = (text = ""): boolean => isMintAddress(text);

describe("the parts of a request", () => {
  it("a history over more than 31 days defaults to steps of a day", () => {
    expect([31 * dayMs, 31 * dayMs + 1].map(defaultResolution)).toEqual(["1h", "1d"]);
  });

  it("a moment may be a date, in lower case, have fractions of a second and an offset", () => {
    const texts = ["2028-02-29", "2026-10-01t14:02:31z", "2026-10-01T14:02:31.5+02:00"];
    const same = ["2028-02-29T00:00:00.000Z", "2026-10-01T14:02:31.000Z", "2026-10-01T12:02:31.500Z"];
    expect(texts.map(readRfc3339)).toEqual(same.map(Date.parse));
  });

  it("a moment is a calendar date, or a date and time with an offset", () => {
    const dates = ["", "1", "May", "2026-10", "2026-02-30", "2027-02-29", "2026-13-01", " 2026-10-01"];
    const times = ["2026-02-30T00:00:00Z", "2026-10-01T24:00:00Z", "2026-10-01T00:61:00Z", "+002026-10-01"];
    const local = ["2026-10-01T00:00:00", "2026-10-01 00:00:00Z"];
    expect([...dates, ...times, ...local].filter((text) => readRfc3339(text) !== undefined)).toEqual([]);
  });

  it("a mint is exactly the base58 form of 32 bytes", () => {
    const noMints = ["", "USDC", usdc.replace("E", "0"), ` ${usdc}`, usdc.slice(2), "😀".repeat(16)];
    // The smallest and the largest number of 32 bytes, and their neighbors.
    const [below, least] = ["L", "M"].map((last) => `4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziof${last}`);
    const [greatest, above] = ["G", "H"].map((last) => `JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxF${last}`);
    expect([usdc, sol, "1".repeat(32), least, greatest].every(isMint)).toBe(true);
    const beyond = [below, above, "1".repeat(31), "1".repeat(33)];
    expect([...noMints, ...beyond].some(isMint)).toBe(false);
  });
});
