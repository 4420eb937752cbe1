import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { columnOf, startsDescending, type ColumnId } from "../../../domain/market/columns.ts";
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
  ] as const)("orders %s from its better end", async (column, descending) => {
    expect(startsDescending(column)).toBe(descending);
    expect(await pressed([], column, false)).toEqual([{ column, descending }]);
  });
});

describe("a plain press", () => {
  const sort = [
    { column: "depositApy", descending: true },
    { column: "totalDepositUsd", descending: true },
  ] as const;

  test("turns the leading column round and drops the other keys", async () => {
    expect(await pressed(sort, "depositApy", false)).toEqual([{ column: "depositApy", descending: false }]);
  });

  test("starts afresh with a column that did not lead", async () => {
    expect(await pressed(sort, "totalDepositUsd", false)).toEqual([
      { column: "totalDepositUsd", descending: true },
    ]);
  });

  test("on the actions asks for nothing", async () => {
    expect(await pressed(sort, "actions", false)).toBeUndefined();
  });
});

describe("a press with Shift", () => {
  test("adds a column after the others", async () => {
    expect(await pressed([{ column: "depositApy", descending: true }], "borrowApy", true)).toEqual([
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ]);
  });

  test("turns a column round where it is", async () => {
    const sort = [
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ] as const;
    expect(await pressed(sort, "depositApy", true)).toEqual([
      { column: "depositApy", descending: false },
      { column: "borrowApy", descending: false },
    ]);
  });
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

describe("the columns", () => {
  test("are in the order asked for, the controls and the market pinned at the start, the actions at the end", () => {
    const { start, center, end } = drawn(["market", "totalDepositUsd", "depositApy", "actions"], "total");
    expect(ids(start)).toEqual(["controls", "market"]);
    expect(ids(center)).toEqual(["totalDepositUsd", "depositApy"]);
    expect(ids(end)).toEqual(["actions"]);
  });

  test.each([
    ["total", "depositApy", "baseDepositApy"],
    ["base", "baseDepositApy", "depositApy"],
  ] as const)("give the bar's room to the rate that leads by %s", (basis, leading, other) => {
    const widths = drawn(["market", leading, other], basis)["center"]?.map((header) =>
      Number(header.dataset["width"]),
    );
    expect(widths?.[0]).toBe(columnOf("depositApy").width);
    expect(widths?.[1]).toBeLessThan(columnOf("depositApy").width);
  });
});

describe("a table that does not fit", () => {
  const widths = { start: [70, 178], center: [128, 90, 102], end: [106] };
  const own = sum(widths.start);

  test("gives its names what is left beside the columns that fit, so that none is cut at the edge", () => {
    expect(startWidth(widths, own + 128 + 90 + 106 + 40, true)).toBe(own + 40);
    expect(startWidth(widths, own + 128 + 7, false)).toBe(own + 7);
  });

  test("keeps its names where everything fits, and where nothing but them does", () => {
    expect(startWidth(widths, own + 128 + 90 + 102 + 106, true)).toBe(own);
    expect(startWidth(widths, own - 10, false)).toBe(own);
  });
});
