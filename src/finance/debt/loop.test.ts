import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, someLeverage, someRate, someShare } from "../../../tests/fixtures/quantities.ts";
import { ratio } from "../../contract/units.ts";
import { halfwayLeverage, leverageLimit, leverageOfLtv, ltvOfLeverage } from "./leverage.ts";
import {
  breakEvenBorrow,
  gainOverHolding,
  impliedBorrow,
  impliedLeverage,
  impliedSupply,
  loopBreakEvenDays,
  loopNetApy,
  loopPosition,
} from "./loop.ts";

const legs = { supplyApy: fraction(0.07), borrowApy: fraction(0.05) };
const same = { supplyApy: fraction(0.05), borrowApy: fraction(0.05) };
const losing = { supplyApy: fraction(0.06), borrowApy: fraction(0.12) };

it("the net APY of a loop is what its position earns on own money, 15 % for 7 % and 5 % at five times", () => {
  expect(loopNetApy({ ...legs, leverage: 5 })).toBeCloseTo(0.15, 9);
  fc.assert(
    fc.property(someRate, someRate, someLeverage, (supplyApy, borrowApy, leverage) => {
      const position = loopPosition({ size: dollars(1), leverage });
      const earned = (position?.supplied ?? 0) * supplyApy - (position?.borrowed ?? 0) * borrowApy;
      const net = loopNetApy({ supplyApy, borrowApy, leverage });
      expect(net).toBeCloseTo(earned, 9);
      expect(gainOverHolding({ net, leverage, borrow: borrowApy })).toBeCloseTo(earned - supplyApy, 9);
    }),
  );
});

const limit = (maxLtv: number | undefined, maxLeverage?: number) =>
  leverageLimit({ maxLtv: ratio(maxLtv), maxLeverage });

describe("leverage and LTV", () => {
  it.each([
    ["no debt is a leverage of 1", leverageOfLtv({ ltv: fraction(0) }), 1],
    ["the maximum LTV counts when it allows less", limit(0.75, 8), 4],
    ["the maximum LTV alone gives a limit", limit(0.75), 4],
    ["the stated limit alone gives a limit", limit(undefined, 3), 3],
    ["the default is halfway to the limit", halfwayLeverage({ limit: 10 }), 5.5],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("are inverse to each other", () => {
    fc.assert(
      fc.property(someShare, (ltv) => {
        expect(ltvOfLeverage({ leverage: leverageOfLtv({ ltv }) })).toBeCloseTo(ltv, 12);
      }),
    );
  });
});

it("each leg and the leverage follow from the net rate, which is 0 at break-even", () => {
  // A net rate below the supply rate is not from a loop.
  expect(impliedLeverage({ ...legs, net: fraction(0.06) })).toBeUndefined();
  const apart = fc.tuple(someRate, someRate).filter(([one, other]) => Math.abs(one - other) > 0.001);
  fc.assert(
    fc.property(apart, someLeverage, ([supplyApy, borrowApy], leverage) => {
      const net = loopNetApy({ supplyApy, borrowApy, leverage });
      expect(impliedBorrow({ net, supplyApy, leverage })).toBeCloseTo(borrowApy, 6);
      expect(impliedSupply({ net, borrowApy, leverage })).toBeCloseTo(supplyApy, 6);
      expect(impliedLeverage({ net, supplyApy, borrowApy })).toBeCloseTo(leverage, 6);
      const level = breakEvenBorrow({ supplyApy, leverage });
      expect(loopNetApy({ supplyApy, borrowApy: level, leverage })).toBeCloseTo(0, 6);
    }),
  );
});

const back = (of: typeof legs, leverage: number, cost: number) =>
  loopBreakEvenDays({ ...of, leverage, cost: fraction(cost) });

describe("costs of a loop", () => {
  it.each([
    ["are never earned back if the loop pays no more than holding", back(same, 3, 0.001), "never"],
    ["are never earned back by a loss, even without costs", back(losing, 3, 0), "never"],
    ["are earned back at once when they are 0", back(same, 1, 0), 0],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("leave the loop level with holding on the break-even day", () => {
    fc.assert(
      fc.property(someLeverage, someShare, (leverage, cost) => {
        const days = Number(back(legs, leverage, cost));
        const net = loopNetApy({ ...legs, leverage }) ?? Number.NaN;
        expect((net * days) / 365 - cost * leverage).toBeCloseTo((legs.supplyApy * days) / 365, 6);
      }),
    );
  });
});
