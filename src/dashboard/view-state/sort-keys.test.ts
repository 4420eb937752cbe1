import { describe, expect, test } from "vitest";
import { startsDescending } from "../market/columns.ts";
import { nextSort } from "./sort-keys.ts";

describe("the first press on a header", () => {
  test.each([
    ["depositApy", true],
    ["totalDepositUsd", true],
    ["trend", true],
    ["market", false],
    ["provider", false],
    ["borrowApy", false],
    ["baseBorrowApy30d", false],
    ["closeTime", false],
  ] as const)("orders %s from its interesting end", (column, descending) => {
    expect(startsDescending(column)).toBe(descending);
    expect(nextSort([], column, false)).toEqual([{ column, descending }]);
  });
});

describe("a plain press", () => {
  test("turns the leading column round and drops the other keys", () => {
    const sort = [
      { column: "depositApy", descending: true },
      { column: "totalDepositUsd", descending: true },
    ] as const;
    expect(nextSort(sort, "depositApy", false)).toEqual([{ column: "depositApy", descending: false }]);
  });

  test("starts afresh with a column that did not lead", () => {
    const sort = [
      { column: "depositApy", descending: true },
      { column: "totalDepositUsd", descending: false },
    ] as const;
    expect(nextSort(sort, "totalDepositUsd", false)).toEqual([
      { column: "totalDepositUsd", descending: true },
    ]);
  });
});

describe("a press with Shift", () => {
  test("adds a column after the others", () => {
    expect(nextSort([{ column: "depositApy", descending: true }], "borrowApy", true)).toEqual([
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ]);
  });

  test("turns a column round where it stands", () => {
    const sort = [
      { column: "depositApy", descending: true },
      { column: "borrowApy", descending: false },
    ] as const;
    expect(nextSort(sort, "depositApy", true)).toEqual([
      { column: "depositApy", descending: false },
      { column: "borrowApy", descending: false },
    ]);
  });
});
