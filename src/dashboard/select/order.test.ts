import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketRow, poolRow, rowToken, someRows } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import type { Usd } from "../../contract/units.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { columnIds, columnOf, columnValue, isSortableColumnId } from "../../domain/market/columns.ts";
import { foldText } from "../../domain/search-words.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import { loansAgainst } from "../../domain/market/loan-terms.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { SortKey } from "../../domain/view-state/view-state.ts";
import { createOrderer } from "./order.ts";

const plain: SelectContext = { size: undefined, basis: "total", benchmark: undefined };
const byRate: readonly SortKey[] = [{ column: "depositApy", descending: true }];

function ids(rows: readonly MarketRow[], order: readonly number[]): string {
  return Array.from(order, (position) => rows[position]?.id).join(" ");
}

function sorted(rows: readonly MarketRow[], keys: readonly SortKey[], context = plain): string {
  return ids(rows, createOrderer()(rows, keys, context));
}

const rated = (id: string, apy: number | undefined, deposits?: number): MarketRow =>
  poolRow(id, { apy, deposits });

const loop = (id: string, rate: number): MarketRow =>
  marketRow({ id, type: "loop", depositApy: fraction(rate) });

const someKeys = fc.uniqueArray(
  fc.record({
    column: fc.constantFrom(...columnIds.filter(isSortableColumnId)),
    descending: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3, selector: (key) => key.column },
);

const someContext: fc.Arbitrary<SelectContext> = fc.record({
  size: fc.constantFrom(undefined, dollars(1000)),
  basis: fc.constantFrom("total", "base"),
  benchmark: fc.constantFrom(undefined, { id: "a", name: "USDC", rate: fraction(0.05) }),
});

/** Usable values come first, then idle ones, then missing ones, in either direction. */
function keyOf(row: MarketRow, column: SortKey["column"], context: SelectContext) {
  const value = columnValue(column, row, context);
  if (value === undefined) return { group: 2, value };
  const group = columnOf(column).isIdle?.(row, context) === true ? 1 : 0;
  return { group, value: typeof value === "string" ? foldText(value) : value };
}

function compare(one: MarketRow, other: MarketRow, key: SortKey, context: SelectContext): number {
  const [a, b] = [keyOf(one, key.column, context), keyOf(other, key.column, context)];
  if (a.group !== b.group || a.value === undefined || b.value === undefined) return a.group - b.group;
  return a.value === b.value ? 0 : a.value < b.value === key.descending ? 1 : -1;
}

const pool = (id: string, apy: number, left: number): MarketRow => poolRow(id, { apy, deposits: 1e9, left });
const lender = (id: string, borrowApy: number, borrowLeft: number): MarketRow =>
  poolRow(id, { borrowApy, deposits: 1e6, lent: 4e5, borrowLeft });

describe("an order", () => {
  it("matches a plain comparison: each key in turn, missing last, then deposits, then id", () => {
    // Adjacent numbers, both zeros, extremes and missing ones: a difference of one bit counts.
    const epsilon = Number.EPSILON;
    const near = fc.constantFrom(0, -0, 1, 1 + epsilon, -1, -1 - epsilon, 5e-324, 1e300, -1e300);
    const someRated = fc.array(
      fc.record({
        id: fc.string({ maxLength: 3 }),
        rate: fc.option(fc.oneof(near, fc.double({ noNaN: true, noDefaultInfinity: true })), {
          nil: undefined,
        }),
        deposits: fc.option(near, { nil: undefined }),
      }),
      { maxLength: 40 },
    );
    const byRates = someRated.map((many) => many.map(({ id, rate, deposits }) => rated(id, rate, deposits)));
    fc.assert(
      fc.property(fc.oneof(someRows(), byRates), someKeys, someContext, (rows, keys, context) => {
        const allKeys = [...keys, { column: "totalDepositUsd", descending: true } as const];
        const expected = Array.from(rows.entries())
          .toSorted(([at, one], [otherAt, other]) => {
            const [decisive] = allKeys.flatMap((key) => compare(one, other, key, context) || []);
            return decisive ?? (one.id === other.id ? at - otherAt : one.id < other.id ? -1 : 1);
          })
          .map(([at]) => at);
        expect([...createOrderer()(rows, keys, context)]).toEqual(expected);
      }),
      runs(300),
    );
  });

  const small = pool("small", 0.2, 10);
  const low = pool("low", 0.03, 1e6);

  it.each<readonly [what: string, column: SortKey["column"], rows: readonly MarketRow[], order: string]>([
    ["takes", "effectiveApy", [small, low, pool("full", 0.3, 0)], "low full small"],
    ["earns on", "usdPerYear", [small, low], "low small"],
    ["lends", "loanApy", [lender("short", 0.2, 10), lender("cheap", 0.1, 1e6)], "cheap short"],
  ])("puts what %s less than my size last", (_what, column, rows, order) => {
    expect(sorted(rows, [{ column, descending: true }], { ...plain, size: dollars(1000) })).toBe(order);
  });

  it("puts loans whose collateral can't be added after the others", () => {
    const [sol, usdc] = [rowToken("SOL"), rowToken("USDC")];
    const debt = (id: string, borrowApy: number, productName: string): MarketRow => ({
      ...lender(id, borrowApy, 1e6),
      tokens: [usdc],
      productName,
    });
    const taker = { tokens: [sol], maxLtv: fraction(0.8) };
    const rows = [
      debt("full", 0.01, "A"),
      poolRow("a", { deposits: 1e6, left: 0 }, { ...taker, productName: "A" }),
      debt("open", 0.02, "B"),
      poolRow("b", { deposits: 1e6 }, { ...taker, productName: "B" }),
      debt("elsewhere", 0.005, "C"),
    ];
    const by = (column: "loanApy" | "borrowApy", mint?: string): string =>
      sorted(rows, [{ column, descending: false }], {
        ...plain,
        size: dollars(1000),
        loans: loansAgainst(mint, rows),
      });
    expect(by("loanApy")).toMatch(/^elsewhere open full/);
    expect(by("loanApy", "SOLmint")).toMatch(/^open elsewhere full/);
    expect(by("borrowApy", "SOLmint")).toMatch(/^open elsewhere full/);
  });

  it("puts closed loops last in both directions, whatever the column", () => {
    const unpublished = marketRow({ id: "unpublished", type: "loop" });
    const rows = [loop("closed", 0.36), loop("open", 0.2), unpublished, loop("low", 0.1)];
    const byLoop = new Map([["closed", { left: dollars(0), closed: "borrowed" as const }]]);
    const by = (column: "depositApy" | "vsBenchmark" | "market", descending: boolean, known = true): string =>
      ids(
        rows,
        createOrderer()(rows, [{ column, descending }], {
          ...plain,
          benchmark: { id: "b", name: "b", rate: fraction(0.05) },
          loops: known ? { byLoop, rows: [], text: "closed" } : undefined,
        }),
      );
    expect(by("depositApy", true)).toBe("open low closed unpublished");
    expect(by("depositApy", false)).toBe("low open closed unpublished");
    expect(by("vsBenchmark", true)).toBe("open low closed unpublished");
    // A loop with unknown legs does not count as closed.
    expect(by("depositApy", true, false)).toBe("closed open low unpublished");
  });

  it("puts loops after base rates that are compared with a benchmark, because a net rate includes rewards", () => {
    const base = marketRow({ id: "base", depositApy: fraction(0.05), baseDepositApy: fraction(0.05) });
    const benchmark = { id: "b", name: "b", rate: fraction(0.04) };
    const by = (basis: "base" | "total"): string =>
      sorted([loop("loop", 0.3), base], [{ column: "vsBenchmark", descending: true }], {
        ...plain,
        basis,
        benchmark,
      });
    expect([by("total"), by("base")]).toEqual(["loop base", "base loop"]);
  });

  it("puts loops that take less than my size last", () => {
    const rows = [loop("small", 0.36), loop("large", 0.2)];
    const byLoop = new Map([["small", { left: dollars(500), closed: undefined }]]);
    const orderOf = createOrderer();
    const by = (size: Usd | undefined): string =>
      ids(rows, orderOf(rows, byRate, { ...plain, size, loops: { byLoop, rows: [], text: "small" } }));
    expect([by(undefined), by(dollars(500)), by(dollars(501))]).toEqual([
      "small large",
      "small large",
      "large small",
    ]);
  });
});

it("an amount left to borrow that is only a bound sorts after known amounts, in both directions", () => {
  const rows = [
    poolRow("bound", { deposits: 9e6, lent: 1e6 }),
    poolRow("small", { deposits: 2e6, lent: 1e6, borrowLeft: 5e5 }),
    poolRow("large", { deposits: 3e6, lent: 1e6, borrowLeft: 1e6 }),
    poolRow("unknown", {}),
  ];
  expect([true, false].map((descending) => sorted(rows, [{ column: "leftToBorrow", descending }]))).toEqual([
    "large small bound unknown",
    "small large bound unknown",
  ]);
});

describe("an orderer", () => {
  it("gives the same order as a new one, whatever rows, keys and size it gets next", () => {
    const step = fc.record({ keys: someKeys, context: someContext, cut: fc.nat(12), replaced: fc.nat(12) });
    fc.assert(
      fc.property(someRows(), someRows(), fc.array(step, { maxLength: 5 }), (rows, others, steps) => {
        const order = createOrderer();
        for (const { keys, context, cut, replaced } of steps) {
          const renewed = (row: MarketRow, at: number): MarketRow =>
            at < replaced ? marketRow({ ...others[at], id: row.id }) : row;
          const list = rows.slice(0, cut).map(renewed);
          expect(ids(list, order(list, keys, context))).toBe(sorted(list, keys, context));
        }
      }),
    );
  });

  it("reads a column once while the rows stay, and only rows that arrived or changed", () => {
    let reads = 0;
    const counted = (id: string, rate: number): MarketRow =>
      Object.defineProperty(rated(id, undefined), "depositApy", {
        get: () => {
          reads += 1;
          return rate;
        },
      });
    const order = createOrderer();
    const rows = [counted("a", 1), counted("b", 2)];
    order(rows, byRate, plain);
    order(rows, [{ column: "depositApy", descending: false }], plain);
    expect(reads).toBe(2);
    const grown = [...rows, counted("c", 1.5)];
    expect(ids(grown, order(grown, byRate, plain))).toBe("b c a");
    expect(reads).toBe(3);
    expect(ids(grown, order(grown.with(0, counted("a", 3)), byRate, plain))).toBe("a b c");
    expect(reads).toBe(4);
  });
});
