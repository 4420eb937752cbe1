// Holds the bracket of `dilution` against the rate curves of the demo: what is left of a rate is read off the curve at the new
// utilization, and every case outside of the bracket is counted.
import { expect, test } from "vitest";
import { createKaminoReserves, reserveCurve } from "../service/sources/demo/products/pools.ts";
import { borrowYield, supplyYield } from "../service/sources/demo/rate-curve.ts";
import { fraction, dollars } from "../../tests/fixtures/quantities.ts";
import { dilution, kinkRisk } from "./dilution.ts";

const dayMs = 86_400_000;
const end = Date.UTC(2026, 9, 1);
const reserves = createKaminoReserves(1);
/** Of the deposits: the small sizes that undo a spike, and those that move any market. */
const sizes = [0.02, 0.045, 0.2, 1] as const;
/** Rates that differ by less read alike. */
const readable = 0.00005;

interface Tally {
  cases: number;
  above: number;
  below: number;
  unflagged: number;
}

function count(): Tally {
  const tally: Tally = { cases: 0, above: 0, below: 0, unflagged: 0 };
  for (const { facts, pool, token } of reserves.values()) {
    if (facts.borrowApy === undefined) continue;
    const curve = reserveCurve(facts, token);
    for (let day = 0; day < 360; day += 5) {
      const time = end - day * dayMs;
      const used = pool.utilizationAt(time);
      const baseApy = supplyYield(curve, used);
      const past = Array.from({ length: 30 }, (_, at) =>
        supplyYield(curve, pool.utilizationAt(time - 3 * at * dayMs)),
      );
      const average = past.reduce((sum, rate) => sum + rate, 0) / past.length;
      for (const share of sizes) {
        const pot = { size: dollars(share * 1e6), totalDepositUsd: dollars(1e6) };
        const range = dilution({
          ...pot,
          baseApy: fraction(baseApy),
          rewardApy: fraction(0),
          utilization: fraction(used),
          baseBorrowApy: fraction(borrowYield(curve, used)),
          baseApy90d: fraction(average),
        });
        if (range === undefined) throw new Error("A pool with a rate has a bracket.");
        const left = supplyYield(curve, used / (1 + share));
        const flagged = kinkRisk({ utilization: fraction(used), ...pot }) === true;
        tally.cases += 1;
        if (left > range.high + readable) tally.above += 1;
        if (left >= range.low - readable) continue;
        tally.below += 1;
        if (!flagged) tally.unflagged += 1;
      }
    }
  }
  return tally;
}

test("the curves of the demo keep to the bracket, or the market is flagged: violations are counted", () => {
  const { cases, above, below, unflagged } = count();
  process.stdout.write(
    `Bracket against ${String(cases)} cases of the demo's curves: ${String(above)} above, ${String(below)} below, of these ${String(unflagged)} without a flag.\n`,
  );
  expect(cases).toBeGreaterThan(5000);
  expect(above).toBe(0);
  expect(unflagged).toBe(0);
});
