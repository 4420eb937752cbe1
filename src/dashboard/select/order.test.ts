import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketRow, someRows } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { columnIds, columnOf, columnValue, isSortableColumnId } from "../../domain/market/columns.ts";
import { foldText } from "../../contract/names/search-words.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { SortKey } from "../../domain/view-state/view-state.ts";
import { createOrderer } from "./order.ts";

const plain: SelectContext = { size: undefined, basis: "total", benchmark: undefined };
const byRate: readonly SortKey[] = [{ column: "depositApy", descending: true }];

function ids(rows: readonly MarketRow[], order: Uint32Array): string {
  return Array.from(order, (position) => rows[position]?.id).join(" ");
}

function sorted(rows: readonly MarketRow[], keys: readonly SortKey[], context = plain): string {
  return ids(rows, createOrderer().order(rows, keys, context));
}

function rated(id: string, rate: number | undefined, deposits?: number): MarketRow {
  return marketRow({
    id,
    depositApy: rate === undefined ? undefined : fraction(rate),
    totalDepositUsd: deposits === undefined ? undefined : dollars(deposits),
  });
}

function loop(id: string, rate: number): MarketRow {
  return marketRow({ id, type: "loop", depositApy: fraction(rate) });
}

function lender(id: string, rate: number, lent: number): MarketRow {
  return marketRow({
    id,
    type: "lending",
    borrowApy: fraction(rate),
    baseBorrowApy: fraction(rate),
    totalDeposit: tokens(1e6),
    totalDepositUsd: dollars(1e6),
    totalBorrow: tokens(lent),
    totalBorrowUsd: dollars(lent),
    maxBorrow: tokens(lent === 5e5 ? 5e5 + 10 : 1e6),
  });
}

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

type Value = number | string | undefined;
function compare(one: Value, other: Value, descending: boolean): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return one < other === descending ? 1 : -1;
}

function valueOf(row: MarketRow, column: SortKey["column"], context: SelectContext): Value {
  const value = columnValue(column, row, context);
  return typeof value === "string" ? foldText(value) : value;
}

/** Whether a row has a value that is of no use; undefined where it has none. */
function isUseless(row: MarketRow, column: SortKey["column"], context: SelectContext): boolean | undefined {
  if (columnValue(column, row, context) === undefined) return undefined;
  return columnOf(column).isIdle?.(row, context) === true;
}

function pool(id: string, rate: number, room: number): MarketRow {
  return marketRow({
    id,
    depositApy: fraction(rate),
    baseDepositApy: fraction(rate),
    totalDeposit: tokens(1e9),
    totalDepositUsd: dollars(1e9),
    maxDeposit: tokens(1e9 + room),
  });
}

describe("an order", () => {
  it("puts missing last in both directions", () => {
    const rows = [rated("none", undefined), rated("low", -0.1), rated("high", 0.5), rated("zero", 0)];
    expect(sorted(rows, byRate)).toBe("high zero low none");
    expect(sorted(rows, [{ column: "depositApy", descending: false }])).toBe("low zero high none");
  });

  it("breaks ties by deposits, greatest first and unknown last, in both directions, then by id", () => {
    const rows = [rated("c", 1), rated("b", 1, 5), rated("a", 1, 5), rated("d", 1, 9)];
    expect(sorted(rows, byRate)).toBe("d a b c");
    expect(sorted(rows, [{ column: "depositApy", descending: false }])).toBe("d a b c");
  });

  it("asks the second key where the first is equal or missing in both", () => {
    const rows = [
      { ...rated("a", 1), maxLtv: fraction(0.5) },
      { ...rated("b", 1), maxLtv: fraction(0.8) },
      { ...rated("c", undefined), maxLtv: fraction(0.9) },
      { ...rated("d", undefined), maxLtv: fraction(0.95) },
    ];
    expect(sorted(rows, [...byRate, { column: "maxLtv", descending: true }])).toBe("b a d c");
  });

  it("is that of a plain comparison: each key in turn, missing last both ways, then deposits, then the id", () => {
    // Close numbers, both zeros, far ones and none: whatever differs in one bit is another value.
    const near = fc.constantFrom(
      0,
      -0,
      1,
      1 + Number.EPSILON,
      -1,
      -1 - Number.EPSILON,
      5e-324,
      1e300,
      -1e300,
    );
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
        const positions = rows.map((_row, at) => at);
        const expected = positions.toSorted((a, b) => {
          const [one, other] = [rows[a], rows[b]];
          if (one === undefined || other === undefined) return 0;
          for (const { column, descending } of [
            ...keys,
            { column: "totalDepositUsd", descending: true } as const,
          ]) {
            const [useless, otherUseless] = [one, other].map((row) => isUseless(row, column, context));
            if (useless !== undefined && otherUseless !== undefined && useless !== otherUseless)
              return Number(useless) - Number(otherUseless);
            const decided = compare(
              valueOf(one, column, context),
              valueOf(other, column, context),
              descending,
            );
            if (decided !== 0) return decided;
          }
          return compare(one.id, other.id, false) || a - b;
        });
        expect([...createOrderer().order(rows, keys, context)]).toEqual(expected);
      }),
      runs(300),
    );
  });

  it("orders names without regard to case and accents, and a name before the same name with more", () => {
    const rows = ["Zed", "épargne", "Epargne 2", "apple"].map((label, at) =>
      marketRow({ id: String(at), label }),
    );
    expect(sorted(rows, [{ column: "market", descending: false }])).toBe("3 1 2 0");
  });

  it("of the same rows and keys is the same array", () => {
    const orderer = createOrderer();
    const rows = [rated("a", 1), rated("b", 2)];
    expect(orderer.order(rows, byRate, plain)).toBe(orderer.order(rows, [...byRate], { ...plain }));
  });

  it("follows a changed size where a column depends on it", () => {
    const orderer = createOrderer();
    const keys: readonly SortKey[] = [{ column: "effectiveApy", descending: true }];
    const small = marketRow({
      id: "small",
      depositApy: fraction(0.2),
      totalDepositUsd: dollars(1000),
      baseDepositApy: fraction(0.2),
    });
    const large = marketRow({
      id: "large",
      depositApy: fraction(0.1),
      totalDepositUsd: dollars(1e9),
      baseDepositApy: fraction(0.1),
    });
    const rows = [small, large];
    expect(
      ids(rows, orderer.order(rows, keys, { size: dollars(1), basis: "total", benchmark: undefined })),
    ).toBe("small large");
    expect(
      ids(rows, orderer.order(rows, keys, { size: dollars(1e6), basis: "total", benchmark: undefined })),
    ).toBe("large small");
    expect(
      ids(rows, orderer.order(rows, keys, { size: dollars(1), basis: "total", benchmark: undefined })),
    ).toBe("small large");
  });

  it("has what does not take all of my size after what does, in both directions, and what is missing last", () => {
    const rows = [
      pool("small", 0.2, 10),
      pool("low", 0.03, 1e6),
      pool("full", 0.3, 0),
      marketRow({ id: "unpublished" }),
      pool("high", 0.1, 1e6),
    ];
    const by = (descending: boolean, column: "effectiveApy" | "usdPerYear" = "effectiveApy"): string =>
      ids(
        rows,
        createOrderer().order(rows, [{ column, descending }], {
          size: dollars(1000),
          basis: "total",
          benchmark: undefined,
        }),
      );
    expect(by(true)).toBe("high low full small unpublished");
    expect(by(false)).toBe("low high small full unpublished");
    expect(by(true, "usdPerYear")).toBe("high low full small unpublished");
  });

  it("has loans by the rate of today, whether the upper end of what mine costs is known or not", () => {
    // Most of one is lent out, of one hardly anything, and of one some: only there is an upper end known.
    const rows = [lender("known", 0.06, 1e5), lender("idle", 0.055, 1), lender("steep", 0.05, 9e5)];
    const context = { ...plain, size: dollars(1000) };
    expect(sorted(rows, [{ column: "loanApy", descending: false }], context)).toBe("steep idle known");
    const shuffled = fc.array(
      fc.tuple(fc.double({ min: -0.05, max: 0.5, noNaN: true }), fc.integer({ min: 1, max: 990_000 })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(shuffled, (drawn) => {
        const lenders = drawn.map(([rate, lent], at) => lender(`m${at}`, rate, lent === 5e5 ? 1 : lent));
        const cheapestFirst = lenders.toSorted(
          (one, other) => (one.borrowApy ?? 0) - (other.borrowApy ?? 0) || (one.id < other.id ? -1 : 1),
        );
        expect(sorted(lenders, [{ column: "loanApy", descending: false }], context)).toBe(
          cheapestFirst.map(({ id }) => id).join(" "),
        );
      }),
    );
  });

  it("has what does not lend all of my size after what does, whatever it would cost", () => {
    const rows = [lender("short", 0.01, 5e5), lender("dear", 0.2, 4e5), lender("cheap", 0.1, 4e5)];
    const context = { ...plain, size: dollars(1000) };
    expect(sorted(rows, [{ column: "loanApy", descending: false }], context)).toBe("cheap dear short");
  });

  it("has loops that cannot be opened after those that can, in both directions, whatever they are measured by", () => {
    const rows = [
      loop("closed", 0.36),
      loop("open", 0.2),
      marketRow({ id: "unpublished", type: "loop" }),
      loop("low", 0.1),
    ];
    const byLoop = new Map([["closed", { left: dollars(0), closed: "borrowed" as const }]]);
    const by = (column: "depositApy" | "vsBenchmark" | "market", descending: boolean, known = true): string =>
      ids(
        rows,
        createOrderer().order(rows, [{ column, descending }], {
          ...plain,
          benchmark: { id: "b", name: "b", rate: fraction(0.05) },
          loops: known ? { byLoop, rows: [], text: "closed" } : undefined,
        }),
      );
    expect(by("depositApy", true)).toBe("open low closed unpublished");
    expect(by("depositApy", false)).toBe("low open closed unpublished");
    expect(by("vsBenchmark", true)).toBe("open low closed unpublished");
    // What is unknown of the legs closes nothing.
    expect(by("depositApy", true, false)).toBe("closed open low unpublished");
  });

  it("leaves the rows as they are", () => {
    const rows = Object.freeze([rated("b", 1), rated("a", 2)]);
    createOrderer().order(rows, byRate, plain);
    expect(rows.map((row) => row.id)).toEqual(["b", "a"]);
  });
});

describe("a list that grows page by page", () => {
  it("is in the same order as the whole list sorted at once, for any keys", () => {
    fc.assert(
      fc.property(someRows(), someKeys, someContext, fc.array(fc.nat(12)), (rows, keys, context, cuts) => {
        const orderer = createOrderer();
        for (const cut of cuts.toSorted((a, b) => a - b)) orderer.order(rows.slice(0, cut), keys, context);
        expect(ids(rows, orderer.order(rows, keys, context))).toBe(sorted(rows, keys, context));
      }),
    );
  });

  it("stays right when keys and size change between pages and rows are replaced", () => {
    const step = fc.record({ keys: someKeys, context: someContext, cut: fc.nat(12), replaced: fc.nat(12) });
    fc.assert(
      fc.property(someRows(), someRows(), fc.array(step, { maxLength: 5 }), (rows, others, steps) => {
        const orderer = createOrderer();
        for (const { keys, context, cut, replaced } of steps) {
          const renewed = (row: MarketRow, at: number): MarketRow =>
            at < replaced ? marketRow({ ...others[at], id: row.id }) : row;
          const list = rows.slice(0, cut).map(renewed);
          expect(ids(list, orderer.order(list, keys, context))).toBe(sorted(list, keys, context));
        }
      }),
    );
  });

  it("reads only the rows that came, and only those that changed", () => {
    let reads = 0;
    const counted = (id: string, rate: number): MarketRow =>
      Object.defineProperty(rated(id, undefined), "depositApy", {
        get: () => {
          reads += 1;
          return rate;
        },
      });
    const orderer = createOrderer();
    const first = [counted("a", 1), counted("b", 2)];
    orderer.order(first, byRate, plain);
    expect(reads).toBe(2);
    const grown = [...first, counted("c", 1.5)];
    expect(ids(grown, orderer.order(grown, byRate, plain))).toBe("b c a");
    expect(reads).toBe(3);
    const refreshed = grown.with(0, counted("a", 3));
    expect(ids(refreshed, orderer.order(refreshed, byRate, plain))).toBe("a b c");
    expect(reads).toBe(4);
    orderer.order(refreshed, [{ column: "depositApy", descending: false }], plain);
    expect(reads).toBe(4);
  });
});
