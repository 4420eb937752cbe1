import { capacityLeft, capacityUsed } from "../../finance/pool.ts";
import { describe, expect, it, test } from "vitest";
import { marketRow, poolRow, readRow, rowReward, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import { type SortableColumnId, columnValue } from "./columns.ts";
import { failedCheckKind } from "./assess/checks.ts";
import { isFull, isUnborrowable, lendsTooLittle, loanRate, marketText, sizeEffect } from "./row-values.ts";
import type { MarketRow } from "./market-row.ts";

const unsized = { size: undefined, basis: "total", benchmark: undefined } as const;

function value(id: SortableColumnId, row: MarketRow): number | string | undefined {
  return columnValue(id, row, { ...unsized, size: dollars(250_000) });
}

const pool = poolRow(
  "pool",
  { deposits: 1e6, lent: 9e5, left: 2e5, apy: 0.06 },
  { depositApy: fraction(0.08) },
);

test("a size never earns above the published rate, and parts above the total fail a check", () => {
  const text = readRow({
    depositApy: 0.05,
    baseDepositApy: 0.05,
    rewards: [{ type: "deposit", apy: 0.2 }],
    totalDeposit: 2e7,
    totalDepositUsd: 2e7,
  });
  expect(sizeEffect(text, dollars(1_000_000), "total")).toMatchObject({ low: 0.05, high: 0.05 });
  expect(sizeEffect(text, dollars(1_000_000), "base")?.high).toBeLessThan(0.05);
  expect(sizeEffect(text, dollars(70_000_000), "total")).toMatchObject({
    low: expect.closeTo(0.0469, 4),
    high: 0.05,
  });
  expect(failedCheckKind(text, undefined)).toBe("figures");
});

const lender = poolRow(
  "lender",
  { deposits: 1e6, lent: 4e5, borrowApy: 0.05 },
  { borrowApy: fraction(0.04), maxLtv: fraction(0.8), liquidationLtv: fraction(0.85) },
);
const averaged = { ...pool, baseDepositApy90d: fraction(0.04) };
const looped = marketRow({ kind: "loop", depositApy: fraction(0.0767), depositApy90d: fraction(0.0536) });
const silent = { ...lender, baseBorrowApy: undefined };
const limited = (maxBorrow: number): MarketRow => ({ ...pool, maxBorrow: tokens(maxBorrow) });
const pair = { ...pool, tokens: [rowToken("SOL"), rowToken("USDC")] };
const quoted = marketRow({ yesBid: fraction(0.1), yesAsk: fraction(0.12) });

test.each<readonly [column: SortableColumnId, what: string, row: MarketRow, value: unknown]>([
  ["soberApy", "the 90-day base plus current rewards", averaged, expect.closeTo(0.06, 12)],
  ["soberApy", "missing without the base", { ...averaged, baseDepositApy: undefined }, undefined],
  ["trend", "the current base against its 90-day average", averaged, expect.closeTo(0.5, 12)],
  ["trend", "the net rate of a loop against its 90-day average", looped, expect.closeTo(0.43, 2)],
  ["collateralNeeded", "twice what the max LTV requires", lender, expect.closeTo(625_000, 6)],
  ["mayDrop", "from half way to the max LTV to liquidation", lender, expect.closeTo(1 - 0.4 / 0.85, 12)],
  ["mayDrop", "missing for a token that is no collateral", { ...lender, maxLtv: fraction(0) }, undefined],
  ["shareOfPool", "its share of the pool including it", pool, 0.2],
  ["exitCover", "how often available liquidity covers it", pool, 0.4],
  ["utilization", "the share lent out", pool, 0.9],
  ["utilization", "missing when another token is lent out", pair, undefined],
  ["available", "what is not lent out", limited(953_800), 100_000],
  ["capacityLeft", "what fits under the limit", pool, expect.closeTo(200_000, 6)],
  ["leftToBorrow", "what the limit leaves", limited(953_800), expect.closeTo(53_800, 6)],
  ["leftToBorrow", "0 at the limit, however much is available", limited(9e5), 0],
  ["leftToBorrow", "what is available when the limit is higher", limited(5e6), 100_000],
  ["leftToBorrow", "what is available without a limit", pool, 100_000],
  ["loanApy", "missing without a rate", { ...lender, borrowApy: undefined }, undefined],
  ["loanApy", "at least the rate without its base", { ...silent, rewardsGiven: true }, 0.04],
  ["collateralNeeded", "missing for a loop", { ...lender, kind: "loop" }, undefined],
  ["available", "missing when another token is lent out", pair, undefined],
  ["effectiveApy", "missing for a loop", { ...pool, kind: "loop" }, undefined],
  ["effectiveApy", "missing for a perpetual", { ...pool, kind: "perpetual" }, undefined],
  ["effectiveApy", "missing for a prediction", { ...pool, kind: "prediction" }, undefined],
  ["spread", "the ask less the bid", quoted, 0.02],
])("%s at my size: %s", (column, _what, row, expected) => {
  expect(value(column, row)).toEqual(expected);
});

test("a column about my size is missing without a size", () => {
  for (const id of ["effectiveApy", "usdPerYear", "shareOfPool", "exitCover"] as const)
    expect(columnValue(id, pool, unsized)).toBeUndefined();
  expect([sizeEffect(pool, undefined, "total"), sizeEffect(pool, dollars(0), "total")]).toEqual([
    undefined,
    undefined,
  ]);
  expect(loanRate(lender, undefined, "total")).toBeUndefined();
});

describe("my size as a loan", () => {
  it("costs at least today's base, at most base scaled by utilization, and dilutes rewards", () => {
    // 400k of 1m are lent out, 650k with the loan; 1 % of rewards falls to 400 / 650 %.
    const base = Math.expm1((Math.log1p(0.05) * 0.65) / 0.4);
    const paid = (0.01 * 400) / 650;
    const rate = loanRate(lender, dollars(250_000), "total");
    expect(rate?.low).toBeCloseTo(0.05 - paid, 12);
    expect(rate?.high).toBeCloseTo(base - paid, 10);
    expect(value("loanApy", lender)).toBe(rate?.low);
    expect(loanRate(lender, dollars(250_000), "base")?.low).toBe(0.05);
    expect(loanRate(lender, dollars(250_000), "base")?.high).toBeCloseTo(base, 10);
  });

  it("never costs less than the published rate, whatever rewards are listed", () => {
    const text = {
      ...lender,
      borrowApy: fraction(0.05),
      rewards: [rowReward("borrow", 0.03)],
      rewardsGiven: true,
    };
    expect(loanRate(text, dollars(1000), "total")).toEqual({ low: 0.05, high: 0.05 });
    expect(failedCheckKind(text, undefined)).toBe("figures");
  });

  it("has no upper bound near the kink or for a pair", () => {
    const steep = { ...lender, totalBorrowUsd: dollars(560_000), totalBorrow: tokens(560_000) };
    for (const row of [steep, { ...lender, tokens: pair.tokens }])
      expect(loanRate(row, dollars(250_000), "base")).toEqual({ low: 0.05, high: undefined });
  });

  it("costs at least today's rate when rewards are unknown, and is unknown without a rate", () => {
    expect(loanRate(silent, dollars(250_000), "total")).toEqual({ low: 0.04, high: undefined });
    expect(loanRate(silent, dollars(250_000), "base")).toBeUndefined();
  });

  it("is too large when either known limit leaves less", () => {
    const unlimited = { ...lender, maxBorrow: undefined };
    expect([600_000, 600_001].map((size) => lendsTooLittle(unlimited, dollars(size)))).toEqual([false, true]);
    const full = { ...lender, maxBorrow: tokens(500_000) };
    expect([100_000, 100_001].map((size) => lendsTooLittle(full, dollars(size)))).toEqual([false, true]);
    expect(lendsTooLittle({ ...unlimited, totalBorrowUsd: undefined }, dollars(1e9))).toBe(false);
    expect(lendsTooLittle(full, undefined)).toBe(false);
  });
});

describe("my size in a pool", () => {
  it("dilutes the rate, and the columns show the lower bound", () => {
    const effect = sizeEffect(pool, dollars(250_000), "total");
    // k = 1m / 1.25m = 0.8; base 6 % falls to at least k² · 6 %, rewards of 2 % to k · 2 %.
    expect(effect?.low).toBeCloseTo(Math.expm1(Math.log1p(0.06) * 0.64) + 0.016, 10);
    expect([value("effectiveApy", pool), value("usdPerYear", pool)]).toEqual([
      effect?.low,
      effect?.usdPerYearLow,
    ]);
    expect(effect?.usdPerYearHigh).toBeCloseTo(250_000 * (effect?.high ?? Number.NaN));
  });

  it("leaves the upper bound of an allocator's base untouched, but not of a direct lender's", () => {
    const strategy = poolRow("strategy", { deposits: 1e6, apy: 0.06 }, { type: "yield", kind: "yield" });
    const effect = (providerId: string) => sizeEffect({ ...strategy, providerId }, dollars(100_000), "base");
    for (const allocator of ["kamino", "lulo", "carrot"]) expect(effect(allocator)?.high).toBe(0.06);
    for (const own of ["jupiter", "defituna", "another"])
      expect(effect(own)?.high).toBeCloseTo(Math.expm1(Math.log1p(0.06) / 1.1), 10);
    expect(effect("kamino")?.low).toBe(effect("jupiter")?.low);
  });

  it("takes a missing base to be the total less the listed rewards", () => {
    const listed = { ...pool, rewardsGiven: true, rewards: [rowReward("deposit", 0.02)] };
    const effect = sizeEffect({ ...listed, baseDepositApy: undefined }, dollars(250_000), "total");
    expect(effect?.low).toBeCloseTo(sizeEffect(listed, dollars(250_000), "total")?.low ?? Number.NaN, 12);
  });

  it("caps a spiking base at its average, but not a total with unknown parts", () => {
    const spiking = { ...pool, baseDepositApy90d: fraction(0.02) };
    const effect = sizeEffect(spiking, dollars(250_000), "base");
    expect(effect?.low).toBeCloseTo(Math.expm1(Math.log1p(0.02) * 0.8), 10);
    const unsplit = { ...pool, baseDepositApy: undefined };
    expect(
      sizeEffect({ ...unsplit, baseDepositApy90d: fraction(0.02) }, dollars(250_000), "total")?.low,
    ).toBe(sizeEffect(unsplit, dollars(250_000), "total")?.low);
  });
});

test("a market at its limit is full, one without a limit has no stated capacity", () => {
  const full = { ...pool, maxDeposit: tokens(1_000_000) };
  expect([capacityLeft(full), capacityUsed(full)]).toEqual([0, 1]);
  expect(isFull(full)).toBe(true);
  const uncapped = { ...pool, maxDeposit: undefined };
  expect([capacityLeft(uncapped), capacityUsed(uncapped)]).toEqual([undefined, undefined]);
  expect(isFull(pool)).toBe(false);
});

const lends = (lent: number, borrowLeft: number | undefined, borrowApy: number): MarketRow =>
  poolRow("pool", { deposits: 1e6, lent, borrowLeft, borrowApy });

test("a loan is unavailable when nothing is left, or when it was never borrowed at a zero rate", () => {
  const cases = [
    lends(9e5, 1e6, 0.04),
    lends(9e5, 0, 0.04),
    lends(0, 1e6, 0.0001),
    lends(0, 1e6, 0.04),
    lends(9e5, undefined, 0.04),
  ];
  expect(cases.map(isUnborrowable)).toEqual([false, true, true, false, false]);
});

test("a market is named by its label and product, without repetition", () => {
  const main = { productName: "Main Market" };
  expect(marketText(marketRow({ ...main, label: "USDC" }))).toBe("USDC · Main Market");
  expect(marketText(marketRow({ ...main, label: "Main Market" }))).toBe("Main Market");
});
