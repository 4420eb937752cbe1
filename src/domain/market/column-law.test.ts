// What is sorted, filtered and exported is one value, for every sortable column and any rows. That what is shown is this value
// as well is held by column-text-law.test.tsx.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, someRows } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import { columnIds, isSortableColumnId, type SortableColumnId, columnOf, columnValue } from "./columns.ts";
import type { SelectContext } from "./column.ts";
import { cellContent } from "../../dashboard/list/cell-content.ts";
import type { MarketRow } from "./market-row.ts";
import { defaultViewState } from "../view-state/codec.ts";
import { exportJson } from "../../dashboard/select/export-rows.ts";
import { filterInputs, filterRows } from "../view-state/filter.ts";
import { foldText } from "../../contract/names/search-words.ts";
import { createOrderer } from "../../dashboard/select/order.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";

const sortable = columnIds.filter(isSortableColumnId);

// Forty columns are asked several times each: few lists per question are many lists in all.
const few = runs(20);

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

function ordered(
  rows: readonly MarketRow[],
  column: SortableColumnId,
  descending: boolean,
  context: SelectContext,
): readonly MarketRow[] {
  const order = createOrderer().order(rows, [{ column, descending }], context);
  return Array.from(order, (position) => rows[position]).filter((row) => row !== undefined);
}

function isIdle(column: SortableColumnId, row: MarketRow, context: SelectContext): boolean {
  return columnValue(column, row, context) !== undefined && columnOf(column).isIdle?.(row, context) === true;
}

/** What a comparison sees: numbers as they are, text folded. */
function compared(value: number | string): number | string {
  return typeof value === "string" ? foldText(value) : value;
}

describe.each(sortable)("column %s", (column) => {
  test("a value is of the column's kind, and a number is finite and never −0", () => {
    const isNumber = columnOf(column).unit !== "text";
    fc.assert(
      fc.property(someRows(), someContext, (rows, context) => {
        const values = rows
          .map((row) => columnValue(column, row, context))
          .filter((value) => value !== undefined);
        expect(values.every((value) => (typeof value === "number") === isNumber)).toBe(true);
        expect(
          values.every(
            (value) => typeof value === "string" || (Number.isFinite(value) && !Object.is(value, -0)),
          ),
        ).toBe(true);
      }),
      few,
    );
  });

  test.each([
    ["ascending", false],
    ["descending", true],
  ])("sorts %s by the value, missing last, and loses no row", (_name, descending) => {
    fc.assert(
      fc.property(someRows(), someContext, (rows, context) => {
        const list = ordered(rows, column, descending, context);
        expect(list.map((row) => row.id).toSorted()).toEqual(rows.map((row) => row.id).toSorted());
        const values = list.map((row) => columnValue(column, row, context));
        const known = values.filter((value) => value !== undefined);
        expect(values.slice(known.length).every((value) => value === undefined)).toBe(true);
        const idle = list.slice(0, known.length).map((row) => isIdle(column, row, context));
        // One by which some rows are idle has these after the others.
        expect(idle).toEqual(idle.toSorted((one, other) => Number(one) - Number(other)));
        const inOrder = known.every((value, at) => {
          const next = known[at + 1];
          if (next === undefined || idle[at] !== idle[at + 1]) return true;
          const [low, high] = descending ? [next, value] : [value, next];
          return compared(low) <= compared(high);
        });
        expect(inOrder).toBe(true);
      }),
      few,
    );
  });

  test("equal values fall to deposits, greatest first and missing last, then to the id", () => {
    fc.assert(
      fc.property(someRows(), someContext, fc.boolean(), (rows, context, descending) => {
        const list = ordered(rows, column, descending, context);
        const tie = (row: MarketRow): number | string | undefined => {
          const value = columnValue(column, row, context);
          return value === undefined ? undefined : compared(value);
        };
        const pairs = list
          .slice(1)
          .map((row, at) => [list[at] ?? row, row] as const)
          .filter(
            ([one, other]) =>
              tie(one) === tie(other) && isIdle(column, one, context) === isIdle(column, other, context),
          );
        expect(
          pairs.every(([one, other]) => {
            const first = one.totalDepositUsd ?? -1;
            const second = other.totalDepositUsd ?? -1;
            return first > second || (first === second && one.id < other.id);
          }),
        ).toBe(true);
      }),
      few,
    );
  });

  test("the export holds the same value, missing as null", () => {
    fc.assert(
      fc.property(someRows(4), someContext, (rows, context) => {
        const file: unknown = JSON.parse(
          exportJson({
            rows,
            columns: [column],
            context,
            origin: {
              exportedAt: 0,
              readAt: 0,
              frozenAt: undefined,
              source: "Demo",
              url: "/",
              total: rows.length,
              complete: true,
            },
          }),
        );
        const exported = rows.map((row) => {
          const value = columnValue(column, row, context) ?? null;
          return columnOf(column).unit === "time" && typeof value === "number"
            ? new Date(value).toISOString()
            : value;
        });
        expect(exportedColumn(file, column)).toEqual(exported);
      }),
      few,
    );
  });
});

test.each(["collateralNeeded", "mayDrop"] as const)("%s is of lending: a loop's LTVs make none", (column) => {
  const limits = { maxLtv: fraction(0.84), liquidationLtv: fraction(0.88) };
  const context: SelectContext = { size: dollars(1e6), basis: "total", benchmark: undefined };
  const [loan, loop] = ["lending", "loop"].map((type) => marketRow({ ...limits, type }));
  expect(loan && columnValue(column, loan, context)).toBeGreaterThan(0);
  expect(loop && columnValue(column, loop, context)).toBeUndefined();
  expect(loop && cellContent(column, loop, context)).toMatchObject({ text: undefined });
  expect(loop && cellContent(column, loop, context).second).toBeUndefined();
});

/** The values of a column in an exported file, whatever unit its name carries. */
function exportedColumn(file: unknown, column: string): readonly unknown[] {
  const markets: unknown = Object(file).markets;
  if (!Array.isArray(markets)) return ["no markets"];
  return markets.map((market: unknown) => {
    const field = Object.entries(Object(market)).find(([name]) => name.split(" ")[0] === column);
    return field === undefined ? "no field" : field[1];
  });
}

test("vsBenchmark is the leading rate less that of the benchmark, and missing where either is", () => {
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

describe("filters by a value", () => {
  test.each([
    ["minDeposits", "totalDepositUsd", "total"],
    ["minApy", "depositApy", "total"],
    ["minApy", "baseDepositApy", "base"],
  ] as const)(
    "%s keeps exactly the rows whose %s is at least the bound (basis %s)",
    (filter, column, basis) => {
      fc.assert(
        fc.property(someRows(), fc.constantFrom(0, 0.05, 0.0501, 1e6), (rows, least) => {
          const state = {
            ...defaultViewState,
            types: ["lending", "yield", "loop", "perpetual", "prediction"],
            statuses: ["open", "closed", "settled"],
            hideSmall: false,
            basis,
            [filter]: least,
          } as const;
          // Predictions without a known status are hidden by their own filter only when one is chosen.
          const { visible } = filterRows(rows, state, filterInputs(state, new Set(), undefined));
          const expected = [...rows.keys()].filter((at) => {
            const row = rows[at];
            const value =
              row === undefined
                ? undefined
                : columnValue(column, row, { size: undefined, basis, benchmark: undefined });
            return typeof value === "number" && value >= least;
          });
          expect([...visible]).toEqual(expected);
        }),
      );
    },
  );
});
