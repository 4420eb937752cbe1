import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wildMillis, wildRatio, wildTokens } from "../../../tests/fixtures/quantities.ts";
import { millis, ratio, tokenAmount } from "../../contract/units.ts";
import { flowSteps, inAndOut, type PoolAmount } from "./flow-steps.ts";

const day = 86_400_000;

function pool(time: number, amount: number | undefined, apy: number | undefined): PoolAmount {
  const moment = millis(time);
  if (moment === undefined) throw new Error("no moment");
  return { time: moment, amount: tokenAmount(amount), apy: ratio(apy) };
}

function flowsOf(points: readonly PoolAmount[]): number[] {
  return flowSteps(points).map(({ flow }) => flow);
}

describe("flows into and out of a pool", () => {
  it("are what the total rose by beyond its growth: 1000 at 10 % a year are 1007.86 after 30 days, so 1050 means 42.14 came in", () => {
    const [flow = 0] = flowsOf([pool(0, 1000, 0.1), pool(30 * day, 1050, 0.1)]);
    expect(flow).toBeCloseTo(1050 - 1000 * 1.1 ** (30 / 365), 9);
    expect(flow).toBeCloseTo(42.14, 2);
  });

  it("are nothing where a pool only grows, whatever the steps", () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 5 * day }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(gaps, fc.double({ min: 0, max: 3, noNaN: true }), (steps, apy) => {
        let time = 0;
        const points = [pool(0, 500, apy)];
        for (const step of steps) {
          time += step;
          points.push(pool(time, 500 * (1 + apy) ** (time / (365 * day)), apy));
        }
        for (const flow of flowsOf(points)) expect(flow).toBeCloseTo(0, 6);
      }),
    );
  });

  it("reach across a gap with the rate from before it, and are unknown before the first rate", () => {
    const steps = flowSteps([
      pool(0, 100, undefined),
      pool(day, 100, 0),
      pool(2 * day, undefined, undefined),
      pool(3 * day, 90, undefined),
      pool(4 * day, 95, undefined),
    ]);
    expect(steps).toEqual([
      { from: day, to: 3 * day, flow: -10 },
      { from: 3 * day, to: 4 * day, flow: 5 },
    ]);
    expect(inAndOut(steps)).toEqual({ in: 5, out: 10 });
    expect(inAndOut([])).toEqual({ in: 0, out: 0 });
  });

  it("are numbers, whatever a pool is said to hold", () => {
    const time = wildMillis.filter((value) => value !== undefined);
    const points = fc.array(fc.record({ time, amount: wildTokens, apy: wildRatio }), { maxLength: 10 });
    fc.assert(
      fc.property(points, (given) => {
        for (const flow of flowsOf(given)) expect(Number.isFinite(flow)).toBe(true);
      }),
    );
  });
});
