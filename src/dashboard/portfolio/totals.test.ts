import { describe, expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { positionRow, positionRows, sentMarket } from "../../../tests/fixtures/positions.ts";
import { allocationOf, allOf } from "./allocation.ts";
import { claimsOf } from "./claims.ts";
import { earnsPerYear, totalsOf, unknownOf } from "./totals.ts";

const rows = positionRows(readExample("positions.owners").body);
const claims = claimsOf(rows, []);

describe("the totals of the reference's example", () => {
  it("are the sums of what it sends, and what has no value is counted", () => {
    const totals = totalsOf(rows, claims);
    // Deposits, the loop's legs, a vault, two claims and a prediction; the second vault has no value.
    expect(totals.worth.assets).toBeCloseTo(12_991.68 + 2499.62 + 5335.3 + 12.33 + 5.91 + 229.5, 9);
    expect(totals.worth.debts).toBeCloseTo(6002.15 + 4125.46, 9);
    expect(unknownOf(totals)).toEqual({ value: 1, rate: 0 });
  });

  it("are put together by token, provider and type without losing anything", () => {
    const { worth } = totalsOf(rows, claims);
    for (const by of ["token", "provider", "type"] as const) {
      const all = allOf(allocationOf(rows, claims, by));
      expect([all.assets, all.debts, all.net].map((value) => Math.round((value ?? 0) * 1e6))).toEqual(
        [worth.assets, worth.debts, worth.net].map((value) => Math.round(value * 1e6)),
      );
    }
  });
});

describe("what a position earns", () => {
  it("is its rate on its value, under 0 for a debt, and nothing known without either", () => {
    expect(earnsPerYear(positionRow({ amountUsd: 1000 }))).toBeCloseTo(50, 12);
    expect(earnsPerYear(positionRow({ amountUsd: 1000, side: "borrow" }))).toBeCloseTo(-80, 12);
    expect(earnsPerYear(positionRow({ amountUsd: null }))).toBeUndefined();
    expect(earnsPerYear(positionRow({ market: sentMarket({ depositApy: null }) }))).toBeUndefined();
  });
});
