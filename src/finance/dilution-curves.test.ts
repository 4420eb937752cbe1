// Compares the bracket of `dilution` with the rate curves of the demo: the diluted rate is read off the curve at the
// new utilization.
import { expect, test } from "vitest";
import { dollars, fraction } from "../../tests/fixtures/quantities.ts";
import { dayMs } from "../contract/units.ts";
import { createKaminoReserves, reserveCurve } from "../service/sources/demo/products/pools.ts";
import { borrowYield, supplyYield } from "../service/sources/demo/rate-curve.ts";
import { dilution, kinkRisk } from "./dilution.ts";

const end = Date.UTC(2026, 9, 1);
/** As shares of the deposits: small sizes that undo a spike, and sizes that move any market. */
const sizes = [0.02, 0.045, 0.2, 1] as const;
/** Rates that differ by less look the same. */
const readable = 0.00005;

test("the demo's rate curves stay within the dilution bracket, or the market is flagged", () => {
  const tally = { cases: 0, above: 0, unflagged: 0 };
  for (const { facts, pool } of createKaminoReserves(1).values()) {
    if (facts.borrowApy === undefined) continue;
    const curve = reserveCurve(facts);
    const supplied = (time: number): number => supplyYield(curve, pool.utilizationAt(time));
    for (let time = end; time > end - 360 * dayMs; time -= 5 * dayMs) {
      const used = pool.utilizationAt(time);
      const past = Array.from({ length: 30 }, (_, at) => supplied(time - 3 * at * dayMs));
      const market = {
        baseApy: fraction(supplied(time)),
        rewardApy: fraction(0),
        utilization: fraction(used),
        baseBorrowApy: fraction(borrowYield(curve, used)),
        baseApy90d: fraction(past.reduce((sum, rate) => sum + rate, 0) / past.length),
      };
      for (const share of sizes) {
        const deposit = { size: dollars(share * 1e6), totalDepositUsd: dollars(1e6) };
        const { low = 0, high = 0 } = dilution({ ...market, ...deposit }) ?? {};
        const left = supplyYield(curve, used / (1 + share));
        const flagged = kinkRisk({ utilization: market.utilization, ...deposit }) === true;
        tally.cases += 1;
        if (left > high + readable) tally.above += 1;
        if (left < low - readable && !flagged) tally.unflagged += 1;
      }
    }
  }
  expect(tally).toEqual({ cases: 20_736, above: 0, unflagged: 0 });
});
