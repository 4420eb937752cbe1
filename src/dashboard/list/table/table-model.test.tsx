import { renderHook } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { columnOf, startsDescending, type ColumnId } from "../../market/columns.ts";
import type { SortKey } from "../../view-state/view-state.ts";
import { pressHeader, useTableModel } from "./table-model.ts";

const columns = ["market", "depositApy", "totalDepositUsd", "borrowApy", "actions"] as const;

/** The order after a press on a header. */
function pressed(sort: readonly SortKey[], id: ColumnId, adding: boolean): readonly SortKey[] | undefined {
  const onSort = vi.fn<(keys: readonly SortKey[]) => void>();
  const { result } = renderHook(() =>
    useTableModel({ data: [], columns: [...columns, id], basis: "total", roomy: true, sort, onSort }),
  );
  const leaf = result.current.leaves.find((candidate) => candidate.id === id);
  if (leaf !== undefined) pressHeader(leaf, adding);
  return onSort.mock.lastCall?.[0];
}

describe("the first press on a header", () => {
  test.each([
    ["depositApy", true],
    ["totalDepositUsd", true],
    ["trend", true],
    ["doubts", true],
    ["market", false],
    ["provider", false],
    ["borrowApy", false],
    ["baseBorrowApy30d", false],
    ["liquidationPenalty", false],
    ["shareOfPool", false],
    ["spread", false],
    ["closeTime", false],
  ] as const)("orders %s from its better end", (column, descending) => {
    expect(startsDescending(column)).toBe(descending);
    expect(pressed([], column, false)).toEqual([{ column, descending }]);
  });
});

describe("a plain press", () => {
  const sort = [
    { column: "depositApy", descending: true },
    { column: "totalDepositUsd", descending: true },
  ] as const;

  test("turns the leading column round and drops the other keys", () => {
    expect(pressed(sort, "depositApy", false)).toEqual([{ column: "depositApy", descending: false }]);
  });

  test("starts afresh with a column that did not lead", () => {
    expect(pressed(sort, "totalDepositUsd", false)).toEqual([
      { column: "totalDepositUsd", descending: true },
    ]);
  });
});

describe("a press with Shift", () => {
  test("adds a column after the others", () => {
    expect(pressed([{ column: "depositApy", descending: true }], "borrowApy", true)).toEqual([
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ]);
  });

  test("turns a column round where it stands", () => {
    const sort = [
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ] as const;
    expect(pressed(sort, "depositApy", true)).toEqual([
      { column: "depositApy", descending: false },
      { column: "borrowApy", descending: false },
    ]);
  });
});

describe("the columns", () => {
  test("stand in the order asked for, the controls before them, and each begins where those pinned before it end", () => {
    const { result } = renderHook(() =>
      useTableModel({
        data: [],
        columns,
        basis: "total",
        roomy: true,
        sort: [],
        onSort: vi.fn<() => void>(),
      }),
    );
    const { leaves } = result.current;
    expect(leaves.map(({ id }) => id)).toEqual(["pick", "star", "fold", ...columns]);
    expect(leaves.slice(0, 4).map(({ offset }) => offset.insetInlineStart)).toEqual([0, 36, 60, 84]);
    expect(leaves.at(-1)?.offset).toEqual({ insetInlineEnd: 0 });
  });

  test.each([
    ["total", "depositApy", "baseDepositApy"],
    ["base", "baseDepositApy", "depositApy"],
  ] as const)("give the bar's room to the rate that leads by %s", (basis, leading, other) => {
    const { result } = renderHook(() =>
      useTableModel({
        data: [],
        columns: ["market", leading, other],
        basis,
        roomy: false,
        sort: [],
        onSort: vi.fn<() => void>(),
      }),
    );
    const [wide, narrow] = result.current.leaves.slice(4).map(({ width }) => width);
    expect(wide).toBe(columnOf("depositApy").width);
    expect(narrow).toBeLessThan(columnOf("depositApy").width);
  });
});
