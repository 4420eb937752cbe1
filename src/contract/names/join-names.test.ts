import { expect, test } from "vitest";
import { joinNames } from "./join-parts.ts";

test("names are listed with commas and a last and", () => {
  expect([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(joinNames)).toEqual(["", "A", "A and B", "A, B and C"]);
});
