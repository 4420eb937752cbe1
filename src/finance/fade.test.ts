import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fraction, near, someRate } from "../../tests/fixtures/quantities.ts";
import { averageWindows, fade, isSteady } from "./fade.ts";

const none = { d30: undefined, d90: undefined, d180: undefined };
const against = (now: number, d90: number) => fade({ ...none, now: fraction(now), d90: fraction(d90) });
const unmeasured = (name: string) => ({ class: name, change: undefined });
const no90 = unmeasured("no 90-day average given");
const now = fraction(0.05);

describe("fade", () => {
  it.for([
    [0.1501, 0.1, "spiking", 50],
    [0.1499, 0.1, "rising", 50],
    [0.1201, 0.1, "rising", 20],
    [0.1199, 0.1, "steady", 20],
    [0.0801, 0.1, "steady", -20],
    [0.0799, 0.1, "fading", -20],
  ] as const)("calls %f against a 90-day %f %s (%i %%)", ([rate, d90, name, percent]) => {
    expect(against(rate, d90)?.class).toBe(name);
    expect(Math.round((against(rate, d90)?.change ?? Number.NaN) * 100)).toBe(percent);
  });

  it.each([
    [
      "names a missing 90-day mean",
      ["d30", "d180"].map((name) => fade({ ...none, now, [name]: now })),
      [no90, no90],
    ],
    ["names missing averages", fade({ ...none, now }), unmeasured("no averages given")],
    ["is steady at 0.05 points over 0", against(0.0005, 0), unmeasured("steady")],
    ["has no percentage over a tiny average", against(0.01, 0.0005), unmeasured("spiking")],
    ["has no percentage for a rate that crossed zero", against(-1.07, 0.0658), unmeasured("fading")],
    ["fades below a negative average", against(-0.04, -0.02), unmeasured("fading")],
    ["spikes above a negative average", against(0.03, -0.02), unmeasured("spiking")],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});

describe("windows", () => {
  it("are separated from the nested averages", () => {
    fc.assert(
      fc.property(someRate, someRate, someRate, (recent, middle, old) => {
        const d90 = fraction((30 * recent + 60 * middle) / 90);
        const averages = { d30: recent, d90, d180: fraction((90 * d90 + 90 * old) / 180) };
        expect(averageWindows(averages)).toEqual([
          { fromDay: 1, toDay: 30, value: near(recent) },
          { fromDay: 31, toDay: 90, value: near(middle) },
          { fromDay: 91, toDay: 180, value: near(old) },
        ]);
      }),
    );
  });

  it("extend over the days of a missing average", () => {
    const averages = { ...none, d90: fraction(0.25), d180: fraction(0.5) };
    expect(averageWindows(averages)).toEqual([
      { fromDay: 1, toDay: 90, value: 0.25 },
      { fromDay: 91, toDay: 180, value: 0.75 },
    ]);
    expect(averageWindows(none)).toEqual([]);
  });
});

const steady = (change: Partial<Parameters<typeof isSteady>[0]>): boolean =>
  isSteady({ now, total: now, d30: now, d90: now, d180: now, ...change });

describe("whether a rate is steady", () => {
  const zero = fraction(0);
  const nothing = { now: zero, d30: zero, d90: zero, d180: zero };

  it.each([
    ["it is steady at its averages", steady({}), true],
    ["it is not steady with rewards that change the total", steady({ total: fraction(0.08) }), false],
    ["it is not steady when an older window differs", steady({ d180: fraction(0.058) }), false],
    ["it is not steady at a base rate of nothing", steady({ ...nothing, total: fraction(0.0003) }), false],
    ["it is not steady without a 90-day average", steady({ d90: undefined }), false],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});
