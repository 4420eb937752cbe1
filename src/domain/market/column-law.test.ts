// column-text-law.test.tsx tests that the list shows the value of every sortable column, order.test.ts that it sorts by it.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { marketRow, rowToken, someRows } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import {
  columnIds,
  columnHeader,
  columnOf,
  columnShape,
  columnValue,
  isSortableColumnId,
} from "./columns.ts";
import type { SelectContext } from "./column.ts";
import { loansAgainst } from "./row-values.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";

const sortable = columnIds.filter(isSortableColumnId);

const someFigure = fc.record({
  flow30d: fc.constantFrom(
    undefined,
    ...[0, -5e6, 12.5].map((usd) => ({ value: dollars(usd), since: 0, coverage: fraction(0.9) })),
  ),
  age: fc.constantFrom(undefined, 0, 1.5, 120),
  averages: fc
    .subarray(["depositApy30d", "baseDepositApy30d", "baseDepositApy90d", "baseBorrowApy180d"] as const)
    .map(
      (fields) =>
        new Map(
          fields.map((name, at) => [name, { value: fraction(at / 50), since: 0, coverage: fraction(1) }]),
        ),
    ),
});
const someRecord = fc
  .array(fc.tuple(fc.stringMatching(/^[a-e]$/), someFigure))
  .map((figures) => ({ byMarket: new Map(figures), text: JSON.stringify(figures) }));

const someContext: fc.Arbitrary<SelectContext> = fc.record({
  size: fc.constantFrom(undefined, dollars(1000), dollars(250_000)),
  basis: fc.constantFrom("total", "base"),
  benchmark: fc.constantFrom(
    undefined,
    { id: "a", name: "USDC", rate: fraction(0.05) },
    { id: "none", name: undefined, rate: undefined },
  ),
  record: fc.option(someRecord, { nil: undefined }),
});

test("a value has its column's type, and a number is finite and never −0", () => {
  fc.assert(
    fc.property(someRows(), someContext, (rows, context) => {
      for (const column of sortable) {
        const values = rows.flatMap((row) => columnValue(column, row, context) ?? []);
        const isSound = (value: string | number): boolean =>
          columnOf(column).unit === "text"
            ? typeof value === "string"
            : Number.isFinite(value) && !Object.is(value, -0);
        expect(values.filter((value) => !isSound(value))).toEqual([]);
      }
    }),
    // Each list is checked for every column.
    runs(25),
  );
});

const headers = (inputs: SelectContext): readonly string[] =>
  (["effectiveApy", "loanApy", "collateralNeeded", "maxLtv"] as const).map((id) => columnHeader(id, inputs));

test("headers name my size and the collateral of a loan", () => {
  const context = { size: undefined, basis: "total", benchmark: undefined } as const;
  const [, , needed, ltv] = headers(context);
  expect(`${needed} ${ltv}`).not.toMatch(/SOL|best/);
  expect(headers({ ...context, size: dollars(250_000) })).toEqual(["At $250k", "Rate at $250k", needed, ltv]);
  const sol = loansAgainst("SOLmint", [marketRow({ tokens: [rowToken("SOL")], maxLtv: fraction(0.7) })]);
  expect(headers({ ...context, loans: sol }).slice(2)).toEqual(["SOL needed", "LTV of SOL"]);
  const any = loansAgainst(undefined, []);
  expect(headers({ ...context, loans: any }).slice(2)).toEqual([needed, "Max LTV (best)"]);
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
  const unknown = {
    size: undefined,
    basis: "total",
    benchmark: { id: "a", name: "", rate: fraction(0) },
  } as const;
  expect(columnValue("vsBenchmark", marketRow(), unknown)).toBeUndefined();
});
