import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketTypes, predictionStatuses } from "../../../contract/market.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { millis } from "../../../contract/units.ts";
import { readExample } from "../../../../tests/fixtures/example-files.ts";
import { toMarketRow } from "../../../domain/market/market-row.ts";
import { answers, covers } from "./request-cover.ts";

const readAt = millis(0) ?? expect.fail("a time");
const rows = ["markets.mixed-page1", "markets.mixed-page2", "markets.prediction", "markets.loop"].flatMap(
  (name) =>
    parseMarketsPage(readExample(name).body).markets.map((market) =>
      toMarketRow(market, { readAt, page: 1 }),
    ),
);
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
  it("a request covers another only if it returns everything the other does", () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (wide, narrow) => {
        fc.pre(covers(wide, narrow));
        const lost = rows.filter((row) => answers(row, narrow) && !answers(row, wide));
        expect(lost).toEqual([]);
      }),
    );
  });

  it("every request covers itself, and no filter covers every request about open predictions", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        expect(covers(request, request)).toBe(true);
        expect(covers({}, { ...request, statuses: ["open"] })).toBe(true);
      }),
    );
  });

  it("treats missing statuses as open, and applies them to predictions only", () => {
    expect(covers({}, { types: ["prediction"], statuses: ["closed"] })).toBe(false);
    expect(covers({ statuses: ["open", "closed"] }, { types: ["prediction"] })).toBe(true);
    expect(covers({ statuses: ["closed"] }, { types: ["lending"] })).toBe(true);
    expect(covers({ statuses: ["closed"] }, {})).toBe(false);
  });

  it("a list of types never covers all types, which include unknown ones", () => {
    expect(covers({ types: [...marketTypes] }, {})).toBe(false);
  });

  it("finds an asset on either side of a market", () => {
    const loops = rows.filter((row) => row.kind === "loop");
    expect(loops.length).toBeGreaterThan(0);
    for (const loop of loops) {
      for (const token of loop.tokens) expect(answers(loop, { assets: [token.address ?? ""] })).toBe(true);
      expect(answers(loop, { assets: ["another"] })).toBe(false);
    }
  });
});
