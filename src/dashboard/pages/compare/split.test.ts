import { describe, expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { bestSplit, equalSplit, partRate } from "./split.ts";

const pool = (apy: number, deposits: number) =>
  marketRow({
    type: "yield",
    kind: "yield",
    providerId: "jupiter",
    depositApy: fraction(apy),
    baseDepositApy: fraction(apy),
    rewardsGiven: true,
    totalDepositUsd: dollars(deposits),
  });

describe("a split", () => {
  test("starts with equal parts", () => {
    expect(equalSplit(2)).toEqual([50, 50]);
    expect(equalSplit(3)).toEqual([33.33, 33.33, 33.33]);
  });

  test("thins each pool by its own part, and no pool without a size", () => {
    const half = partRate(pool(0.1, 1_000_000), dollars(1_000_000), "total");
    expect(half?.high).toBeCloseTo(Math.expm1(Math.log1p(0.1) / 2), 6);
    expect(partRate(pool(0.1, 1_000_000), undefined, "total")).toEqual({ low: 0.1, high: 0.1 });
  });

  test("earns most where the better of two pools is left once it is thinned to the other", () => {
    const [small = 0, large = 0] =
      bestSplit([pool(0.1, 200_000), pool(0.06, 500_000_000)], dollars(1_000_000), "total") ?? [];
    expect(small + large).toBe(100);
    expect(small).toBeGreaterThan(0);
    expect(large).toBeGreaterThan(small);
    expect(bestSplit([pool(0.1, 1e9), pool(0.01, 1e9)], dollars(1000), "total")).toEqual([100, 0]);
  });

  test("has no best part where fewer than two markets give a rate", () => {
    expect(
      bestSplit([pool(0.1, 1e6), marketRow({ type: "perpetual" })], dollars(1000), "total"),
    ).toBeUndefined();
  });
});
