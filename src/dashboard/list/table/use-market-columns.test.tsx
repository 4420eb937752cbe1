import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { startsDescending, type ColumnId, type SortableColumnId } from "../../../domain/market/columns.ts";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import {
  sortByHeader,
  startWidth,
  sum,
  useMarketColumns,
  type PinnedHeaders,
  type TableInput,
} from "./use-market-columns.tsx";

const columns = ["market", "depositApy", "totalDepositUsd", "borrowApy", "actions"] as const;
const nothing = (): void => undefined;

const context = { size: undefined, basis: "total", benchmark: undefined } as const;
const plain = { columns, sort: [], onSort: nothing, context, stretch: 1, isTouch: false };

const headersOf = (shown: readonly ColumnId[], change: Partial<TableInput> = {}): PinnedHeaders =>
  renderHook(() => useMarketColumns({ ...plain, columns: shown, ...change })).result.current;

/** The order that a press on a header asks for. */
function pressed(sort: readonly SortKey[], id: ColumnId, isAdding: boolean): readonly SortKey[] | undefined {
  let asked: readonly SortKey[] | undefined;
  const shown = [...new Set([...columns, ...sort.map(({ column }) => column), id])];
  const onSort = (keys: readonly SortKey[]): void => {
    asked = keys;
  };
  const { start, center, end } = headersOf(shown, { sort, onSort });
  const header = [...start, ...center, ...end].find(({ column }) => column.id === id);
  act(() => header && sortByHeader(header.column, isAdding));
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
])("the first press on a header sorts $column from its better end", (key) => {
  expect(startsDescending(key.column)).toBe(key.descending);
  expect(pressed([], key.column, false)).toEqual([key]);
});

const both = [down("depositApy"), down("totalDepositUsd")];

test.each<readonly [what: string, sort: readonly SortKey[], id: ColumnId, adds: boolean, asked: unknown]>([
  ["reverses the first sort column and drops the others", both, "depositApy", false, [up("depositApy")]],
  ["on another column sorts by that column alone", both, "totalDepositUsd", false, [down("totalDepositUsd")]],
  ["on the actions does nothing", both, "actions", false, undefined],
  [
    "with Shift adds a column",
    [down("depositApy")],
    "borrowApy",
    true,
    [down("depositApy"), up("borrowApy")],
  ],
  [
    "with Shift reverses a column in place",
    both,
    "depositApy",
    true,
    [up("depositApy"), down("totalDepositUsd")],
  ],
])("a press %s", (_what, sort, id, adds, asked) => {
  expect(pressed(sort, id, adds)).toEqual(asked);
});

test("controls and market are pinned at the start, actions at the end, the rest in order", () => {
  const { start, center, end } = headersOf(["market", "totalDepositUsd", "depositApy", "actions"]);
  expect([start, center, end].map((headers) => headers.map(({ id }) => id))).toEqual([
    ["controls", "market"],
    ["totalDepositUsd", "depositApy"],
    ["actions"],
  ]);
});

test("wider text gives new headers, as rows are rendered again for those alone", () => {
  const { result, rerender } = renderHook(useMarketColumns, { initialProps: plain });
  const before = result.current;
  const [rate] = before.center;
  const width = rate?.column.getSize() ?? 0;
  rerender({ ...plain, stretch: 1.5 });
  expect(result.current).not.toBe(before);
  expect(result.current.center[0]?.column.getSize()).toBe(width * 1.5);
});

const widths = { start: [70, 178], center: [128, 90, 102], end: [106] };
const own = sum(widths.start);

test.each([
  ["takes the space left beside the columns that fit", own + 128 + 90 + 106 + 40, true, own + 40],
  ["reserves no space for actions that are not pinned", own + 128 + 7, false, own + 7],
  ["keeps its width when everything fits", own + 128 + 90 + 102 + 106, true, own],
  ["keeps its width when no other column fits", own - 10, false, own],
])("the pinned start of the table %s", (_what, seen, isEndPinned, width) => {
  expect(startWidth(widths, seen, isEndPinned)).toBe(width);
});
