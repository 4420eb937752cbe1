import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs, hourMs } from "../../../contract/units.ts";
import { averageWindows, HourlyRates, ratePath } from "./hourly-rates.ts";
import { noise, streamOf } from "./noise.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";

const stream = streamOf(7, "hourly");
const rate = (time: number): number => 0.05 + 0.03 * noise(stream, time / dayMs / 2.3);
const create = (): HourlyRates =>
  new HourlyRates(2, (time, out) => {
    out[0] = rate(time);
    out[1] = 2 * rate(time) + 0.01;
  });

const times = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2100, 0, 1) });

function naiveMean(days: number, time: number): number {
  const end = Math.ceil(time / hourMs);
  let sum = 0;
  for (let hour = end - days * 24; hour < end; hour += 1) sum += rate(hour * hourMs);
  return sum / (days * 24);
}

describe("hourly rates", () => {
  test("a window's mean is the mean of its whole hours, whatever the minute", () => {
    const rates = create();
    fc.assert(
      fc.property(times, fc.constantFrom(...averageWindows), (time, days) => {
        const mean = naiveMean(days, time);
        expect(rates.windowMean(0, days, time)).toBeCloseTo(mean, 12);
        expect(rates.windowMean(1, days, time)).toBeCloseTo(2 * mean + 0.01, 12);
      }),
      runs(40),
    );
  });

  test("a mean has the same bits whatever was asked before", () => {
    fc.assert(
      fc.property(times, fc.array(times, { maxLength: 4 }), (time, before) => {
        const used = create();
        for (const earlier of before) used.windowMean(0, 180, earlier);
        expect(used.windowMean(0, 90, time)).toBe(create().windowMean(0, 90, time));
      }),
      runs(15),
    );
  });

  test("a day's mean is the mean of its 24 hours, also before 1970 and long after other days", () => {
    const rates = create();
    for (const day of [-400, -1, 0, 20_000, 20_256, 20_000]) {
      let sum = 0;
      for (let hour = day * 24; hour < day * 24 + 24; hour += 1) sum += rate(hour * hourMs);
      expect(rates.dayMean(0, day)).toBeCloseTo(sum / 24, 13);
    }
  });

  test("the mean of a path is the sum of its terms' means", () => {
    const rates = create();
    const path = ratePath({ rates, channel: 0, coefficient: 4 }, { rates, channel: 1, coefficient: -3 });
    const time = Date.UTC(2026, 9, 1, 11, 23);
    expect(path.windowMean(30, time)).toBeCloseTo(-2 * naiveMean(30, time) - 0.03, 12);
    expect(path.at(time)).toBeCloseTo(-2 * rate(time) - 0.03, 12);
  });
});
