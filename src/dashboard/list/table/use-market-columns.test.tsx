import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  columnOf,
  startsDescending,
  type ColumnId,
  type SortableColumnId,
} from "../../../domain/market/columns.ts";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import {
  pressHeader,
  startWidth,
  sum,
  useMarketColumns,
  type PinnedHeaders,
  type TableInput,
} from "./use-market-columns.tsx";

const columns = ["market", "depositApy", "totalDepositUsd", "borrowApy", "actions"] as const;
const nothing = (): void => undefined;

const headersOf = (shown: readonly ColumnId[], change: Partial<TableInput> = {}): PinnedHeaders => {
  const context = { size: undefined, basis: "total", benchmark: undefined } as const;
  const input = { columns: shown, sort: [], onSort: nothing, context, stretch: 1, isTouch: false, ...change };
  return renderHook(() => useMarketColumns(input)).result.current;
};

/** The order that a press on a header asks for. */
function pressed(sort: readonly SortKey[], id: ColumnId, isAdding: boolean): readonly SortKey[] | undefined {
  let asked: readonly SortKey[] | undefined;
  const shown = [...new Set([...columns, ...sort.map(({ column }) => column), id])];
  const onSort = (keys: readonly SortKey[]): void => {
    asked = keys;
  };
  const { start, center, end } = headersOf(shown, { sort, onSort });
  const header = [...start, ...center, ...end].find(({ column }) => column.id === id);
  act(() => header && pressHeader(header.column, isAdding));
  return asked;
}

const down = (column: SortableColumnId): SortKey => ({ column, descending: true });
const up = (column: SortableColumnId): SortKey => ({ column, descending: false });

test.each([
  down("depositApy"),
  down("trend"),
  down("doubts"),
  up("market"),
  up("borrowApy"),
  up("liquidationPenalty"),
  up("shareOfPool"),
  up("closeTime"),
])("the first press on a header orders $column from its better end", (key) => {
  expect(startsDescending(key.column)).toBe(key.descending);
  expect(pressed([], key.column, false)).toEqual([key]);
});

const both = [down("depositApy"), down("totalDepositUsd")];

test.each<readonly [what: string, sort: readonly SortKey[], id: ColumnId, adds: boolean, asked: unknown]>([
  ["turns the leading column round and drops the others", both, "depositApy", false, [up("depositApy")]],
  ["starts afresh with one that did not lead", both, "totalDepositUsd", false, [down("totalDepositUsd")]],
  ["on the actions asks for nothing", both, "actions", false, undefined],
  [
    "with Shift adds a column",
    [down("depositApy")],
    "borrowApy",
    true,
    [down("depositApy"), up("borrowApy")],
  ],
  [
    "with Shift turns one round where it is",
    both,
    "depositApy",
    true,
    [up("depositApy"), down("totalDepositUsd")],
  ],
])("a press %s", (_what, sort, id, adds, asked) => {
  expect(pressed(sort, id, adds)).toEqual(asked);
});

test("columns are in the order asked for, the controls and the market pinned at the start, the actions at the end", () => {
  const { start, center, end } = headersOf(["market", "totalDepositUsd", "depositApy", "actions"]);
  expect([start, center, end].map((headers) => headers.map(({ id }) => id))).toEqual([
    ["controls", "market"],
    ["totalDepositUsd", "depositApy"],
    ["actions"],
  ]);
});

test.each([
  ["total", "depositApy", "baseDepositApy"],
  ["base", "baseDepositApy", "depositApy"],
] as const)("the rate that leads by %s has the bar's room", (basis, leading, other) => {
  const context = { size: undefined, basis, benchmark: undefined };
  const widths = headersOf(["market", leading, other], { context }).center.map(({ column }) =>
    column.getSize(),
  );
  const { width } = columnOf("depositApy");
  expect(widths[0]).toBe(width);
  expect(widths[1]).toBeLessThan(width);
});

const widths = { start: [70, 178], center: [128, 90, 102], end: [106] };
const own = sum(widths.start);

test.each([
  ["gives its names what is left beside the columns that fit", own + 128 + 90 + 106 + 40, true, own + 40],
  ["counts its actions where they are not pinned", own + 128 + 7, false, own + 7],
  ["keeps its names where everything fits", own + 128 + 90 + 102 + 106, true, own],
  ["keeps them where nothing but them does", own - 10, false, own],
])("a table that does not fit: %s", (_what, seen, isEndPinned, width) => {
  expect(startWidth(widths, seen, isEndPinned)).toBe(width);
});
