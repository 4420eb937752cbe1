import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketTypes, predictionStatuses } from "../../../contract/market.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { readExample } from "../../../../tests/fixtures/example-files.ts";
import { moment } from "../../../../tests/fixtures/quantities.ts";
import { toMarketRow } from "../../../domain/market/market-row.ts";
import { matchesRequest, covers } from "./markets-query.ts";

const readAt = moment("2026-10-01T00:00:00Z");
const rows = ["markets.mixed-page1", "markets.mixed-page2", "markets.prediction", "markets.loop"]
  .flatMap((name) => parseMarketsPage(readExample(name)).markets)
  .map((market) => toMarketRow(market, { readAt, page: 1 }));
const mints = [...new Set(rows.flatMap((row) => row.tokens.map((token) => token.address ?? "")))].slice(0, 3);
const providers = [...new Set(rows.map((row) => row.providerId))];

const anyRequest: fc.Arbitrary<MarketsRequest> = fc.record(
  {
    types: fc.subarray([...marketTypes], { minLength: 1 }),
    providers: fc.subarray(providers, { minLength: 1 }),
    assets: fc.subarray(mints, { minLength: 1 }),
    statuses: fc.subarray([...predictionStatuses], { minLength: 1 }),
  },
  { requiredKeys: [] },
);

describe("covering a narrower request", () => {
  it("a request covers itself and others only if it returns everything they do", () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (wide, narrow) => {
        expect(covers(wide, wide)).toBe(true);
        expect(covers({}, { ...wide, statuses: ["open"] })).toBe(true);
        fc.pre(covers(wide, narrow));
        expect(rows.filter((row) => matchesRequest(row, narrow) && !matchesRequest(row, wide))).toEqual([]);
      }),
    );
  });

  it("missing statuses are open, statuses apply to predictions only, and no list of types covers all types", () => {
    expect(covers({}, { types: ["prediction"], statuses: ["closed"] })).toBe(false);
    expect(covers({ statuses: ["open", "closed"] }, { types: ["prediction"] })).toBe(true);
    expect(covers({ statuses: ["closed"] }, { types: ["lending"] })).toBe(true);
    expect(covers({ statuses: ["closed"] }, {})).toBe(false);
    // All types include unknown ones.
    expect(covers({ types: [...marketTypes] }, {})).toBe(false);
  });

  it("finds an asset on either side of a market", () => {
    const loops = rows.filter((row) => row.kind === "loop");
    expect(loops.length).toBeGreaterThan(0);
    for (const loop of loops) {
      for (const token of loop.tokens)
        expect(matchesRequest(loop, { assets: [token.address ?? ""] })).toBe(true);
      expect(matchesRequest(loop, { assets: ["another"] })).toBe(false);
    }
  });
});
