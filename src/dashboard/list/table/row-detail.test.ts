import { expect, test } from "vitest";
import { dayMs } from "../../../contract/units.ts";
import { wholeDayRates } from "./row-detail.tsx";

test("the usual rates of a row are of complete days", () => {
  const today = Date.UTC(2026, 10, 30);
  const points = [0.04, null, 0.09].map((depositApy, at) => ({
    timestamp: new Date(today + (at - 2) * dayMs).toISOString(),
    depositApy,
  }));
  expect(wholeDayRates(points, today + dayMs / 2)).toEqual([0.04, undefined]);
});
