import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changeWindows,
  exportFormats,
  exportResolutions,
  longestChangesMs,
  maximumExportMarkets,
  writeChangesRequest,
  writeExportRequest,
  writeMarketChangesRequest,
} from "./record-request.ts";
import { exportRecord, listChanges, marketChanges } from "../operations/record-operations.ts";
import { readRequest, type QueryText, type Reading } from "../operations/operation.ts";

const readChangesRequest = (query: QueryText) => readRequest(listChanges, query);
const readMarketChangesRequest = (id: string, query: QueryText) => readRequest(marketChanges, query, { id });
const readExportRequest = (query: QueryText) => readRequest(exportRecord, query);

const someTime = fc.integer({ min: 0, max: Date.parse("9999-01-01T00:00:00Z") });
const someId = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((id) => !id.includes(","));

function faultsOf(reading: Reading<unknown>): string[] {
  return reading.ok ? [] : reading.faults.map(({ parameter }) => parameter);
}

describe("what is asked of the record", () => {
  it("reads back as it was written: what changed", () => {
    const span = fc
      .tuple(someTime, fc.integer({ min: 1, max: longestChangesMs }))
      .map(([since, ms]) => ({ since, until: since + ms }));
    const request = fc.oneof(fc.record({ since: fc.constantFrom(...changeWindows) }), span);
    fc.assert(
      fc.property(request, (wanted) => {
        expect(readChangesRequest(new URLSearchParams(writeChangesRequest(wanted)))).toEqual({
          ok: true,
          request: wanted,
        });
      }),
    );
  });

  it("reads back as it was written: one market, whatever its id", () => {
    const request = fc.record(
      { id: someId, until: someTime, limit: fc.integer({ min: 1, max: 500 }) },
      { requiredKeys: ["id"] },
    );
    fc.assert(
      fc.property(request, (wanted) => {
        const [path = "", query = ""] = writeMarketChangesRequest(wanted).split("?");
        const segment = /^\/v0\/markets\/([^/]+)\/changes$/.exec(path)?.[1] ?? "";
        expect(readMarketChangesRequest(decodeURIComponent(segment), new URLSearchParams(query))).toEqual({
          ok: true,
          request: wanted,
        });
      }),
    );
  });

  it("reads back as it was written: an export", () => {
    const request = fc.record(
      {
        format: fc.constantFrom(...exportFormats),
        from: fc.integer({ min: 0, max: 1e12 }),
        to: fc.integer({ min: 1e12 + 1, max: 2e12 }),
        resolution: fc.constantFrom(...exportResolutions),
        marketIds: fc.uniqueArray(someId, { minLength: 1, maxLength: 5 }),
      },
      { requiredKeys: ["format", "from"] },
    );
    fc.assert(
      fc.property(request, (wanted) => {
        expect(readExportRequest(new URLSearchParams(writeExportRequest(wanted)))).toEqual({
          ok: true,
          request: wanted,
        });
      }),
    );
  });

  it("names every rule that is broken", () => {
    const changes = (query: string): string[] => faultsOf(readChangesRequest(new URLSearchParams(query)));
    expect(changes("since=yesterday")).toEqual(["since"]);
    expect(changes("since=7d&until=2026-10-01")).toEqual(["until"]);
    expect(changes("since=2026-10-02&until=2026-10-01")).toEqual(["until"]);
    expect(changes("since=2026-01-01&until=2026-10-01")).toEqual(["since"]);
    expect(changes("since=24h&since=7d")).toEqual(["since"]);
    const one = (segment: string, query: string): string[] =>
      faultsOf(readMarketChangesRequest(segment, new URLSearchParams(query)));
    expect(one("x".repeat(301), "until=now&limit=0")).toEqual(["id", "until", "limit"]);
    const ids = Array.from({ length: maximumExportMarkets + 1 }, (_, index) => `m${index}`).join(",");
    expect(faultsOf(readExportRequest(new URLSearchParams(`resolution=1m&marketIds=${ids}`)))).toEqual([
      "format",
      "from",
      "resolution",
      "marketIds",
    ]);
    expect(
      faultsOf(readExportRequest(new URLSearchParams("format=csv&from=2026-10-02T00:00:00Z&to=2026-10-02"))),
    ).toEqual(["to"]);
  });

  it("is the last day where nothing is said", () => {
    expect(readChangesRequest(new URLSearchParams())).toEqual({ ok: true, request: { since: "24h" } });
  });
});
