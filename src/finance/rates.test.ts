import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ratio } from "../contract/units.ts";
import { dollars, fraction, somePositiveRate, someRate } from "../../tests/fixtures/quantities.ts";
import {
  aprToApy,
  apyToApr,
  checkTotal,
  dailyRate,
  earnings,
  protocolMargin,
  rateSpread,
  rewardShare,
  rewardTotal,
  conservativeApy,
} from "./rates.ts";

const deposit = (apy: number) => ({ side: "deposit", apy: fraction(apy) }) as const;
const borrow = (apy: number) => ({ side: "borrow", apy: fraction(apy) }) as const;

describe("APR and APY", () => {
  it("compounds continuously by default", () => {
    expect(aprToApy({ apr: fraction(0.05) })).toBeCloseTo(0.051271, 6);
    expect(aprToApy({ apr: fraction(0.12), periodsPerYear: 12 })).toBeCloseTo(0.126825, 6);
    expect(aprToApy({ apr: fraction(0.12), periodsPerYear: 1 })).toBeCloseTo(0.12, 12);
  });

  it("refuses a period that loses everything and a year of no periods", () => {
    expect(aprToApy({ apr: fraction(-12), periodsPerYear: 12 })).toBeUndefined();
    expect(aprToApy({ apr: fraction(0.1), periodsPerYear: 0 })).toBeUndefined();
    expect(apyToApr({ apy: fraction(0.1), periodsPerYear: 0 })).toBeUndefined();
    expect(apyToApr({ apy: fraction(-1) })).toBeUndefined();
  });

  it("are each other's inverse at every compounding", () => {
    fc.assert(
      fc.property(someRate, fc.constantFrom(1, 12, 365, undefined), (apy, periodsPerYear) => {
        const how = periodsPerYear === undefined ? {} : { periodsPerYear };
        expect(aprToApy({ apr: apyToApr({ apy, ...how }), ...how })).toBeCloseTo(apy, 9);
      }),
    );
  });

  it("rise together, and compounding never pays less", () => {
    fc.assert(
      fc.property(someRate, someRate, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        expect(aprToApy({ apr: low })).toBeLessThanOrEqual(aprToApy({ apr: high }) ?? Number.NaN);
        expect(aprToApy({ apr: low })).toBeGreaterThanOrEqual(low);
      }),
    );
  });

  it("gives no daily rate for a year that loses everything", () => {
    expect(dailyRate({ apy: fraction(-1) })).toBeUndefined();
  });

  it("gives a daily rate that makes the yearly one in 365 days", () => {
    fc.assert(
      fc.property(someRate, (apy) => {
        expect((1 + (dailyRate({ apy }) ?? Number.NaN)) ** 365 - 1).toBeCloseTo(apy, 9);
      }),
    );
  });
});

describe("earnings", () => {
  it("are the rate times the money over a year", () => {
    expect(earnings({ size: dollars(250_000), apy: fraction(0.0419) })).toBe(10_475);
    expect(earnings({ size: dollars(1000), apy: fraction(-0.02) })).toBe(-20);
  });

  it("compound over fewer days", () => {
    expect(earnings({ size: dollars(1000), apy: fraction(0.21), days: 365 / 2 })).toBeCloseTo(100, 9);
    expect(earnings({ size: dollars(1000), apy: fraction(0.21), days: 0 })).toBe(0);
  });

  it("pay rewards out without compounding them: a day is a 365th of a year", () => {
    const day = { size: dollars(1e6), apy: fraction(0.1), days: 1 };
    expect(earnings({ ...day, rewards: 0.1 })).toBeCloseTo(273.97, 2);
    expect(earnings(day)).toBeCloseTo(261.16, 2);
    expect(earnings({ ...day, rewards: 0.04 })).toBeCloseTo(1e6 * (1.06 ** (1 / 365) - 1 + 0.04 / 365), 6);
    expect(earnings({ ...day, rewards: 0.04, days: 365 })).toBe(1e5);
  });

  it("refuse negative money, negative days and a rate that loses everything", () => {
    expect(earnings({ size: dollars(-1), apy: fraction(0.1) })).toBeUndefined();
    expect(earnings({ size: dollars(1), apy: fraction(0.1), days: -1 })).toBeUndefined();
    expect(earnings({ size: dollars(1), apy: fraction(-1), days: 1 })).toBeUndefined();
  });
});

describe("rewardTotal", () => {
  it("adds the rewards of the side asked for", () => {
    const rewards = [deposit(0.0553), borrow(0.011), deposit(0.054)];
    expect(rewardTotal({ rewards, total: undefined, base: undefined })).toBeCloseTo(0.1093, 12);
    expect(rewardTotal({ rewards, total: undefined, base: undefined, side: "borrow" })).toBeCloseTo(0.011);
  });

  it("believes a list that names rewards over the difference of the rates", () => {
    const rates = { total: fraction(0.05), base: fraction(0.02) };
    expect(rewardTotal({ ...rates, rewards: [deposit(0.01)] })).toBe(0.01);
    expect(rewardTotal({ ...rates, rewards: [borrow(0.01)] })).toBeCloseTo(0.03, 12);
  });

  it("is total minus base for deposits and base minus total for borrows when no list is given", () => {
    const rates = { rewards: undefined, total: fraction(0.0305), base: fraction(0.01) };
    expect(rewardTotal(rates)).toBeCloseTo(0.0205, 12);
    const costs = { rewards: undefined, total: fraction(0.0198), base: fraction(0.0308) };
    expect(rewardTotal({ ...costs, side: "borrow" })).toBeCloseTo(0.011, 12);
  });

  it("falls back to the difference when a listed reward has no rate", () => {
    const rewards = [deposit(0.01), { side: "deposit", apy: undefined }] as const;
    expect(rewardTotal({ rewards, total: fraction(0.05), base: fraction(0.02) })).toBeCloseTo(0.03, 12);
    expect(rewardTotal({ rewards, total: undefined, base: fraction(0.02) })).toBeUndefined();
  });

  it("takes an empty list for none, but only when nothing contradicts it", () => {
    expect(rewardTotal({ rewards: [], total: fraction(0.04), base: undefined })).toBe(0);
    expect(rewardTotal({ rewards: [], total: fraction(0.04), base: fraction(0.03) })).toBeCloseTo(0.01, 12);
    expect(rewardTotal({ rewards: undefined, total: fraction(0.04), base: undefined })).toBeUndefined();
  });

  it("does not read the rest of a subtraction as a reward", () => {
    const rates = { rewards: undefined, total: fraction(0.1 + 0.2), base: fraction(0.3) };
    expect(rewardTotal(rates)).toBe(0);
  });
});

describe("conservativeApy", () => {
  it("is the base as it was over 90 days and the rewards as they are", () => {
    // A spike: 8 % base now after 3.88 % over 90 days, and 2.05 % of rewards. Expected is 5.93 %, not 10.05 %.
    expect(conservativeApy({ baseAverage: fraction(0.0388), rewards: fraction(0.0205) })).toBeCloseTo(
      0.0593,
      12,
    );
    expect(conservativeApy({ baseAverage: fraction(0.0388), rewards: fraction(0) })).toBe(0.0388);
  });

  it("is undefined when a part is unknown", () => {
    expect(conservativeApy({ baseAverage: undefined, rewards: fraction(0.02) })).toBeUndefined();
    expect(conservativeApy({ baseAverage: fraction(0.04), rewards: undefined })).toBeUndefined();
  });
});

function margin(supply: number | undefined, cost: number | undefined, used: number | undefined) {
  return protocolMargin({
    baseDepositApy: ratio(supply === undefined ? undefined : Math.expm1(supply)),
    baseBorrowApy: ratio(cost === undefined ? undefined : Math.expm1(cost)),
    utilization: ratio(used),
  });
}

describe("protocolMargin", () => {
  it("is the part of the interest paid that depositors do not get, without a rest", () => {
    expect(margin(0.045, 0.0625, 0.8)).toBe(0.1);
    expect(margin(0.05, 0.0625, 0.8)).toBe(0);
    expect(margin(0, 0.0625, 0.8)).toBe(1);
  });

  it("is negative where depositors get more than borrowers pay", () => {
    expect(margin(0.06, 0.0625, 0.8)).toBe(-0.2);
  });

  it("is undefined when nothing is borrowed, borrowing costs nothing, or an input is unknown", () => {
    expect(margin(0.01, 0.0625, 0)).toBeUndefined();
    expect(margin(0.01, 0, 0.8)).toBeUndefined();
    expect(margin(0.01, -0.01, 0.8)).toBeUndefined();
    expect(margin(undefined, 0.0625, 0.8)).toBeUndefined();
    expect(margin(0.045, undefined, 0.8)).toBeUndefined();
    expect(margin(0.045, 0.0625, undefined)).toBeUndefined();
    // The smallest interest there is: the quotient is beyond all numbers.
    expect(margin(1, 5e-324, 1)).toBeUndefined();
  });
});

describe("rateSpread", () => {
  it("is the rate less the benchmark's, with its sign", () => {
    expect(rateSpread({ rate: fraction(0.0671), benchmark: fraction(0.0531) })).toBe(0.014);
    expect(rateSpread({ rate: fraction(0.0501), benchmark: fraction(0.0531) })).toBe(-0.003);
    expect(rateSpread({ rate: fraction(0.0531), benchmark: fraction(0.0531) })).toBe(0);
  });

  it("leaves no rest of a subtraction, and no −0", () => {
    expect(rateSpread({ rate: fraction(0.1 + 0.2), benchmark: fraction(0.3) })).toBe(0);
    expect(rateSpread({ rate: fraction(0.3), benchmark: fraction(0.1 + 0.2) })).toBe(0);
    expect(rateSpread({ rate: fraction(1e300), benchmark: fraction(0.3) })).toBe(1e300);
  });

  it("is missing where either is", () => {
    expect(rateSpread({ rate: undefined, benchmark: fraction(0.05) })).toBeUndefined();
    expect(rateSpread({ rate: fraction(0.05), benchmark: undefined })).toBeUndefined();
  });
});

describe("rewardShare", () => {
  it("is the rewards over the total", () => {
    expect(rewardShare({ rewards: fraction(0.0205), total: fraction(0.0305) })).toBeCloseTo(0.672, 3);
  });

  it("says nothing about a total of 0 and below, or about negative rewards", () => {
    expect(rewardShare({ rewards: fraction(0), total: fraction(0) })).toBeUndefined();
    expect(rewardShare({ rewards: fraction(0.01), total: fraction(-0.02) })).toBeUndefined();
    expect(rewardShare({ rewards: fraction(-0.01), total: fraction(0.02) })).toBeUndefined();
  });
});

function agrees(base: number, total: number): boolean | undefined {
  return checkTotal({ rewards: [], total: fraction(total), base: fraction(base) })?.agrees;
}

describe("checkTotal", () => {
  it("holds what real pages showed: base and rewards make the deposit rate", () => {
    const usds = {
      rewards: [deposit(0.0553), deposit(0.054)],
      total: fraction(0.1171),
      base: fraction(0.0079),
    };
    expect(checkTotal(usds)?.agrees).toBe(true);
    expect(checkTotal(usds)?.expected).toBeCloseTo(0.1172, 12);
    expect(checkTotal(usds)?.difference).toBeCloseTo(-0.0001, 12);
  });

  it("takes rewards off a borrow rate", () => {
    const rates = { rewards: [borrow(0.011)], base: fraction(0.0308), side: "borrow" } as const;
    expect(checkTotal({ ...rates, total: fraction(0.0198) })?.agrees).toBe(true);
    expect(checkTotal({ ...rates, total: fraction(0.0418) })?.agrees).toBe(false);
  });

  it("allows 0.05 points or 2 % of the total, whichever is more", () => {
    expect([agrees(0.01, 0.0105), agrees(0.01, 0.0106)]).toEqual([true, false]);
    expect([agrees(1, 1.02), agrees(1, 1.03)]).toEqual([true, false]);
  });

  it("agrees with whatever was added up, on either side", () => {
    fc.assert(
      fc.property(
        someRate,
        fc.array(somePositiveRate, { maxLength: 4 }),
        fc.constantFrom("deposit" as const, "borrow" as const),
        (base, rates, side) => {
          const rewards = rates.map((apy) => ({ side, apy }));
          const sum = rates.reduce<number>((total, rate) => total + rate, 0);
          const total = fraction(side === "deposit" ? base + sum : base - sum);
          expect(checkTotal({ rewards, total, base, side })?.agrees).toBe(true);
          expect(rewardTotal({ rewards: undefined, total, base, side })).toBeCloseTo(sum, 8);
        },
      ),
    );
  });
});
