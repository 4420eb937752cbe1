import { expect, test } from "vitest";
import { joinNames } from "./join-names.ts";

test("names are listed with commas and a last and, or or", () => {
  expect([[], ["A"], ["A", "B"], ["A", "B", "C"]].map((names) => joinNames(names))).toEqual([
    "",
    "A",
    "A and B",
    "A, B and C",
  ]);
  expect(joinNames(["A", "B", "C"], "or")).toBe("A, B or C");
});
