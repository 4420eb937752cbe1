import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../market-row.ts";
import { dollars, fraction, near } from "../../../../tests/fixtures/quantities.ts";
import { legMarkets } from "./loop-capacity.ts";
import { loopLegs, type LoopLegs } from "./loop-legs.ts";

const loop = marketRow({
  id: "loop",
  type: "loop",
  detail: "Main Market",
  tokens: [rowToken("JupSOL"), rowToken("SOL")],
  depositApy: fraction(0.15),
  maxLtv: fraction(0.9),
  maxLeverage: 10,
});
const supply = marketRow({
  id: "supply",
  productName: "Main Market",
  tokens: [rowToken("JupSOL")],
  depositApy: fraction(0.07),
});
const borrow = marketRow({
  id: "borrow",
  productName: "Main Market",
  tokens: [rowToken("SOL")],
  borrowApy: fraction(0.05),
});

const net = (leverage: number, s: number, b: number): number => leverage * s - (leverage - 1) * b;

function named(leverage: unknown): LoopLegs {
  return loopLegs({ ...loop, raw: readRow({ type: "loop", additionalData: { leverage } }).raw }, [borrow]);
}

describe("the legs of a loop", () => {
  test("are read from lending markets when they explain the quoted rate at an allowed leverage", () => {
    const legs = loopLegs(loop, [supply, borrow]);
    const read = { supplyApy: 0.07, borrowApy: 0.05, supplyFrom: "lending", borrowFrom: "lending" };
    // 5 · 7 % − 4 · 5 % = 15 %
    expect(legs).toMatchObject({ ...read, quotedNear: near(5) });
  });

  test("use the leverage a market names, unless it is impossible", () => {
    // (15 % + 3 · 5 %) / 4
    expect(named(4)).toMatchObject({ assumedFrom: "market", assumedLeverage: 4, supplyApy: near(0.075) });
    for (const junk of [40, 1, -3, "4", null, Number.NaN])
      expect(named(junk)).toMatchObject({ assumedFrom: "limit", assumedLeverage: 10 });
  });

  test("are not read when they miss the quote at the named leverage", () => {
    // A staking token while SOL was expensive: net −0.31 % at 6.026 ×, borrowing at 7.54 %, lending near 0.
    const hot = {
      ...loop,
      depositApy: fraction(-0.0031),
      raw: readRow({ type: "loop", additionalData: { leverage: 6.026 } }).raw,
    };
    const dear = { ...borrow, borrowApy: fraction(0.0754) };
    const legs = loopLegs(hot, [{ ...supply, depositApy: fraction(0) }, dear]);
    expect([legs.supplyFrom, legs.assumedFrom, legs.quotedNear]).toEqual(["implied", "market", undefined]);
    // (−0.31 % + 5.026 · 7.54 %) / 6.026; at 5.5 × that is far from −33.9 %.
    expect(legs.supplyApy).toBeCloseTo(0.0624, 4);
    expect(5.5 * (legs.supplyApy ?? 0) - 4.5 * 0.0754).toBeCloseTo(0.0037, 3);
    // Rates within 0.2 points of the quote count as the loop's own.
    const own = loopLegs(hot, [{ ...supply, depositApy: fraction(0.0625) }, dear]);
    expect([own.supplyFrom, own.quotedNear]).toEqual(["lending", 6.026]);
  });

  describe("without a named leverage", () => {
    const jupSol = rowToken("JupSOL", "jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v");
    const btc = rowToken("cbBTC", "cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij");
    const read = (token: typeof btc, quoted: number, apy: number, cost: number): LoopLegs =>
      loopLegs({ ...loop, tokens: [token, rowToken("SOL")], depositApy: fraction(quoted) }, [
        { ...supply, tokens: [token], depositApy: fraction(apy) },
        { ...borrow, borrowApy: fraction(cost) },
      ]);

    test("are an implied lower bound for a token with its own yield", () => {
      // (15 % + 9 · 5 %) / 10, and at less leverage the same quote implies a higher yield.
      const implied = {
        supplyFrom: "implied",
        supplyApy: near(0.06),
        quotedNear: undefined,
        bound: "at least",
      };
      expect(read(jupSol, 0.15, 0.07, 0.05)).toMatchObject(implied);
    });

    test("are unknown when the net rate is below the debt's cost", () => {
      const legs = read(rowToken("NEW"), -0.01, 0, 0.08);
      expect(legs).toMatchObject({ supplyApy: undefined, supplyFrom: "unknown", quotedNear: undefined });
      expect(legs).toMatchObject({ borrowApy: 0.08, borrowFrom: "lending", bound: undefined });
    });

    test("are read for a token known to have no yield of its own", () => {
      // −4.98 % = 2 · 0.01 % − 5 %
      const own = { supplyApy: 0.0001, supplyFrom: "lending", bound: undefined, quotedNear: near(2) };
      expect(read(btc, -0.0498, 0.0001, 0.05)).toMatchObject(own);
    });

    test("bound the net rate at every leverage on the stated side", () => {
      const part = fc.double({ min: 0, max: 0.3, noNaN: true });
      const someLeverage = fc.double({ min: 1, max: 10, noNaN: true });
      fc.assert(
        fc.property(part, part, someLeverage, someLeverage, (s, b, quoted, mine) => {
          const { supplyApy, borrowApy, bound } = read(jupSol, net(quoted, s, b), 0, b);
          fc.pre(supplyApy !== undefined && borrowApy !== undefined);
          expect(bound).toBe("at least");
          expect(net(mine, supplyApy, borrowApy)).toBeLessThanOrEqual(net(mine, s, b) + 1e-9);
        }),
      );
    });
  });

  test("imply the borrow cost from the supply alone, and nothing without legs", () => {
    // (10 · 7 % − 15 %) / 9, and less at less leverage, so every net rate is at least this.
    const implied = { borrowFrom: "implied", borrowApy: near(0.55 / 9), bound: "at least" };
    expect(loopLegs(loop, [supply])).toMatchObject(implied);
    const none = { supplyApy: undefined, borrowApy: undefined, supplyFrom: "unknown", borrowFrom: "unknown" };
    expect(loopLegs(loop, [])).toMatchObject(none);
  });
});

function debtOf(row: MarketRow, ...rows: readonly MarketRow[]): string | undefined {
  return legMarkets(row, rows)[1]?.id;
}

test("a leg is read from the loop's own market, else from its provider's largest pool", () => {
  const small = { ...borrow, id: "small", totalDepositUsd: dollars(1) };
  const large = { ...borrow, id: "large", productName: "Altcoins", totalDepositUsd: dollars(9) };
  const foreign = { ...borrow, id: "foreign", providerId: "lulo" };
  expect(debtOf(loop, foreign, large, small)).toBe("small");
  expect(debtOf({ ...loop, detail: "Elsewhere" }, foreign, small, large)).toBe("large");
  expect(debtOf({ ...loop, tokens: [rowToken("SOL")] }, small)).toBeUndefined();
  expect(debtOf(loop, foreign)).toBeUndefined();
});
