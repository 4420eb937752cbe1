import { describe, expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import { positionRow, positionRows, sentMarket } from "../../../tests/fixtures/positions.ts";
import { allocationOf } from "./allocation.ts";
import { claimsOf } from "./claims.ts";
import { earnsPerYear, totalsOf } from "./totals.ts";

const rows = positionRows(readExample("positions.owners"));
const claims = claimsOf(rows, []);

describe("the totals of the reference example", () => {
  it("are the sums of its values, and count positions without a value", () => {
    const totals = totalsOf(rows, claims);
    // Deposits, the loop's legs, a vault, two claims and a prediction; the second vault has no value.
    expect(totals.worth.assets).toBeCloseTo(12_991.68 + 2499.62 + 5335.3 + 12.33 + 5.91 + 229.5, 9);
    expect(totals.worth.debts).toBeCloseTo(6002.15 + 4125.46, 9);
    // The loop's market is quoted at an unknown leverage.
    expect([totals.worth.unknown, totals.income.unknown]).toEqual([1, 2]);
  });

  it("are grouped by token, provider and type without losing anything", () => {
    const { worth } = totalsOf(rows, claims);
    for (const by of ["token", "provider", "type"] as const) {
      const shares = allocationOf(rows, claims, by);
      for (const key of ["assets", "debts", "net"] as const)
        expect(shares.reduce((sum, share) => sum + share.worth[key], 0)).toBeCloseTo(worth[key], 6);
    }
  });
});

describe("what a position earns", () => {
  it("is unknown for a loop with only its market's quote, and the totals count it", () => {
    const market = sentMarket({ id: "kamino.multiply.x", type: "loop", depositApy: 0.3479 });
    const loop = positionRow({ id: "l", type: "loop", side: undefined, market, amountUsd: 1000 });
    expect(earnsPerYear(loop)).toBeUndefined();
    expect(totalsOf([loop], []).income).toMatchObject({ net: 0, unknown: 1 });
    expect(totalsOf([loop], []).income.unknown).toBe(1);
    expect(earnsPerYear({ ...loop, ownApy: fraction(0.27) })).toBeCloseTo(270, 9);
  });

  it("is its rate on its value, negative for a debt, and unknown without either", () => {
    expect(earnsPerYear(positionRow({ amountUsd: 1000 }))).toBeCloseTo(50, 12);
    expect(earnsPerYear(positionRow({ amountUsd: 1000, side: "borrow" }))).toBeCloseTo(-80, 12);
    expect(earnsPerYear(positionRow({ amountUsd: null }))).toBeUndefined();
    expect(earnsPerYear(positionRow({ market: sentMarket({ depositApy: null }) }))).toBeUndefined();
  });
});
