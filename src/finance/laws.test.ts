// Two rules for every formula: an input that is missing or out of its range gives undefined, and no output is ever NaN,
// infinite or −0.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../tests/fixtures/property-runs.ts";
import { wildMillis, wildNumber, wildRatio, wildTokens, wildUsd } from "../../tests/fixtures/quantities.ts";
import * as blends from "./blend.ts";
import * as moves from "./break-even.ts";
import * as borrow from "./debt/borrow.ts";
import { dropToLiquidation } from "./debt/drop-to-liquidation.ts";
import * as leverages from "./debt/leverage.ts";
import * as liquidation from "./debt/liquidation.ts";
import * as loanCost from "./debt/loan-cost.ts";
import * as loops from "./debt/loop.ts";
import { dilution, kinkRisk } from "./dilution.ts";
import { fade } from "./fade.ts";
import { depth, longShare } from "./perpetual.ts";
import * as pool from "./pool.ts";
import * as prediction from "./prediction.ts";
import * as rates from "./rates.ts";
import { growthSeries, realized } from "./realized.ts";
import { offScale, stability, targetRecord } from "./stability.ts";

/** Every number in a result, at any depth. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

function isReal<I>(formula: (input: I) => unknown, input: fc.Arbitrary<I>): void {
  it(`${formula.name} never returns NaN, an infinity or −0 for any input`, () => {
    fc.assert(
      fc.property(input, (given) => {
        const numbers = numbersIn(formula(given));
        expect(numbers.filter((number) => !Number.isFinite(number) || Object.is(number, -0))).toEqual([]);
      }),
      runs(400),
    );
  });
}

/** Values of inputs that no formula accepts. */
const outOfRange: Readonly<Record<string, readonly (number | boolean)[]>> = {
  apy: [-1],
  ...everyOf(["bid", "ask", "yesAsk", "noAsk"], [-0.1, 1.2]),
  ...everyOf(["collateralUsd", "debtUsd", "cost", "costUsd", "penalty", "size", "days"], [-0.1]),
  ...everyOf(
    ["totalDeposit", "totalDepositUsd", "maxDeposit", "liquidityUsd", "longUsd", "shortUsd"],
    [-0.1],
  ),
  ...everyOf(["totalBorrow", "totalBorrowUsd", "maxBorrow", "ltv", "maxLtv"], [-0.1]),
  ...everyOf(["leverage", "maxLeverage", "limit"], [0.9]),
  liquidationLtv: [0, 1.01],
};

function everyOf<Value>(names: readonly string[], values: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.map((name) => [name, values]));
}

/**
 * What a formula returns without an `optional` input is covered by its own test.
 * @param own what this formula refuses instead of `outOfRange`
 */
function holds<I extends object>(
  formula: (input: I) => unknown,
  input: fc.Arbitrary<I>,
  own: typeof outOfRange = {},
  optional: readonly string[] = [],
): void {
  const refused = { ...outOfRange, ...own };
  const inputs = fc.sample(input, 1).flatMap(Object.keys);
  const unknown = inputs.map((name) => ({
    name,
    values: [...(optional.includes(name) ? [] : [undefined]), ...(refused[name] ?? [])],
  }));
  describe(`the formula ${formula.name}`, () => {
    isReal(formula, input);
    it.for(unknown.filter(({ values }) => values.length > 0))(
      "returns undefined where $name is $values, whatever the rest",
      ({ name, values }) => {
        fc.assert(
          fc.property(input, (given) => {
            const answers = values.map((value) => formula({ ...given, [name]: value }));
            expect(answers.filter((answer) => answer !== undefined)).toEqual([]);
          }),
        );
      },
    );
    const fromZero = inputs.filter((name) => refused[name]?.includes(-0.1) && !refused[name].includes(0));
    it.for(fromZero)("accepts 0 for %s, as only less is out of range", (name) => {
      expect(fc.sample(input, 2000).some((given) => formula({ ...given, [name]: 0 }) !== undefined)).toBe(
        true,
      );
    });
  });
}

const inputs = fc.record;
const flag = fc.boolean();
const [rate, money, amount, number] = [wildRatio, wildUsd, wildTokens, wildNumber];
const days = number.map((value) => value ?? 0);
const legs = { supplyApy: rate, borrowApy: rate, leverage: number };
const ltvs = { ltv: rate, liquidationLtv: rate };
const loan = { collateralUsd: money, debtUsd: money };
const quote = { bid: rate, ask: rate };
const averages = { d30: rate, d90: rate, d180: rate };
const reward = fc.record({ side: fc.constantFrom("deposit", "borrow", "other"), apy: rate });
const rewards = fc.option(fc.array(reward, { maxLength: 4 }), { nil: undefined });
const parts = { rewards, total: rate, base: rate, side: fc.constantFrom("deposit", "borrow") };
const series = fc.array(rate, { maxLength: 40 });
const time = wildMillis.filter((value) => value !== undefined);
const points = fc.array(fc.record({ time, apy: rate }), { maxLength: 20 });

holds(rates.aprToApy, inputs({ apr: rate }));
holds(rates.apyToApr, inputs({ apy: rate }));
holds(rates.earnings, inputs({ size: money, apy: rate, days, rewards: number }), { apy: [] }, [
  "days",
  "rewards",
]);
holds(rates.rewardTotal, inputs(parts), {}, Object.keys(parts));
holds(rates.rewardShare, inputs({ rewards: rate, total: rate }), { rewards: [-1], total: [-1, 0] });
holds(rates.conservativeApy, inputs({ baseAverage: rate, rewards: rate }));
holds(rates.rateSpread, inputs({ rate, benchmark: rate }));
holds(rates.protocolMargin, inputs({ baseDepositApy: rate, baseBorrowApy: rate, utilization: rate }), {
  baseBorrowApy: [0],
  utilization: [0],
});
holds(rates.checkTotal, inputs(parts), {}, ["side"]);

holds(pool.utilization, inputs({ totalDeposit: amount, totalBorrow: amount }));
holds(pool.available, inputs({ totalDepositUsd: money, totalBorrowUsd: money }));
holds(pool.exitCover, inputs({ available: money, size: money }), { size: [-1, 0] });
holds(pool.impliedPrice, inputs({ totalDeposit: amount, totalDepositUsd: money }), {
  totalDeposit: [-1, 0],
  totalDepositUsd: [-1, 0],
});
// A limit of 0 is always full, and a full market needs no price: pool.test.ts.
const limit = amount.filter((value) => value !== 0);
holds(
  pool.capacityLeft,
  inputs({ maxDeposit: limit, totalDeposit: amount, totalDepositUsd: money }),
  // An empty market has no price.
  { totalDeposit: [-1], totalDepositUsd: [] },
  ["totalDepositUsd"],
);
holds(pool.capacityUsed, inputs({ maxDeposit: limit, totalDeposit: amount }));
holds(pool.shortfall, inputs({ size: money, capacityLeft: money }));
holds(pool.borrowCapacityLeft, inputs({ maxBorrow: limit, totalBorrow: amount, price: money }), {}, [
  "price",
]);

const thinned = { size: money, totalDepositUsd: money, baseApy: rate, rewardApy: rate };
const lent = { utilization: rate, baseBorrowApy: rate, baseApy90d: rate, allocates: flag };
holds(dilution, inputs({ ...thinned, ...lent }), { totalDepositUsd: [0] }, Object.keys(lent));
holds(kinkRisk, inputs({ utilization: rate, size: money, totalDepositUsd: money }), {
  size: [0],
  totalDepositUsd: [0],
});
holds(fade, inputs({ ...averages, now: rate }), {}, Object.keys(averages));

holds(loops.loopNetApy, inputs(legs));
holds(loops.gainOverHolding, inputs({ net: rate, leverage: number, borrow: rate }));
holds(loops.breakEvenBorrow, inputs({ supplyApy: rate, leverage: number }), { leverage: [0.9, 1] });
holds(loops.impliedBorrow, inputs({ net: rate, supplyApy: rate, leverage: number }), { leverage: [0.9, 1] });
holds(loops.impliedSupply, inputs({ net: rate, borrowApy: rate, leverage: number }));
holds(loops.impliedLeverage, inputs({ net: rate, supplyApy: rate, borrowApy: rate }));
holds(loops.loopPosition, inputs({ size: money, leverage: number }));
holds(loops.loopBreakEvenDays, inputs({ ...legs, cost: rate }));
holds(leverages.ltvOfLeverage, inputs({ leverage: number }));
holds(leverages.leverageOfLtv, inputs({ ltv: rate }), { ltv: [-0.1, 1, 1.1] });
holds(leverages.leverageLimit, inputs({ maxLtv: rate, maxLeverage: number }), { maxLtv: [-0.1, 1, 1.1] }, [
  "maxLtv",
  "maxLeverage",
]);
holds(leverages.halfwayLeverage, inputs({ limit: number }));

holds(liquidation.health, inputs(ltvs), { ltv: [-0.1, 0] });
holds(dropToLiquidation, inputs(ltvs));
holds(liquidation.carryYears, inputs({ ...ltvs, borrowApy: rate, collateralApy: rate }), {
  borrowApy: [-1],
  collateralApy: [-1],
});
holds(liquidation.lossAtLiquidation, inputs(ltvs), { ltv: [-0.1, 1, 1.1] });
holds(liquidation.penaltyLoss, inputs({ penalty: rate, liquidationLtv: rate }));
holds(liquidation.totalLossAtLiquidation, inputs({ ...ltvs, penalty: rate }));
holds(liquidation.priceFall, inputs({ price: money, limit: money }), { price: [0], limit: [0] });

const bounds = { capacityLeft: money, available: money };
holds(
  borrow.borrowCapacity,
  inputs({ collateralUsd: money, maxLtv: rate, ...bounds }),
  { maxLtv: [-0.1, 1.1] },
  Object.keys(bounds),
);
holds(borrow.loanToValue, inputs(loan), { collateralUsd: [-1, 0] });
holds(borrow.liquidationPrice, inputs({ ...ltvs, price: money }), { price: [0] });
holds(borrow.penaltyUsd, inputs({ debtUsd: money, penalty: rate }));
holds(borrow.gapOnCollateral, inputs({ gap: rate, ltv: rate }), { ltv: [-0.1, 1.1] });
holds(borrow.loanCarry, inputs({ ...loan, depositApy: rate, borrowApy: rate }));
holds(loanCost.ltvAtShare, inputs({ maxLtv: rate, share: number }), {
  maxLtv: [-0.1, 0, 1.1],
  share: [-0.1, 0],
});
holds(loanCost.collateralNeeded, inputs({ debtUsd: money, ltv: rate }), { ltv: [-0.1, 0, 1.1] });
holds(
  loanCost.utilizationAfterBorrow,
  inputs({ totalDepositUsd: money, totalBorrowUsd: money, amount: money }),
  { totalDepositUsd: [-0.1, 0], amount: [-0.1] },
);
holds(loanCost.rateAfterBorrow, inputs({ borrowApy: rate, utilization: rate, after: rate }), {}, [
  "utilization",
  "after",
]);

const move = { size: money, fromApy: rate, toApy: rate, costUsd: money };
holds(moves.switchBreakEven, inputs(move), { size: [0] });
holds(moves.switchGain, inputs(move));
holds(moves.networkCost, inputs({ solPrice: money }), { solPrice: [0] });

// An ask of 0 is no offer.
holds(prediction.mid, inputs(quote), { ask: [-0.1, 0, 1.2] });
holds(prediction.spread, inputs(quote), { ask: [-0.1, 0, 1.2] });
holds(
  prediction.overround,
  inputs({ yesAsk: rate, noAsk: rate }),
  everyOf(["yesAsk", "noAsk"], [-0.1, 0, 1.2]),
);
holds(prediction.daysLeft, inputs({ now: wildMillis, end: wildMillis }));
holds(prediction.returnIfTrue, inputs({ price: rate }), { price: [0, 1.2] });
holds(prediction.annualizedIfTrue, inputs({ price: rate, days: number }), {
  price: [0, 1.2],
  days: [-0.1, 0],
});
holds(prediction.requiredProbability, inputs({ price: rate, referenceApy: rate, days: number }), {
  price: [0, 1.2],
  referenceApy: [-1],
  days: [-1],
});

holds(depth, inputs({ liquidityUsd: money, loan: money }), { loan: [-0.1, 0] });
holds(longShare, inputs({ longUsd: money, shortUsd: money }));
holds(targetRecord, inputs({ rates: series, target: rate }), {}, ["rates"]);
isReal(blends.blend, fc.array(fc.record({ amount: money, apy: rate }), { maxLength: 5 }));
isReal(blends.weightedRate, fc.array(fc.record({ apy: rate, totalDepositUsd: money })));
isReal(realized, inputs({ points, from: time, to: time, stepMs: days }));
isReal(growthSeries, inputs({ points, stepMs: days }));
isReal(stability, series);
isReal(offScale, series);
