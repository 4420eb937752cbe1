import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dollars, fraction, near, somePositiveRate, someRate } from "../../tests/fixtures/quantities.ts";
import { ratio } from "../contract/units.ts";
import {
  aprToApy,
  apyToApr,
  checkTotal,
  conservativeApy,
  earnings,
  protocolMargin,
  rateSpread,
  rewardShare,
  rewardTotal,
  type RateParts,
} from "./rates.ts";

const reward = (side: "deposit" | "borrow") => (apy: number) => ({ side, apy: fraction(apy) });
const [deposit, borrow] = [reward("deposit"), reward("borrow")];

it("an APR compounds continuously to its APY", () => {
  fc.assert(
    fc.property(someRate, (apy) => {
      const apr = apyToApr({ apy });
      expect(apr).toBeCloseTo(Math.log(1 + apy), 9);
      expect(aprToApy({ apr })).toBeCloseTo(apy, 9);
    }),
  );
});

const of = (size: number, apy: number, more: { days?: number; rewards?: number } = {}) =>
  earnings({ size: dollars(size), apy: fraction(apy), ...more });

it.each([
  ["are negative for a negative rate", of(0.5, -0.02), -0.01],
  ["are 0 over no days", of(1000, 0.21, { days: 0 }), 0],
  [
    "compound only the base",
    of(1e6, 0.1, { days: 1, rewards: 0.04 }),
    near(1e6 * (1.06 ** (1 / 365) - 1 + 0.04 / 365), 6),
  ],
  ["lose at most the whole size", of(50_000, -1.0078), -50_000],
  ["do not compound such a loss", of(50_000, -1.0078, { days: 1 }), near(-138.05, 2)],
  ["refuse a base that loses everything", of(1, 0.5, { days: 1, rewards: 1.5 }), undefined],
])("earnings %s", (_rule, answer, expected) => expect(answer).toEqual(expected));

const parts = (rewards: RateParts["rewards"], total?: number, base?: number): RateParts => ({
  rewards,
  total: ratio(total),
  base: ratio(base),
});

const unclear = parts([{ side: "other", apy: fraction(0.01) }], 0.05, 0.04);

describe("rewardTotal", () => {
  const mixed = parts([deposit(0.0553), borrow(0.011), deposit(0.054)]);
  const half = [deposit(0.01), { side: "deposit", apy: undefined }] as const;

  it.each([
    ["adds the rewards of deposits", rewardTotal(mixed), near(0.1093, 12)],
    ["prefers a list to the difference", rewardTotal(parts([deposit(0.01)], 0.05, 0.02)), 0.01],
    ["ignores a list of the other side", rewardTotal(parts([borrow(0.01)], 0.05, 0.02)), near(0.03)],
    ["is the difference when a listed reward has no rate", rewardTotal(parts(half, 0.05, 0.02)), near(0.03)],
    ["is the difference when it is unknown whose reward one is", rewardTotal(unclear), near(0.01)],
    ["is 0 for an empty list", rewardTotal(parts([], 0.04)), 0],
    ["prefers the difference to an empty list", rewardTotal(parts([], 0.04, 0.03)), near(0.01)],
    ["ignores floating-point noise in the difference", rewardTotal(parts(undefined, 0.1 + 0.2, 0.3)), 0],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
});

const margin = (supply: number, cost: number, used: number) =>
  protocolMargin({
    baseDepositApy: fraction(Math.expm1(supply)),
    baseBorrowApy: fraction(Math.expm1(cost)),
    utilization: fraction(used),
  });

describe("checkTotal", () => {
  const agrees = (base: number, total: number) => checkTotal(parts([], total, base))?.agrees;
  const usds = checkTotal(parts([deposit(0.0553), deposit(0.054)], 0.1171, 0.0079));

  it.each([
    ["holds for a real page", usds, { agrees: true, expected: near(0.1172) }],
    ["judges no sum if it is unknown whose reward one is", checkTotal(unclear), undefined],
    ["allows 0.05 points", [agrees(0.01, 0.0105), agrees(0.01, 0.0106)], [true, false]],
    ["allows 2 % of the total when that is more", [agrees(1, 1.02), agrees(1, 1.03)], [true, false]],
    ["allows 2 % of a loss, too", [agrees(-1, -1.02), agrees(-1, -1.03)], [true, false]],
  ])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));

  it("agrees with any sum of parts, on either side", () => {
    const sides = fc.constantFrom("deposit" as const, "borrow" as const);
    fc.assert(
      fc.property(someRate, fc.array(somePositiveRate, { maxLength: 4 }), sides, (base, rates, side) => {
        const sum = rates.reduce<number>((all, rate) => all + rate, 0);
        const total = side === "deposit" ? base + sum : base - sum;
        expect(checkTotal({ ...parts(rates.map(reward(side)), total, base), side })?.agrees).toBe(true);
        expect(rewardTotal({ ...parts(undefined, total, base), side })).toBeCloseTo(sum, 8);
      }),
    );
  });
});

const conservative = conservativeApy({ baseAverage: fraction(0.0388), rewards: fraction(0.0205) });
const share = rewardShare({ rewards: fraction(0.0205), total: fraction(0.0305) });
const spread = (rate: number, benchmark: number) =>
  rateSpread({ rate: fraction(rate), benchmark: fraction(benchmark) });

it.each([
  ["a conservative rate is the average base plus current rewards", conservative, near(0.0593)],
  ["the margin is the share of interest kept, without noise", margin(0.045, 0.0625, 0.8), 0.1],
  ["the margin is negative when depositors get more", margin(0.06, 0.0625, 0.8), -0.2],
  ["the margin is unknown when borrowers are paid", margin(0.01, -0.01, 0.8), undefined],
  ["the spread is the rate less the benchmark's, with its sign", spread(0.0501, 0.0531), -0.003],
  ["the spread of absurdly high rates does not overflow", spread(1e300, 0.3), 1e300],
  ["rewards have a share of the total", share, near(0.672, 3)],
])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
