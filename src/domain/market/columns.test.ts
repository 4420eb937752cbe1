// column-text-law.test.tsx tests that the list shows every column's value, order.test.ts that it sorts by it.
import { expect, test } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import { columnHeader, columnShape, columnValue } from "./columns.ts";
import type { SelectContext } from "./column.ts";
import { loansAgainst } from "./loan-terms.ts";

const headers = (inputs: SelectContext): readonly string[] =>
  (["effectiveApy", "loanApy", "collateralNeeded", "maxLtv"] as const).map((id) => columnHeader(id, inputs));

test("headers name my size and the collateral of a loan", () => {
  const context = { size: undefined, basis: "total", benchmark: undefined } as const;
  const [, , needed, ltv] = headers(context);
  expect(`${needed} ${ltv}`).not.toMatch(/SOL|best/);
  expect(headers({ ...context, size: dollars(250_000) })).toEqual(["At $250k", "Rate at $250k", needed, ltv]);
  const sol = loansAgainst("SOLmint", [marketRow({ tokens: [rowToken("SOL")], maxLtv: fraction(0.7) })]);
  expect(headers({ ...context, loans: sol }).slice(2)).toEqual(["SOL needed", "LTV of SOL"]);
  // While the markets load, the mint says nothing.
  expect(headers({ ...context, loans: loansAgainst("SOLmint", []) }).slice(2)).toEqual([needed, ltv]);
  const any = loansAgainst(undefined, []);
  expect(headers({ ...context, loans: any }).slice(2)).toEqual([needed, "Max LTV (best)"]);
});

test("averages say Base, and have the short header only on the side of the view", () => {
  const context = { size: undefined, basis: "total", benchmark: undefined } as const;
  for (const days of ["30d", "90d", "180d"] as const) {
    const pair = [`baseDepositApy${days}`, `baseBorrowApy${days}`] as const;
    const headersIn = (inputs: SelectContext) => pair.map((id) => columnHeader(id, inputs));
    const loans = loansAgainst(undefined, []);
    expect(headersIn(context)).toEqual([`Base ${days}`, `Base borrow ${days}`]);
    expect(headersIn({ ...context, loans })).toEqual([`Base deposit ${days}`, `Base ${days}`]);
    const widthsIn = (borrowing: boolean) => pair.map((id) => columnShape(id, "total", borrowing).width);
    expect(widthsIn(true)).toEqual(widthsIn(false).toReversed());
  }
});

test("without a collateral the header of a drop to liquidation says at which share of the limit", () => {
  const sol = marketRow({ tokens: [rowToken("SOL")] });
  const headerFor = (mint: string | undefined) => {
    const loans = loansAgainst(mint, [sol], undefined, 0.75);
    return columnHeader("mayDrop", { size: undefined, basis: "total", benchmark: undefined, loans });
  };
  expect(headerFor(undefined)).toBe("Drop to liq. at 75 %");
  expect(headerFor("SOLmint")).toBe("Drop to liq.");
});

test("with basis base only the two deposit rates swap styles", () => {
  expect(columnShape("baseDepositApy", "base")).toEqual(columnShape("depositApy", "total"));
  expect(columnShape("depositApy", "base")).not.toEqual(columnShape("depositApy", "total"));
  expect(columnShape("maxLtv", "base")).toEqual(columnShape("maxLtv", "total"));
});

test("vsBenchmark is the leading rate minus the benchmark's, and missing if either is", () => {
  const row = marketRow({ depositApy: fraction(0.08), baseDepositApy: fraction(0.06) });
  const against = (basis: "total" | "base", rate?: number): unknown => {
    const benchmark = { id: "a", name: "USDC", rate: rate === undefined ? rate : fraction(rate) };
    return columnValue("vsBenchmark", row, { size: undefined, basis, benchmark });
  };
  expect([against("total", 0.05), against("base", 0.05), against("total")]).toEqual([0.03, 0.01, undefined]);
  const loop = marketRow({ type: "loop", depositApy: fraction(0.33) });
  const base = { size: undefined, basis: "base", benchmark: { rate: fraction(0.03) } } as const;
  expect(columnValue("vsBenchmark", loop, base)).toBeCloseTo(0.3, 12);
  const unknown = {
    size: undefined,
    basis: "total",
    benchmark: { id: "a", name: "", rate: fraction(0) },
  } as const;
  expect(columnValue("vsBenchmark", marketRow(), unknown)).toBeUndefined();
});
