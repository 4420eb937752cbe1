import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historyResolutions } from "../history.ts";
import {
  exampleAssetId,
  longestSearch,
  maximumAssets,
  writeAssetHistoryRequest,
  writeAssetPath,
  writeAssetSearchRequest,
  writeAssetsRequest,
} from "./assets-request.ts";
import { assetHistory, getAsset, listAssets, searchAssets } from "../operations/asset-operations.ts";
import { readRequest, type QueryText } from "../operations/operation.ts";

const readAssetsRequest = (query: QueryText) => readRequest(listAssets, query);
const readAssetSearchRequest = (query: QueryText) => readRequest(searchAssets, query);
const readAssetHistoryRequest = (id: string, query: QueryText) => readRequest(assetHistory, query, { id });
const readAssetId = (id: string) => readRequest(getAsset, new URLSearchParams(), { id });

const limit = fc.integer({ min: 1, max: maximumAssets });
const someId = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,60}$/);

describe("what is asked about assets", () => {
  it("reads back as it was written", () => {
    const list = fc.record(
      { cursor: fc.string({ unit: "grapheme", minLength: 1 }), limit },
      { requiredKeys: [] },
    );
    const search = fc.record(
      {
        query: fc
          .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
          .filter((text) => text.trim() === text && text.length <= longestSearch),
        limit,
      },
      { requiredKeys: ["query"] },
    );
    fc.assert(
      fc.property(list, (request) => {
        expect(readAssetsRequest(new URLSearchParams(writeAssetsRequest(request)))).toEqual({
          ok: true,
          request,
        });
      }),
    );
    fc.assert(
      fc.property(search, (request) => {
        const query = new URLSearchParams(writeAssetSearchRequest(request));
        expect(readAssetSearchRequest(query)).toEqual({ ok: true, request });
      }),
    );
  });

  it("reads back as it was written, also the past of one, whose path stays what it is", () => {
    const past = fc.record(
      {
        id: someId,
        startTime: fc.integer({ min: 0, max: Date.parse("9999-12-31T00:00:00Z") }),
        resolution: fc.constantFrom(...historyResolutions),
      },
      { requiredKeys: ["id", "startTime"] },
    );
    fc.assert(
      fc.property(past, (request) => {
        const { pathname, searchParams } = new URL(`http://host/api${writeAssetHistoryRequest(request)}`);
        const segment = /^\/api\/v0\/assets\/([^/]+)\/history$/.exec(pathname)?.[1] ?? "";
        const id = readAssetId(decodeURIComponent(segment));
        expect(id).toEqual({ ok: true, request: { id: request.id } });
        expect(readAssetHistoryRequest(request.id, searchParams)).toEqual({ ok: true, request });
      }),
    );
  });

  it("takes an id with its colon", () => {
    expect(readAssetId(exampleAssetId)).toEqual({ ok: true, request: { id: exampleAssetId } });
    expect(readAssetId(encodeURIComponent(exampleAssetId)).ok).toBe(false);
  });

  it.for([
    "",
    ".",
    "..",
    "%2e%2e",
    "..%2Fmarkets",
    "a%2Fb",
    "a b",
    "%",
    "%E0%A4%A",
    "%00",
    "é",
    "a".repeat(151),
  ])("has no id %j, which could be a path of its own or nothing", (segment) => {
    expect(readAssetId(segment).ok).toBe(false);
  });

  it("lets no segment out of its place, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webPath(), fc.string({ unit: "binary" }), someId), (segment) => {
        const reading = readAssetId(segment);
        if (!reading.ok) return;
        const path = `/api${writeAssetPath(reading.request.id)}`;
        expect(new URL(`http://host${path}`).pathname).toBe(path);
      }),
    );
  });

  it("never throws, whatever the query, and quotes at most its first 60 characters", () => {
    const name = fc.constantFrom("cursor", "limit", "query", "startTime", "endTime", "resolution");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: "binary" })), { maxLength: 6 }), (pairs) => {
        const query = new URLSearchParams(pairs);
        const readings = [
          readAssetsRequest(query),
          readAssetSearchRequest(query),
          readAssetHistoryRequest("a:b", query),
        ];
        const messages = readings
          .flatMap((reading) => (reading.ok ? [] : reading.faults))
          .map(({ message }) => message.length);
        expect(Math.max(0, ...messages)).toBeLessThan(250);
      }),
    );
  });
});
