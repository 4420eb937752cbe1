import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readExample } from "../../tests/fixtures/example-files.ts";
import { parseHistory, readRfc3339, writeHistoryRequest } from "./history.ts";
import { marketsHistory } from "./operations/market-operations.ts";
import { readRequest, type QueryText } from "./operations/operation.ts";

const readHistoryRequest = (query: QueryText) => readRequest(marketsHistory, query);

function faultsOf(query: string): string[] {
  const reading = readHistoryRequest(new URLSearchParams(query));
  return reading.ok ? [] : reading.faults.map((fault) => `${fault.parameter}: ${fault.message}`);
}

const from = Date.parse("2026-09-01T00:00:00Z");

describe("a history request", () => {
  it("reads every parameter", () => {
    const query =
      "marketIds=a.b,c,a.b&startTime=2026-09-01&endTime=2026-10-01T12:00:00%2B02:00&resolution=1d";
    expect(readHistoryRequest(new URLSearchParams(query))).toEqual({
      ok: true,
      request: {
        marketIds: ["a.b", "c"],
        startTime: from,
        endTime: Date.parse("2026-10-01T10:00:00Z"),
        resolution: "1d",
      },
    });
  });

  it("leaves out what was not given", () => {
    expect(readHistoryRequest(new URLSearchParams("marketIds=a&startTime=2026-09-01"))).toEqual({
      ok: true,
      request: { marketIds: ["a"], startTime: from },
    });
  });

  const ids = Array.from({ length: 21 }, (_, index) => `m${index}`).join(",");

  it.for([
    ["startTime=2026-09-01", "marketIds: marketIds is required: market ids separated by commas."],
    ["marketIds=,&startTime=2026-09-01", "marketIds: marketIds is required: market ids separated by commas."],
    [`marketIds=${ids}&startTime=2026-09-01`, "marketIds: marketIds has 21 ids. Ask for at most 20 at once."],
    ["marketIds=a", "startTime: startTime is required: an RFC 3339 date or date-time."],
    [
      "marketIds=a&startTime=yesterday",
      'startTime: startTime is "yesterday". Give an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.',
    ],
    [
      "marketIds=a&startTime=2026-09-01&endTime=1788220800",
      'endTime: endTime is "1788220800". Give an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.',
    ],
    [
      "marketIds=a&startTime=2026-09-02&endTime=2026-09-01",
      "endTime: endTime is before startTime. Give a later endTime or leave it out for now.",
    ],
    ["marketIds=a&startTime=2026-09-01&resolution=5m", 'resolution: resolution is "5m". Use 1h or 1d.'],
    [
      "marketIds=a&marketIds=b&startTime=2026-09-01",
      "marketIds: marketIds is given 2 times. Give it once, several values separated by commas.",
    ],
  ] as const)("%s is refused with its own sentence", ([query, message]) => {
    expect(faultsOf(query)).toEqual([message]);
  });

  it("takes 20 markets, and a window of no length", () => {
    const twenty = ids.split(",").slice(0, 20).join(",");
    expect(faultsOf(`marketIds=${twenty}&startTime=2026-09-01&endTime=2026-09-01`)).toEqual([]);
  });

  it("is read back as it was written", () => {
    const time = fc.integer({ min: 0, max: Date.parse("2100-01-01") });
    const request = fc.record(
      {
        marketIds: fc.uniqueArray(fc.stringMatching(/^[\w.:-]{1,40}$/), { minLength: 1, maxLength: 20 }),
        startTime: time,
        endTime: time,
        resolution: fc.constantFrom("1h", "1d"),
      },
      { requiredKeys: ["marketIds", "startTime"] },
    );
    fc.assert(
      fc.property(request, (given) => {
        fc.pre(given.endTime === undefined || given.endTime >= given.startTime);
        expect(readHistoryRequest(new URLSearchParams(writeHistoryRequest(given)))).toEqual({
          ok: true,
          request: given,
        });
      }),
    );
  });

  it("never throws, whatever is sent", () => {
    const name = fc.constantFrom("marketIds", "startTime", "endTime", "resolution");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: "binary" })), { maxLength: 6 }), (pairs) => {
        const reading = readHistoryRequest(new URLSearchParams(pairs));
        expect(reading.ok || reading.faults.length > 0).toBe(true);
      }),
    );
  });
});

describe("readRfc3339", () => {
  it.for([
    ["2026-10-01", "2026-10-01T00:00:00.000Z"],
    ["2026-10-01T14:02:31Z", "2026-10-01T14:02:31.000Z"],
    ["2026-10-01t14:02:31z", "2026-10-01T14:02:31.000Z"],
    ["2026-10-01T14:02:31.5+02:00", "2026-10-01T12:02:31.500Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ] as const)("reads %s", ([text, iso]) => {
    expect(readRfc3339(text)).toBe(Date.parse(iso));
  });

  it.for([
    "",
    "1",
    "May",
    "2026",
    "2026-10",
    "2026-02-30",
    "2026-02-30T00:00:00Z",
    "2027-02-29",
    "2026-13-01",
    "2026-10-01T24:00:00Z",
    "2026-10-01T00:00:00",
    "2026-10-01 00:00:00Z",
    "2026-10-01T00:61:00Z",
    " 2026-10-01",
    "+002026-10-01",
  ])('refuses "%s"', (text) => {
    expect(readRfc3339(text)).toBeUndefined();
  });
});

describe("parseHistory", () => {
  it("reads points with missing and null values", () => {
    const body = parseHistory(readExample("markets.history.1d").body);
    const [market] = body.data.markets;
    expect(market?.id).toBe("jupiter.earn.USDC");
    expect(market?.history.some((point) => point.depositApy === null)).toBe(true);
    expect(parseHistory(readExample("markets.history.1h").body).data.markets.at(-1)?.history).toEqual([]);
  });

  it.for([
    [{}, "Expected {data: {markets}}: data is missing."],
    [null, "Expected {data: {markets}}: the answer is null, not an object."],
    [{ data: { markets: {} } }, "Expected {data: {markets}}: data.markets is an object, not a list."],
    [
      { data: { markets: [{ id: "a", history: [{ timestamp: 5 }] }] } },
      "Expected {data: {markets}}: data.markets.0.history.0.timestamp is 5, not a text.",
    ],
    [
      { data: { markets: [{ id: "a", history: [{ timestamp: "2026-10-01", depositApy: "0.05" }] }] } },
      'Expected {data: {markets}}: data.markets.0.history.0.depositApy is the text "0.05", not a number.',
    ],
  ] as const)("refuses %o and names the field", ([body, message]) => {
    expect(() => parseHistory(body)).toThrow(message);
  });
});
