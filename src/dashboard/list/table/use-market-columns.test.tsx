import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import type { ApyBasis } from "../../../domain/market/column.ts";
import {
  columnOf,
  startsDescending,
  type ColumnId,
  type SortableColumnId,
} from "../../../domain/market/columns.ts";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import { pressHeader, startWidth, sum, useMarketColumns } from "./use-market-columns.tsx";

afterEach(cleanup);

const columns = ["market", "depositApy", "totalDepositUsd", "borrowApy", "actions"] as const;
const nothing = (): void => undefined;

/** A button for each header, with its group and width; a press with Shift adds. */
function Headers({
  shown,
  basis,
  sort,
  onSort,
}: {
  readonly shown: readonly ColumnId[];
  readonly basis: ApyBasis;
  readonly sort: readonly SortKey[];
  readonly onSort: (keys: readonly SortKey[]) => void;
}): ReactNode {
  const context = { size: undefined, basis, benchmark: undefined } as const;
  const headers = useMarketColumns({ columns: shown, sort, onSort, context, stretch: 1, isTouch: false });
  return (["start", "center", "end"] as const).map((group) => (
    <div key={group} data-testid={group}>
      {headers[group].map(({ column }) => (
        <button
          key={column.id}
          type="button"
          data-width={column.getSize()}
          onClick={(event) => pressHeader(column, event.shiftKey)}
        >
          {column.id}
        </button>
      ))}
    </div>
  ));
}

/** The order that a press on a header asks for. */
async function pressed(
  sort: readonly SortKey[],
  id: ColumnId,
  isAdding: boolean,
): Promise<readonly SortKey[] | undefined> {
  let asked: readonly SortKey[] | undefined;
  render(
    <Headers
      shown={[...new Set([...columns, ...sort.map(({ column }) => column), id])]}
      basis="total"
      sort={sort}
      onSort={(keys) => {
        asked = keys;
      }}
    />,
  );
  const user = userEvent.setup();
  if (isAdding) await user.keyboard("{Shift>}");
  await user.click(screen.getByRole("button", { name: id }));
  cleanup();
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
])("the first press on a header orders $column from its better end", async (key) => {
  expect(startsDescending(key.column)).toBe(key.descending);
  expect(await pressed([], key.column, false)).toEqual([key]);
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
])("a press %s", async (_what, sort, id, adds, asked) => {
  expect(await pressed(sort, id, adds)).toEqual(asked);
});

const drawn = (shown: readonly ColumnId[], basis: ApyBasis): Record<string, readonly HTMLElement[]> => {
  render(<Headers shown={shown} basis={basis} sort={[]} onSort={nothing} />);
  return Object.fromEntries(
    ["start", "center", "end"].map((id) => [
      id,
      [...screen.getByTestId(id).querySelectorAll<HTMLElement>("button")],
    ]),
  );
};
const ids = (headers: readonly HTMLElement[] = []): readonly (string | null)[] =>
  headers.map(({ textContent }) => textContent);

test("columns are in the order asked for, the controls and the market pinned at the start, the actions at the end", () => {
  const { start, center, end } = drawn(["market", "totalDepositUsd", "depositApy", "actions"], "total");
  expect([start, center, end].map(ids)).toEqual([
    ["controls", "market"],
    ["totalDepositUsd", "depositApy"],
    ["actions"],
  ]);
});

test.each([
  ["total", "depositApy", "baseDepositApy"],
  ["base", "baseDepositApy", "depositApy"],
] as const)("the rate that leads by %s has the bar's room", (basis, leading, other) => {
  const widths = drawn(["market", leading, other], basis)["center"]?.map(({ dataset }) =>
    Number(dataset["width"]),
  );
  const { width } = columnOf("depositApy");
  expect(widths?.[0]).toBe(width);
  expect(widths?.[1]).toBeLessThan(width);
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
