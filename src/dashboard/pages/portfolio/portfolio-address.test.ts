import { expect, test } from "vitest";
import { readLimits, withLimits } from "./portfolio-address.ts";

test("reads each limit of the moves from the URL by itself and omits defaults", () => {
  expect(readLimits("")).toEqual({ poolShare: 0.1, providerShare: 0.4, exitCover: 5 });
  expect(readLimits("?limits=0.25,7,1")).toEqual({ poolShare: 0.25, providerShare: 0.4, exitCover: 1 });
  expect(readLimits("?limits=junk")).toEqual(readLimits(""));
  expect(withLimits("?moves=total", readLimits("?limits=0.05,1,10"))).toBe("limits=0.05,1,10&moves=total");
  expect(withLimits("", readLimits(""))).toBe("");
});
