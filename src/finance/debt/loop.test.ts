import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someLeverage, someRate, someShare } from "../../../tests/fixtures/quantities.ts";
import { halfwayLeverage, leverageLimit, leverageOfLtv, ltvOfLeverage } from "./leverage.ts";
import {
  breakEvenBorrow,
  impliedBorrow,
  impliedLeverage,
  impliedSupply,
  loopBreakEvenDays,
  loopFlags,
  loopNetApy,
  loopPosition,
} from "./loop.ts";

const legs = { supplyApy: fraction(0.07), borrowApy: fraction(0.05) };
const jupSol = { supplyApy: fraction(0.0629), borrowApy: fraction(0.0582) };

describe("loopNetApy", () => {
  it("makes 15 % of 7 % and 5 % at five times", () => {
    expect(loopNetApy({ ...legs, leverage: 5 })).toBeCloseTo(0.15, 12);
  });

  it.for([
    [2, 0.0676],
    [4.4, 0.0789],
    [5.5, 0.084],
    [10, 0.1052],
  ] as const)("of JupSOL and SOL at %f times is %f", ([leverage, net]) => {
    expect(loopNetApy({ ...jupSol, leverage })).toBeCloseTo(net, 4);
  });

  it("is the supply rate without a loop, and can lose", () => {
    expect(loopNetApy({ ...legs, leverage: 1 })).toBeCloseTo(0.07, 12);
    expect(loopNetApy({ supplyApy: fraction(0.06), borrowApy: fraction(0.12), leverage: 4 })).toBeCloseTo(
      -0.12,
    );
    expect(loopNetApy({ ...legs, leverage: 0.9 })).toBeUndefined();
  });

  it("rises with leverage exactly while supply pays more than the debt costs", () => {
    fc.assert(
      fc.property(someRate, someRate, someLeverage, someLeverage, (supplyApy, borrowApy, one, other) => {
        const at = (leverage: number) => loopNetApy({ supplyApy, borrowApy, leverage }) ?? Number.NaN;
        const gained = at(Math.max(one, other)) - at(Math.min(one, other));
        expect(gained * Math.sign(supplyApy - borrowApy)).toBeGreaterThanOrEqual(-1e-9);
      }),
    );
  });

  it("equals what supplied and borrowed dollars earn on the money put in", () => {
    fc.assert(
      fc.property(someRate, someRate, someLeverage, (supplyApy, borrowApy, leverage) => {
        const position = loopPosition({ size: dollars(1), leverage });
        const earned = (position?.supplied ?? 0) * supplyApy - (position?.borrowed ?? 0) * borrowApy;
        expect(loopNetApy({ supplyApy, borrowApy, leverage })).toBeCloseTo(earned, 9);
      }),
    );
  });
});

describe("leverage and LTV", () => {
  it("turn into each other", () => {
    expect(leverageOfLtv({ ltv: fraction(0.9) })).toBeCloseTo(10, 12);
    expect(ltvOfLeverage({ leverage: 5 })).toBeCloseTo(0.8, 12);
    fc.assert(
      fc.property(someShare, (ltv) => {
        expect(ltvOfLeverage({ leverage: leverageOfLtv({ ltv }) })).toBeCloseTo(ltv, 12);
      }),
    );
  });

  it("do not exist at an LTV of 1 or a leverage under 1", () => {
    expect(leverageOfLtv({ ltv: fraction(1) })).toBeUndefined();
    expect(leverageOfLtv({ ltv: fraction(-0.1) })).toBeUndefined();
    expect(ltvOfLeverage({ leverage: 0.5 })).toBeUndefined();
  });
});

describe("leverageLimit", () => {
  it("is the lower of the stated limit and what the maximum LTV allows", () => {
    expect(leverageLimit({ maxLtv: fraction(0.9), maxLeverage: 4.4 })).toBe(4.4);
    expect(leverageLimit({ maxLtv: fraction(0.75), maxLeverage: 8 })).toBe(4);
  });

  it("is the one that is given when the other is missing", () => {
    expect(leverageLimit({ maxLtv: fraction(0.75), maxLeverage: undefined })).toBe(4);
    expect(leverageLimit({ maxLtv: undefined, maxLeverage: 3 })).toBe(3);
    expect(leverageLimit({ maxLtv: undefined, maxLeverage: undefined })).toBeUndefined();
  });

  it("is unknown when a limit is impossible", () => {
    expect(leverageLimit({ maxLtv: fraction(1), maxLeverage: 3 })).toBeUndefined();
    expect(leverageLimit({ maxLtv: fraction(0.5), maxLeverage: 0 })).toBeUndefined();
  });

  it("is met half way by the default", () => {
    expect(halfwayLeverage({ limit: 10 })).toBe(5.5);
    expect(halfwayLeverage({ limit: 1 })).toBe(1);
  });
});

describe("loopFlags", () => {
  const sound = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.92), maxLeverage: 10 };

  it("finds nothing in sound or missing limits", () => {
    expect(loopFlags(sound)).toEqual([]);
    expect(loopFlags({ ...sound, liquidationLtv: fraction(1) })).toEqual([]);
    expect(loopFlags({ maxLtv: undefined, liquidationLtv: undefined, maxLeverage: 1 })).toEqual([]);
    const nothing = { maxLtv: undefined, liquidationLtv: undefined, maxLeverage: undefined };
    expect(loopFlags(nothing)).toEqual([]);
  });

  it.for([
    [{ maxLtv: fraction(1) }, "maximum LTV is not between 0 and 1"],
    [{ maxLtv: fraction(0) }, "maximum LTV is not between 0 and 1"],
    [{ liquidationLtv: fraction(0) }, "liquidation LTV is not between 0 and 1"],
    [{ liquidationLtv: fraction(1.01) }, "liquidation LTV is not between 0 and 1"],
    [{ liquidationLtv: fraction(0.9) }, "liquidation LTV is not above maximum LTV"],
    [{ maxLeverage: 0.5 }, "maximum leverage is under 1"],
    [{ maxLeverage: 10.2 }, "maximum leverage is more than maximum LTV allows"],
  ] as const)("names what contradicts in %o", ([change, flag]) => {
    expect(loopFlags({ ...sound, ...change })).toContain(flag);
  });

  it("allows a rounded leverage limit", () => {
    expect(loopFlags({ ...sound, maxLtv: fraction(0.8969), maxLeverage: 9.7 })).toEqual([]);
  });
});

describe("break-even and implied legs", () => {
  it("loses everything gained at a borrow cost of 8.75 % for 7 % at five times", () => {
    expect(breakEvenBorrow({ supplyApy: fraction(0.07), leverage: 5 })).toBeCloseTo(0.0875, 12);
    expect(breakEvenBorrow({ supplyApy: fraction(0.07), leverage: 1 })).toBeUndefined();
    expect(breakEvenBorrow({ supplyApy: fraction(0.0629), leverage: 5.5 })).toBeCloseTo(0.0769, 4);
  });

  it("leaves a net rate of 0 at the break-even cost", () => {
    fc.assert(
      fc.property(someRate, someLeverage, (supplyApy, leverage) => {
        const borrowApy = breakEvenBorrow({ supplyApy, leverage });
        expect(loopNetApy({ supplyApy, borrowApy, leverage })).toBeCloseTo(0, 6);
      }),
    );
  });

  it("recovers each leg and the leverage from a quoted net rate", () => {
    const apart = fc.tuple(someRate, someRate).filter(([one, other]) => Math.abs(one - other) > 0.001);
    fc.assert(
      fc.property(apart, someLeverage, ([supplyApy, borrowApy], leverage) => {
        const net = loopNetApy({ supplyApy, borrowApy, leverage });
        expect(impliedBorrow({ net, supplyApy, leverage })).toBeCloseTo(borrowApy, 6);
        expect(impliedSupply({ net, borrowApy, leverage })).toBeCloseTo(supplyApy, 6);
        expect(impliedLeverage({ net, supplyApy, borrowApy })).toBeCloseTo(leverage, 6);
      }),
    );
  });

  it("gives no leverage for equal legs or for a net rate no loop can make", () => {
    const same = { supplyApy: fraction(0.05), borrowApy: fraction(0.05) };
    expect(impliedLeverage({ ...same, net: fraction(0.05) })).toBeUndefined();
    expect(impliedLeverage({ ...legs, net: fraction(0.06) })).toBeUndefined();
  });
});

describe("costs of a loop", () => {
  it("take 365·c·L over the gain to earn back", () => {
    expect(loopBreakEvenDays({ ...legs, leverage: 5, cost: fraction(0.001) })).toBeCloseTo(22.8125, 9);
  });

  it("are never earned back by a loop that pays no more than holding", () => {
    const losing = { supplyApy: fraction(0.05), borrowApy: fraction(0.05) };
    expect(loopBreakEvenDays({ ...losing, leverage: 3, cost: fraction(0.001) })).toBe("never");
    expect(loopBreakEvenDays({ ...losing, leverage: 1, cost: fraction(0) })).toBe(0);
    expect(loopBreakEvenDays({ ...legs, leverage: 3, cost: fraction(-0.1) })).toBeUndefined();
  });

  it("leave the loop level with holding on the day they are earned back", () => {
    fc.assert(
      fc.property(someLeverage, someShare, (leverage, cost) => {
        const days = loopBreakEvenDays({ ...legs, leverage, cost });
        if (typeof days !== "number") throw new Error("These legs always gain.");
        const held = (legs.supplyApy * days) / 365;
        const net = loopNetApy({ ...legs, leverage }) ?? Number.NaN;
        expect((net * days) / 365 - cost * leverage).toBeCloseTo(held, 6);
      }),
    );
  });
});
