import { describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { legMarket } from "../../market/borrowing.ts";
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

function named(leverage: unknown): LoopLegs {
  return loopLegs({ ...loop, raw: readRow({ type: "loop", additionalData: { leverage } }).raw }, [borrow]);
}

describe("the legs of a loop", () => {
  test("are read from lending markets when they make the quoted rate at a leverage the loop allows", () => {
    const legs = loopLegs(loop, [supply, borrow]);
    expect([legs.supplyApy, legs.borrowApy, legs.supplyFrom, legs.borrowFrom]).toEqual([
      0.07,
      0.05,
      "lending",
      "lending",
    ]);
    // 5 · 7 % − 4 · 5 % = 15 %
    expect(legs.quotedNear).toBeCloseTo(5, 9);
  });
  test("imply the supply where the lending market does not know what the token earns by itself", () => {
    const legs = loopLegs(loop, [{ ...supply, depositApy: fraction(0.0001) }, borrow]);
    expect(legs.supplyFrom).toBe("implied");
    // (15 % + 9 · 5 %) / 10
    expect(legs.supplyApy).toBeCloseTo(0.06, 9);
    expect([legs.assumedFrom, legs.assumedLeverage, legs.quotedNear]).toEqual(["limit", 10, undefined]);
  });
  test("take the leverage a market names for that of its quote, unless it cannot be", () => {
    expect([named(4).assumedFrom, named(4).assumedLeverage]).toEqual(["market", 4]);
    // (15 % + 3 · 5 %) / 4
    expect(named(4).supplyApy).toBeCloseTo(0.075, 9);
    for (const junk of [40, 1, -3, "4", null, Number.NaN])
      expect([named(junk).assumedFrom, named(junk).assumedLeverage]).toEqual(["limit", 10]);
  });
  test("imply the borrow cost from the supply alone, and nothing from nothing", () => {
    const fromSupply = loopLegs(loop, [supply]);
    expect(fromSupply.borrowFrom).toBe("implied");
    // (10 · 7 % − 15 %) / 9
    expect(fromSupply.borrowApy).toBeCloseTo(0.55 / 9, 9);
    const none = loopLegs(loop, []);
    expect([none.supplyApy, none.borrowApy, none.supplyFrom, none.borrowFrom]).toEqual([
      undefined,
      undefined,
      "unknown",
      "unknown",
    ]);
  });
});

test("a leg is read where the loop runs, and else where its provider has most deposits of it", () => {
  const small = { ...borrow, id: "small", totalDepositUsd: dollars(1) };
  const large = { ...borrow, id: "large", productName: "Altcoins", totalDepositUsd: dollars(9) };
  const foreign = { ...borrow, id: "foreign", providerId: "lulo" };
  expect(legMarket(loop, "SOLmint", [foreign, large, small])?.id).toBe("small");
  expect(legMarket({ ...loop, detail: "Elsewhere" }, "SOLmint", [foreign, small, large])?.id).toBe("large");
  expect(legMarket(loop, undefined, [small])).toBeUndefined();
  expect(legMarket(loop, "SOLmint", [foreign])).toBeUndefined();
});
