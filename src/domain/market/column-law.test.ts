// Every sortable column exports its value for any rows. column-text-law.test.tsx tests that the list shows it,
// order.test.ts that the list sorts by it.
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
import { exportJson } from "../../dashboard/select/export-rows.ts";

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

// Each list is checked for every column.
const few = runs(25);

test("a value has its column's type, and a number is finite and never −0", () => {
  fc.assert(
    fc.property(someRows(), someContext, (rows, context) => {
      const odd = sortable.flatMap((column) => {
        const isText = columnOf(column).unit === "text";
        return rows
          .map((row) => columnValue(column, row, context) ?? (isText ? "" : 1))
          .filter((value) =>
            isText ? typeof value !== "string" : !Number.isFinite(value) || Object.is(value, -0),
          );
      });
      expect(odd).toEqual([]);
    }),
    few,
  );
});

test("the export holds the value of every column, with null for missing ones", () => {
  const fixed = { exportedAt: 0, readAt: 0, frozenAt: undefined, source: "Demo", url: "/" };
  const origin = { ...fixed, smallHidden: 0, complete: true };
  fc.assert(
    fc.property(someRows(4), someContext, (rows, context) => {
      const file: unknown = JSON.parse(
        exportJson({ rows, columns: sortable, context, origin: { ...origin, total: rows.length } }),
      );
      for (const column of sortable) {
        const exported = rows.map((row) => {
          const value = columnValue(column, row, context) ?? null;
          return columnOf(column).unit === "time" && typeof value === "number"
            ? new Date(value).toISOString()
            : value;
        });
        expect(exportedColumn(file, column)).toEqual(exported);
      }
    }),
    few,
  );
});

test.each(["collateralNeeded", "mayDrop"] as const)(
  "%s applies to lending and is missing for loops",
  (column) => {
    const limits = { maxLtv: fraction(0.84), liquidationLtv: fraction(0.88) };
    const context: SelectContext = { size: dollars(1e6), basis: "total", benchmark: undefined };
    const [loan, loop] = ["lending", "loop"].map((type) => marketRow({ ...limits, type }));
    expect(loan && columnValue(column, loan, context)).toBeGreaterThan(0);
    expect(loop && columnValue(column, loop, context)).toBeUndefined();
  },
);

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

/** The values of a column in an exported file, whatever the unit in its name. */
function exportedColumn(file: unknown, column: string): readonly unknown[] {
  const markets: unknown = Object(file).markets;
  if (!Array.isArray(markets)) return ["no markets"];
  return markets.map((market: unknown) => {
    const field = Object.entries(Object(market)).find(([name]) => name.split(" ")[0] === column);
    return field === undefined ? "no field" : field[1];
  });
}

test("vsBenchmark is the leading rate minus the benchmark's, and missing if either is", () => {
  fc.assert(
    fc.property(someRows(), someContext, (rows, context) => {
      for (const row of rows) {
        const rate = context.basis === "base" ? row.baseDepositApy : row.depositApy;
        const against = context.benchmark?.rate;
        const value = columnValue("vsBenchmark", row, context);
        const expected = rate === undefined || against === undefined ? undefined : rate - against;
        expect(value === undefined).toBe(expected === undefined);
        expect(Number(value ?? 0)).toBeCloseTo(expected ?? 0, 9);
      }
    }),
  );
});
