import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fraction, someRate } from "../../tests/fixtures/quantities.ts";
import { averageWindows, direction, disjointWindows, fade, type Fade } from "./fade.ts";

const none = { d30: undefined, d90: undefined, d180: undefined };

function against(now: number, d90: number): Fade | undefined {
  return fade({ ...none, now: fraction(now), d90: fraction(d90) });
}

describe("fade", () => {
  it.for([
    [0.0346, 0.0201, "spiking", 72],
    [0.082, 0.0388, "spiking", 111],
    [0.0829, 0.0761, "steady", 9],
    [0.0079, 0.0091, "steady", -13],
    [0.0253, 0.0289, "steady", -12],
    [0.0289, 0.0391, "fading", -26],
    [0.0252, 0.034, "fading", -26],
  ] as const)("calls %f against a 90-day %f %s (%i %%)", ([now, d90, name, percent]) => {
    const judged = against(now, d90);
    expect(judged?.class).toBe(name);
    expect(Math.round((judged?.change ?? Number.NaN) * 100)).toBe(percent);
  });

  it("draws the bounds at one and a half times, six fifths and four fifths of the average", () => {
    const classes = [0.1501, 0.1499, 0.1201, 0.1199, 0.0801, 0.0799].map((now) => against(now, 0.1)?.class);
    expect(classes).toEqual(["spiking", "rising", "rising", "steady", "steady", "fading"]);
  });

  it("keeps a market without a 90-day average apart from one without any", () => {
    const now = fraction(0.05);
    expect(fade({ ...none, now, d30: fraction(0.05) })).toEqual({
      class: "no 90-day average given",
      change: undefined,
    });
    expect(fade({ ...none, now })).toEqual({ class: "no averages given", change: undefined });
    expect(fade({ ...none, now, d90: fraction(0.05) })?.class).toBe("steady");
  });

  it("does not make news of hundredths of a percent", () => {
    const tiny = fade({ ...none, now: fraction(0.0003), d90: fraction(0.0001) });
    expect(tiny).toEqual({ class: "steady", change: undefined });
    expect(against(0.0005, 0)?.class).toBe("steady");
    expect(against(-0.0005, 0)?.class).toBe("steady");
    expect(against(0.01, 0.0005)?.change).toBeUndefined();
    expect(fade({ ...none, now: fraction(0), d90: fraction(0) })?.class).toBe("steady");
  });

  it("judges against averages of 0 and below without a percentage", () => {
    expect(against(0.02, 0)).toEqual({ class: "spiking", change: undefined });
    expect(against(-0.02, 0)).toEqual({ class: "fading", change: undefined });
    expect(against(-0.04, -0.02)).toEqual({ class: "fading", change: undefined });
    expect(against(0.03, -0.02)).toEqual({ class: "spiking", change: undefined });
    expect(against(-0.021, -0.02)).toEqual({ class: "steady", change: undefined });
  });

  it("never calls a higher rate by a lower class", () => {
    const rank = ["fading", "steady", "spiking"];
    fc.assert(
      fc.property(someRate, someRate, someRate, (one, other, d90) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const classes = [low, high].map((now) => fade({ ...none, now, d90 })?.class ?? "");
        expect(rank.indexOf(classes[0] ?? "")).toBeLessThanOrEqual(rank.indexOf(classes[1] ?? ""));
      }),
    );
  });

  it("is steady at the average itself", () => {
    fc.assert(
      fc.property(someRate, (rate) => {
        expect(fade({ ...none, now: rate, d90: rate })?.class).toBe("steady");
      }),
    );
  });
});

describe("disjointWindows", () => {
  it("takes 1.08, 1.35 and 1.60 % apart into 1.08, 1.49 and 1.85 %", () => {
    const windows = disjointWindows({ d30: fraction(0.0108), d90: fraction(0.0135), d180: fraction(0.016) });
    expect(windows.days1to30).toBe(0.0108);
    expect(windows.days31to90).toBeCloseTo(0.01485, 12);
    expect(windows.days91to180).toBeCloseTo(0.0185, 12);
  });

  it("gives each window that its two averages allow", () => {
    expect(disjointWindows({ ...none, d90: fraction(0.25), d180: fraction(0.5) })).toEqual({
      days1to30: undefined,
      days31to90: undefined,
      days91to180: 0.75,
    });
  });

  it("gives back the windows that the nested averages were made of", () => {
    fc.assert(
      fc.property(someRate, someRate, someRate, (recent, middle, old) => {
        const d90 = (30 * recent + 60 * middle) / 90;
        const d180 = (90 * d90 + 90 * old) / 180;
        const windows = disjointWindows({ d30: recent, d90: fraction(d90), d180: fraction(d180) });
        expect(windows.days31to90).toBeCloseTo(middle, 9);
        expect(windows.days91to180).toBeCloseTo(old, 9);
      }),
    );
  });
});

describe("average windows", () => {
  test("of all three averages are the disjoint windows", () => {
    fc.assert(
      fc.property(someRate, someRate, someRate, (d30, d90, d180) => {
        const averages = { d30, d90, d180 };
        const apart = disjointWindows(averages);
        expect(averageWindows(averages).map(({ fromDay, toDay, value }) => [fromDay, toDay, value])).toEqual([
          [1, 30, expect.closeTo(apart.days1to30 ?? Number.NaN, 12)],
          [31, 90, expect.closeTo(apart.days31to90 ?? Number.NaN, 12)],
          [91, 180, expect.closeTo(apart.days91to180 ?? Number.NaN, 12)],
        ]);
      }),
    );
  });
  test("weigh back to the longest average that is given", () => {
    const option = fc.option(someRate, { nil: undefined });
    fc.assert(
      fc.property(option, option, option, (d30, d90, d180) => {
        const windows = averageWindows({ d30, d90, d180 });
        const longest = d180 ?? d90 ?? d30;
        const sum = windows.reduce((all, part) => all + part.value * (part.toDay - part.fromDay + 1), 0);
        const days = windows.at(-1)?.toDay;
        expect(days).toBe(
          d180 !== undefined ? 180 : d90 !== undefined ? 90 : d30 !== undefined ? 30 : undefined,
        );
        expect(sum / (days ?? 1)).toBeCloseTo(longest ?? 0, 9);
      }),
    );
  });
});

describe("direction", () => {
  it("is steady within 0.05 percentage points, and nothing where a rate is missing", () => {
    expect(direction(fraction(0.05), fraction(0.0506))).toBe("rising");
    expect(direction(fraction(0.05), fraction(0.0494))).toBe("falling");
    expect(direction(fraction(0.05), fraction(0.0504))).toBe("steady");
    expect(direction(undefined, fraction(0.05))).toBeUndefined();
    expect(direction(fraction(0.05), undefined)).toBeUndefined();
  });
});
