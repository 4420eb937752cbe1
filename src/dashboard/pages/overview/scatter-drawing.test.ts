import { expect, test } from "vitest";
import { decades, labelStep } from "./scatter-drawing.tsx";

test("an axis spans the powers of ten around its values", () => {
  expect(decades(280, 366e6)).toEqual([100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]);
  expect(decades(1000, 1000)).toEqual([1000, 10_000]);
  expect(decades(0, 10)).toEqual([]);
});

test("labels that would overlap are left out", () => {
  const labels = ["$10 T", "$100 T", "> $1,000 T"];
  expect([120, 75, 35].map((distance) => labelStep(labels, distance))).toEqual([1, 2, 3]);
});
