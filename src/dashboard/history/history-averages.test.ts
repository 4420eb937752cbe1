import { describe, expect, test } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import { averageSteps, ownAverages } from "./history-averages.ts";
import { dayMs } from "./history-range.ts";

const now = Date.UTC(2026, 9, 1);
const averages = ownAverages(
  marketRow({
    baseDepositApy30d: fraction(0.0108),
    baseDepositApy90d: fraction(0.0135),
    baseDepositApy180d: fraction(0.016),
  }),
);

describe("average steps", () => {
  test("stand where their days are, do not overlap and say their days and value", () => {
    const steps = averageSteps(averages, now - 180 * dayMs, now);
    expect(steps.map(({ label }) => label)).toEqual([
      "1–30 d: 1.08 %",
      "31–90 d: 1.49 %",
      "91–180 d: 1.85 %",
    ]);
    expect(steps.map(({ from, to }) => [(now - from) / dayMs, (now - to) / dayMs])).toEqual([
      [30, 0],
      [90, 30],
      [180, 90],
    ]);
  });
  test("outside of the chart are left out", () => {
    expect(averageSteps(averages, now - 7 * dayMs, now)).toHaveLength(1);
  });
  test("of a loop are averages of its net rate", () => {
    const net = ownAverages(marketRow({ type: "loop", depositApy30d: fraction(0.06) }));
    expect(net.kind).toBe("net");
    expect(averageSteps(net, now - 90 * dayMs, now)[0]?.label).toBe("1–30 d: 6.00 %");
  });
});
