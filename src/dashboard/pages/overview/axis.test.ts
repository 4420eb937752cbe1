import { describe, expect, test } from "vitest";
import { axisMarks, decades } from "./axis.ts";

describe("axis marks", () => {
  test("are round steps that hold zero and stay inside", () => {
    expect(axisMarks(0, 0.1, 5).map((mark) => Math.round(mark * 100))).toEqual([0, 2, 4, 6, 8, 10]);
    expect(axisMarks(-0.03, 0.38, 4).map((mark) => Math.round(mark * 100))).toEqual([0, 20]);
    expect(axisMarks(-0.11, 0.38, 5).map((mark) => Math.round(mark * 100))).toEqual([-10, 0, 10, 20, 30]);
  });
  test("of nothing are none", () => {
    expect(axisMarks(1, 1, 4)).toEqual([]);
    expect(axisMarks(0, Number.NaN, 4)).toEqual([]);
  });
});

describe("decades", () => {
  test("embrace what is between", () => {
    expect(decades(280, 366e6)).toEqual([100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]);
    expect(decades(1000, 1000)).toEqual([1000, 10_000]);
    expect(decades(0, 10)).toEqual([]);
  });
});
