// Two laws that hold for every formula: a missing input gives undefined, and no output is ever NaN, infinite or −0.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wildMillis, wildNumber, wildRatio, wildTokens, wildUsd } from "../../tests/fixtures/quantities.ts";
import { blend, groupRate } from "./blend.ts";
import {
  borrowCapacity,
  distanceToLiquidation,
  liquidationPrice,
  loanHealth,
  loanCarry,
  loanToValue,
  penaltyUsd,
  riseToLiquidation,
} from "./debt/borrow.ts";
import { collateralNeeded, rateAfterBorrow, utilizationAfterBorrow } from "./debt/loan-cost.ts";
import { switchBreakEven, switchGain } from "./break-even.ts";
import { dilution, kinkRisk } from "./dilution.ts";
import { disjointWindows, fade } from "./fade.ts";
import { dropToLiquidation } from "./debt/drop-to-liquidation.ts";
import {
  carryYears,
  health,
  lossAtLiquidation,
  penaltyLoss,
  totalLossAtLiquidation,
} from "./debt/liquidation.ts";
import { halfwayLeverage, leverageLimit, leverageOfLtv, ltvOfLeverage } from "./debt/leverage.ts";
import {
  breakEvenBorrow,
  impliedBorrow,
  impliedLeverage,
  impliedSupply,
  loopBreakEvenDays,
  loopFlags,
  loopNetApy,
  loopPosition,
} from "./debt/loop.ts";
import { depth, longShare } from "./perpetual.ts";
import {
  borrowCapacityLeft,
  available,
  capacityLeft,
  capacityUsed,
  exitCover,
  impliedPrice,
  shortfall,
  utilization,
} from "./pool.ts";
import { runs } from "../../tests/fixtures/property-runs.ts";
import {
  annualisedIfTrue,
  daysLeft,
  mid,
  overround,
  requiredProbability,
  returnIfTrue,
  spread,
} from "./prediction.ts";
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
import { growthSeries, realised } from "./realised.ts";
import { offScale, stability, targetRecord } from "./stability.ts";

/** Every number inside a result, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

/** The numbers inside a result that no page could show. */
function unrealNumbersIn(result: unknown): number[] {
  return numbersIn(result).filter((number) => !Number.isFinite(number) || Object.is(number, -0));
}

// `required` names the inputs without which there is no answer at all. What else a formula does without an input is the
// business of its own test.
function holds<I extends object>(
  formula: (input: I) => unknown,
  input: fc.Arbitrary<I>,
  required: readonly (keyof I & string)[],
): void {
  describe(`the formula ${formula.name}`, () => {
    it("never gives NaN, an infinity or −0, whatever it is given", () => {
      fc.assert(
        fc.property(input, (given) => {
          expect(unrealNumbersIn(formula(given))).toEqual([]);
        }),
        runs(400),
      );
    });
    it.for(required)("gives undefined without %s", (name) => {
      fc.assert(
        fc.property(input, (given) => {
          expect(formula({ ...given, [name]: undefined })).toBeUndefined();
        }),
      );
    });
  });
}

const flag = fc.boolean();
const legs = { supplyApy: wildRatio, borrowApy: wildRatio, leverage: wildNumber };
const standing = { ltv: wildRatio, liquidationLtv: wildRatio };
const loan = { collateralUsd: wildUsd, debtUsd: wildUsd };
const quote = { bid: wildRatio, ask: wildRatio };
const averages = { d30: wildRatio, d90: wildRatio, d180: wildRatio };
const days = wildNumber.map((value) => value ?? 0);
const parts = {
  rewards: fc.option(
    fc.array(fc.record({ side: fc.constantFrom("deposit", "borrow", "other"), apy: wildRatio }), {
      maxLength: 4,
    }),
    { nil: undefined },
  ),
  total: wildRatio,
  base: wildRatio,
  side: fc.constantFrom("deposit", "borrow"),
};
const shares = fc.array(fc.record({ amount: wildUsd, apy: wildRatio }), { maxLength: 5 });
const series = fc.array(wildRatio, { maxLength: 40 });
const time = wildMillis.filter((value) => value !== undefined);
const points = fc.array(fc.record({ time, apy: wildRatio }), { maxLength: 20 });

holds(aprToApy, fc.record({ apr: wildRatio, periodsPerYear: days }), ["apr"]);
holds(aprToApy, fc.record({ apr: wildRatio }), ["apr"]);
holds(apyToApr, fc.record({ apy: wildRatio, periodsPerYear: days }), ["apy"]);
holds(apyToApr, fc.record({ apy: wildRatio }), ["apy"]);
holds(dailyRate, fc.record({ apy: wildRatio }), ["apy"]);
holds(earnings, fc.record({ size: wildUsd, apy: wildRatio, days }), ["size", "apy"]);
holds(rewardTotal, fc.record(parts), []);
holds(rewardShare, fc.record({ rewards: wildRatio, total: wildRatio }), ["rewards", "total"]);
holds(conservativeApy, fc.record({ baseAverage: wildRatio, rewards: wildRatio }), ["baseAverage", "rewards"]);
holds(rateSpread, fc.record({ rate: wildRatio, benchmark: wildRatio }), ["rate", "benchmark"]);
holds(
  protocolMargin,
  fc.record({ baseDepositApy: wildRatio, baseBorrowApy: wildRatio, utilization: wildRatio }),
  ["baseDepositApy", "baseBorrowApy", "utilization"],
);
holds(checkTotal, fc.record(parts), ["rewards", "total", "base"]);

holds(utilization, fc.record({ totalDeposit: wildTokens, totalBorrow: wildTokens, debtInOtherToken: flag }), [
  "totalDeposit",
  "totalBorrow",
]);
holds(available, fc.record({ totalDepositUsd: wildUsd, totalBorrowUsd: wildUsd, debtInOtherToken: flag }), [
  "totalDepositUsd",
  "totalBorrowUsd",
]);
holds(exitCover, fc.record({ available: wildUsd, size: wildUsd }), ["available", "size"]);
holds(impliedPrice, fc.record({ totalDeposit: wildTokens, totalDepositUsd: wildUsd }), [
  "totalDeposit",
  "totalDepositUsd",
]);
// A limit of 0 is full whatever is deposited: pool.test.ts.
const limit = wildTokens.filter((value) => value !== 0);
holds(capacityLeft, fc.record({ maxDeposit: limit, totalDeposit: wildTokens, totalDepositUsd: wildUsd }), [
  "maxDeposit",
  "totalDeposit",
]);
holds(capacityUsed, fc.record({ maxDeposit: limit, totalDeposit: wildTokens }), [
  "maxDeposit",
  "totalDeposit",
]);
holds(shortfall, fc.record({ size: wildUsd, capacityLeft: wildUsd }), ["size", "capacityLeft"]);

holds(
  dilution,
  fc.record({
    size: wildUsd,
    totalDepositUsd: wildUsd,
    baseApy: wildRatio,
    rewardApy: wildRatio,
    utilization: wildRatio,
    baseBorrowApy: wildRatio,
    baseApy90d: wildRatio,
    allocates: flag,
  }),
  ["size", "totalDepositUsd", "baseApy", "rewardApy"],
);
holds(kinkRisk, fc.record({ utilization: wildRatio, size: wildUsd, totalDepositUsd: wildUsd }), [
  "utilization",
  "size",
  "totalDepositUsd",
]);
holds(fade, fc.record({ ...averages, now: wildRatio }), ["now"]);
holds(disjointWindows, fc.record(averages), []);

holds(loopNetApy, fc.record(legs), ["supplyApy", "borrowApy", "leverage"]);
holds(ltvOfLeverage, fc.record({ leverage: wildNumber }), ["leverage"]);
holds(leverageOfLtv, fc.record({ ltv: wildRatio }), ["ltv"]);
holds(leverageLimit, fc.record({ maxLtv: wildRatio, maxLeverage: wildNumber }), []);
holds(halfwayLeverage, fc.record({ limit: wildNumber }), ["limit"]);
holds(loopFlags, fc.record({ maxLtv: wildRatio, liquidationLtv: wildRatio, maxLeverage: wildNumber }), []);
holds(breakEvenBorrow, fc.record({ supplyApy: wildRatio, leverage: wildNumber }), ["supplyApy", "leverage"]);
holds(impliedBorrow, fc.record({ net: wildRatio, supplyApy: wildRatio, leverage: wildNumber }), [
  "net",
  "supplyApy",
  "leverage",
]);
holds(impliedSupply, fc.record({ net: wildRatio, borrowApy: wildRatio, leverage: wildNumber }), [
  "net",
  "borrowApy",
  "leverage",
]);
holds(impliedLeverage, fc.record({ net: wildRatio, supplyApy: wildRatio, borrowApy: wildRatio }), [
  "net",
  "supplyApy",
  "borrowApy",
]);
holds(loopPosition, fc.record({ size: wildUsd, leverage: wildNumber }), ["size", "leverage"]);
holds(loopBreakEvenDays, fc.record({ ...legs, cost: wildRatio }), [
  "supplyApy",
  "borrowApy",
  "leverage",
  "cost",
]);

holds(health, fc.record(standing), ["ltv", "liquidationLtv"]);
holds(dropToLiquidation, fc.record(standing), ["ltv", "liquidationLtv"]);
holds(carryYears, fc.record({ ...standing, borrowApy: wildRatio, collateralApy: wildRatio }), [
  "ltv",
  "liquidationLtv",
  "borrowApy",
  "collateralApy",
]);
holds(lossAtLiquidation, fc.record(standing), ["ltv", "liquidationLtv"]);
holds(penaltyLoss, fc.record({ penalty: wildRatio, liquidationLtv: wildRatio }), [
  "penalty",
  "liquidationLtv",
]);
holds(totalLossAtLiquidation, fc.record({ ...standing, penalty: wildRatio }), [
  "ltv",
  "liquidationLtv",
  "penalty",
]);

holds(borrowCapacityLeft, fc.record({ maxBorrow: wildTokens, totalBorrow: wildTokens, price: wildUsd }), [
  "maxBorrow",
  "totalBorrow",
]);
holds(
  borrowCapacity,
  fc.record({ collateralUsd: wildUsd, maxLtv: wildRatio, capacityLeft: wildUsd, available: wildUsd }),
  ["collateralUsd", "maxLtv"],
);
holds(collateralNeeded, fc.record({ debtUsd: wildUsd, ltv: wildRatio }), ["debtUsd", "ltv"]);
holds(loanToValue, fc.record(loan), ["collateralUsd", "debtUsd"]);
holds(loanHealth, fc.record({ ...loan, liquidationLtv: wildRatio }), [
  "collateralUsd",
  "debtUsd",
  "liquidationLtv",
]);
holds(liquidationPrice, fc.record({ ...loan, liquidationLtv: wildRatio, price: wildUsd }), [
  "collateralUsd",
  "debtUsd",
  "liquidationLtv",
  "price",
]);
holds(distanceToLiquidation, fc.record({ ...loan, liquidationLtv: wildRatio }), [
  "collateralUsd",
  "debtUsd",
  "liquidationLtv",
]);
holds(riseToLiquidation, fc.record({ ...loan, liquidationLtv: wildRatio }), [
  "collateralUsd",
  "debtUsd",
  "liquidationLtv",
]);
holds(penaltyUsd, fc.record({ debtUsd: wildUsd, penalty: wildRatio }), ["debtUsd", "penalty"]);
holds(
  utilizationAfterBorrow,
  fc.record({ totalDepositUsd: wildUsd, totalBorrowUsd: wildUsd, amount: wildUsd }),
  ["totalDepositUsd", "totalBorrowUsd", "amount"],
);
holds(rateAfterBorrow, fc.record({ borrowApy: wildRatio, utilization: wildRatio, after: wildRatio }), [
  "borrowApy",
]);
holds(loanCarry, fc.record({ ...loan, depositApy: wildRatio, borrowApy: wildRatio }), [
  "collateralUsd",
  "debtUsd",
  "depositApy",
  "borrowApy",
]);

const move = { size: wildUsd, fromApy: wildRatio, toApy: wildRatio, costUsd: wildUsd };
holds(switchBreakEven, fc.record(move), ["size", "fromApy", "toApy", "costUsd"]);
holds(switchGain, fc.record({ ...move, days }), ["size", "fromApy", "toApy", "costUsd"]);

holds(mid, fc.record(quote), ["bid", "ask"]);
holds(spread, fc.record(quote), ["bid", "ask"]);
holds(overround, fc.record({ yesAsk: wildRatio, noAsk: wildRatio }), ["yesAsk", "noAsk"]);
holds(daysLeft, fc.record({ now: wildMillis, end: wildMillis }), ["now", "end"]);
holds(returnIfTrue, fc.record({ price: wildRatio }), ["price"]);
holds(annualisedIfTrue, fc.record({ price: wildRatio, days: wildNumber }), ["price", "days"]);
holds(requiredProbability, fc.record({ price: wildRatio, referenceApy: wildRatio, days: wildNumber }), [
  "price",
  "referenceApy",
  "days",
]);

holds(depth, fc.record({ liquidityUsd: wildUsd, loan: wildUsd }), ["liquidityUsd", "loan"]);
holds(longShare, fc.record({ longUsd: wildUsd, shortUsd: wildUsd }), ["longUsd", "shortUsd"]);

holds(blend, shares, []);
holds(groupRate, fc.array(fc.record({ apy: wildRatio, totalDepositUsd: wildUsd })), []);
holds(realised, fc.record({ points, from: time, to: time, stepMs: days }), []);
holds(growthSeries, fc.record({ points, stepMs: days }), []);
holds(stability, series, []);
holds(offScale, series, []);
holds(targetRecord, fc.record({ rates: series, target: wildRatio }), ["target"]);
