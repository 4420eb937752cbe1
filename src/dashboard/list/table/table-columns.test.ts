import { describe, expect, test } from "vitest";
import { columnOf, startsDescending } from "../../market/columns.ts";
import { leavesOf, pressed, startWidth } from "./table-columns.ts";

const columns = ["market", "depositApy", "totalDepositUsd", "borrowApy", "actions"] as const;

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
  test("stand in the order asked for, the controls and the market at the start, the actions at the end", () => {
    const { start, middle, end, width } = leavesOf(columns, "total");
    expect(start.map(({ id }) => id)).toEqual(["controls", "market"]);
    expect(middle.map(({ id }) => id)).toEqual(["depositApy", "totalDepositUsd", "borrowApy"]);
    expect(end.map(({ id }) => id)).toEqual(["actions"]);
    expect(width).toBe([...start, ...middle, ...end].reduce((sum, leaf) => sum + leaf.width, 0));
  });

  test.each([
    ["total", "depositApy", "baseDepositApy"],
    ["base", "baseDepositApy", "depositApy"],
  ] as const)("give the bar's room to the rate that leads by %s", (basis, leading, other) => {
    const [wide, narrow] = leavesOf(["market", leading, other], basis).middle;
    expect(wide?.width).toBe(columnOf("depositApy").width);
    expect(narrow?.width).toBeLessThan(columnOf("depositApy").width);
  });
});

describe("a table that does not fit", () => {
  const leaves = leavesOf(columns, "total");
  const own = startWidth(leaves, 0, true);
  const [first, second] = leaves.middle.map(({ width }) => width);
  const end = leaves.end.reduce((sum, { width }) => sum + width, 0);

  test("gives its names what is left beside the columns that fit, so that none is cut at the edge", () => {
    const seen = own + (first ?? 0) + (second ?? 0) + end + 40;
    expect(leaves.width).toBeGreaterThan(seen);
    expect(startWidth(leaves, seen, true)).toBe(own + 40);
    expect(startWidth(leaves, own + (first ?? 0) + 7, false)).toBe(own + 7);
  });

  test("keeps its names where everything fits, and where nothing but them does", () => {
    expect(startWidth(leaves, leaves.width, true)).toBe(own);
    expect(startWidth(leaves, own - 10, false)).toBe(own);
  });
});
