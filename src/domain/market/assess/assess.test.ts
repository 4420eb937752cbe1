import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRow, someRow } from "../../../../tests/fixtures/market-rows.ts";
import { near } from "../../../../tests/fixtures/quantities.ts";
import { ratio, usd } from "../../../contract/units.ts";
import type { MarketRow } from "../market-row.ts";
import { loansAgainst } from "../loan-terms.ts";
import { loopCapacities } from "../loops/loop-capacity.ts";
import { isFull, loanCapacity } from "../row-values.ts";
import { assess, flags } from "./assess.ts";
import { blockedBy } from "./capacity.ts";
import { sentence } from "./words.ts";
import { findAssessment, type AssessContext, type AssessmentId, type Side } from "./assessment.ts";

type Market = Parameters<typeof readRow>[0];

const token = (symbol: string): object => ({ symbol, address: `${symbol}-mint` });
/** Every market has a website, or it would fail the links check. */
const row = (market: Market): MarketRow => readRow({ websiteUrl: "https://example.com", ...market });

function context(size?: number, more: Partial<AssessContext> = {}): AssessContext {
  return { size: usd(size), basis: "total", side: "deposit", prices: undefined, ...more };
}

function ids(market: Market, size?: number, more?: Partial<AssessContext>): readonly AssessmentId[] {
  return assess(row(market), context(size, more)).map(({ id }) => id);
}

/** For a token worth a dollar. */
function totals(deposit: number, borrow: number): Market {
  return {
    totalDeposit: deposit,
    totalDepositUsd: deposit,
    totalBorrow: borrow,
    totalBorrowUsd: borrow,
  };
}

const adrena = {
  type: "lending",
  token: token("USDC"),
  depositApy: 0.1035,
  baseDepositApy: 0.0417,
  baseDepositApy30d: 0.0407,
  baseDepositApy90d: 0.0362,
  baseDepositApy180d: 0.0362,
  rewards: [{ apy: 0.0618, marketAction: "deposit", token: token("ADX") }],
  ...totals(1_154_000, 898_000),
  maxDeposit: 1_808_000,
};

const lentOut = (borrow: number): Market => ({ ...adrena, ...totals(1_154_000, borrow) });
const loan = (market: Market, size?: number): readonly AssessmentId[] =>
  ids(market, size, { side: "borrow" });
const flagIds = (market: Market, size?: number): readonly AssessmentId[] =>
  flags(row(market), context(size)).map(({ id }) => id);

/** Figures that a market without dollar totals is known to have in tokens only. */
function unpricedOf(fields: Market, side: Side = "deposit") {
  const tokens = { totalDeposit: 1000, totalBorrow: 200, maxDeposit: 2000, maxBorrow: 500 };
  const market = row({ type: "lending", ...tokens, ...fields });
  return findAssessment(assess(market, context(1000, { side })), "unknown")?.values.unpriced;
}

/** 5 % a year, of which `apy` is rewards. */
function rewarded(apy: number, base = 0.05 - apy): Market {
  return {
    type: "lending",
    depositApy: base + apy,
    baseDepositApy: base,
    rewards: [{ apy, marketAction: "deposit", token: token("ADX") }],
  };
}

describe("a deposit", () => {
  test("lists what blocks it first, then limits, qualifications and passed checks", () => {
    const least = ["mostlyRewards", "shareOfPool", "rateNearAverage"];
    expect(ids(adrena, 1_000_000)).toEqual(["limitedExit", "doesNotFit", ...least]);
    expect(ids(adrena, 250_000)).toEqual([...least, "fits", "canExit"]);
  });

  test("carries the figures of each assessment", () => {
    const judged = assess(row(adrena), context(1_000_000));
    const exit = { available: 256_000, size: 1_000_000, cover: 0.256 };
    expect(findAssessment(judged, "limitedExit")?.values).toEqual(exit);
    expect(findAssessment(judged, "doesNotFit")?.values).toMatchObject({ left: 654_000, shortBy: 346_000 });
    expect(findAssessment(judged, "mostlyRewards")?.values).toMatchObject({
      share: ratio(0.0618 / 0.1035),
      base: 0.0417,
      tokens: { symbols: ["ADX"], inOther: "all", hasUnnamed: false },
    });
  });

  test("without a size shows what is withdrawable, a reached cap and an empty pool", () => {
    expect(ids(adrena)).toContain("withdrawable");
    expect(ids({ ...adrena, maxDeposit: 1_154_000 })[0]).toBe("capReached");
    expect(ids(lentOut(1_154_000)).slice(0, 2)).toEqual(["nothingWithdrawable", "nearFullUtilization"]);
    expect(ids({ type: "lending", totalDepositUsd: 0, totalBorrowUsd: 0 })).not.toContain(
      "nothingWithdrawable",
    );
  });

  test("flags a 5 % share of pool, and from 80 % utilization a size that may move it below the kink", () => {
    expect(ids({ type: "lending", totalDepositUsd: 950_000 }, 50_000)).toContain("shareOfPool");
    expect(ids({ type: "lending", totalDepositUsd: 960_000 }, 50_000)).not.toContain("shareOfPool");
    expect(ids(lentOut(950_000), 100_000)).toContain("kinkRisk");
    expect(ids(lentOut(950_000), 100)).not.toContain("kinkRisk");
    expect(ids(lentOut(950_000))).not.toContain("kinkRisk");
  });

  test.each([
    [1_030_000, false],
    [1_050_000, true],
  ])("with %d of 1,154,000 lent out is near full or not, whatever the size and the side", (lent, isNear) => {
    const sizes = [undefined, 1000, 250_000];
    const found = (["deposit", "borrow"] as const).flatMap((side) =>
      sizes.map((size) =>
        ids({ ...lentOut(lent), borrowApy: 0.1 }, size, { side }).includes("nearFullUtilization"),
      ),
    );
    expect(new Set(found)).toEqual(new Set([isNear]));
  });

  test("names unknown figures once, last and without a judgement", () => {
    const judged = assess(row({ type: "yield", depositApy: 0.107 }), context(1000));
    expect(judged.map(({ id }) => id)).toEqual(["unknown"]);
    expect(findAssessment(judged, "unknown")?.values).toEqual({
      facts: ["depositCap", "available", "baseRate", "rewards"],
      provider: "Kamino",
      unpriced: [],
    });
  });

  test("knows amounts in tokens, even if the market implies no price, as an empty one does", () => {
    expect(unpricedOf({})).toEqual(["depositCap", "available"]);
    expect(unpricedOf({}, "borrow")).toEqual(["leftToBorrow"]);
    expect(unpricedOf({ maxDeposit: null })).toEqual(["available"]);
    expect(unpricedOf({ totalBorrow: null })).toEqual(["depositCap"]);
    expect(unpricedOf({ totalDepositUsd: 5000, totalBorrowUsd: null })).toEqual([]);
    const empty = { totalDeposit: 0, totalDepositUsd: 0, totalBorrow: 0, totalBorrowUsd: 0 };
    expect(unpricedOf(empty)).toEqual(["depositCap"]);
  });

  test("knows that there are no rewards, even without a rate", () => {
    const judged = assess(row({ type: "yield", depositApy: null, rewards: [] }), context(1000));
    expect(findAssessment(judged, "unknown")?.values.facts).not.toContain("rewards");
  });

  test("knows rewards that have no share of the rate, because it is negative", () => {
    const judged = assess(row(rewarded(0.01, -0.03)), context(1000));
    expect(findAssessment(judged, "unknown")?.values.facts).not.toContain("rewards");
  });

  test("excludes the token's own yield in pools, and in vaults that pay no more than lending", () => {
    const jito = { symbol: "JitoSOL", address: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn" };
    const pool = row({ type: "lending", token: jito, baseDepositApy: 0.01 });
    // Neither another token nor a pair's collateral says what lending the token pays.
    const others = [{ token: token("USDC") }, { token: jito, borrowToken: token("USDC") }].map((tokens, at) =>
      row({ id: `other-${at}`, type: "lending", ...tokens, baseDepositApy: 0.2 }),
    );
    const loops = loopCapacities([], [pool, ...others]);
    const vault = (baseDepositApy: number): readonly AssessmentId[] =>
      ids({ type: "yield", token: jito, baseDepositApy }, undefined, { loops });
    expect(assess(pool, context()).map(({ id }) => id)).toContain("ownYieldExcluded");
    expect(vault(0.014)).toContain("ownYieldExcluded");
    expect(vault(0.08)).not.toContain("ownYieldExcluded");
  });

  test("flags a borrow APY below the deposit APY of the same token", () => {
    const pool = { type: "lending", baseDepositApy: 0.05, borrowApy: 0.04 };
    expect(ids(pool)).toContain("borrowBelowDeposit");
    expect(ids({ ...pool, borrowApy: 0.049_99 })).not.toContain("borrowBelowDeposit");
    expect(ids({ ...pool, borrowApy: -0.01 })).not.toContain("borrowBelowDeposit");
    // The rates of a pair belong to two tokens.
    const pair = { token: token("SOL"), borrowToken: token("USDC") };
    expect(ids({ ...pool, ...pair })).not.toContain("borrowBelowDeposit");
  });
});

describe("a steady rate", () => {
  const [same, known] = [0.05, { type: "lending", rewards: [] }];
  const averages = { baseDepositApy30d: same, baseDepositApy90d: same, baseDepositApy180d: same };
  const flat = { ...known, depositApy: same, baseDepositApy: same, ...averages };

  test("is missing when rewards outside the averages would change it", () => {
    expect(ids({ ...flat, ...rewarded(0.002, 0.05) })).toContain("steady");
    expect(ids({ ...flat, ...rewarded(0.02, 0.05) })).not.toContain("steady");
    expect(ids({ ...flat, ...rewarded(0.02, 0.05) })).toContain("rateNearAverage");
  });

  test("is more than nothing", () => {
    const none = { baseDepositApy30d: 0, baseDepositApy90d: 0, baseDepositApy180d: 0 };
    expect(ids({ ...known, depositApy: 0, baseDepositApy: 0, ...none })).not.toContain("steady");
  });
});

describe("a loan", () => {
  const pool = {
    type: "lending",
    borrowApy: 0.05,
    baseBorrowApy: 0.06,
    baseBorrowApy30d: 0.04,
    baseBorrowApy90d: 0.04,
    rewards: [{ apy: 0.01, marketAction: "borrow", token: token("ADX") }],
    ...totals(1_000_000, 600_000),
    maxBorrow: 900_000,
  };

  test("is assessed by what is left to borrow, utilization and a rising rate", () => {
    expect(loan(pool, 150_000)).toEqual(["borrowRateRising", "borrowRewards", "enoughToBorrow"]);
    expect(loan(pool, 250_000)).toContain("kinkRisk");
    expect(loan(pool, 350_000)).toContain("notEnoughToBorrow");
  });

  const why = (change: Market) =>
    findAssessment(assess(row({ ...pool, ...change }), context(1, { side: "borrow" })), "nothingToBorrow")
      ?.values;

  test("is impossible at the borrow cap or without liquidity, and says which", () => {
    expect(why({ maxBorrow: 600_000 })).toEqual({ isLimitReached: true });
    expect(why(totals(600_000, 600_000))).toEqual({ isLimitReached: false });
  });

  test("fits only when both limits are known, and fails when one known limit is too low", () => {
    const open = { ...pool, maxBorrow: undefined };
    expect(loan(open, 100_000)).toContain("unknown");
    expect(loan(open, 500_000)).toContain("notEnoughToBorrow");
  });

  test("is flagged when no more of its collateral can be deposited", () => {
    const debt = row({ id: "debt", ...pool, token: token("USDC") });
    const prime = { type: "lending", token: token("PRIME"), maxLtv: 0.8, totalDeposit: 100 };
    const flagged = (maxDeposit: number | undefined, mint?: string) => {
      const rows = [debt, row({ id: "prime", ...prime, maxDeposit })];
      const loans = loansAgainst(mint, rows);
      return flags(debt, context(1, { side: "borrow", loans })).map(({ id }) => id);
    };
    expect([flagged(100), flagged(100, "PRIME-mint")]).toEqual([
      ["collateralCapReached"],
      ["collateralCapReached"],
    ]);
    expect([flagged(101), flagged(undefined), flagged(100, "other")]).toEqual([[], [], []]);
    expect(loan(pool, 1)).not.toContain("collateralCapReached");
  });

  test("is flagged when the chosen collateral does not fit under its cap", () => {
    const debt = row({ id: "debt", ...pool, token: token("USDC") });
    const prime = {
      type: "lending",
      token: token("PRIME"),
      maxLtv: 0.8,
      ...totals(1000, 0),
      maxDeposit: 1250,
    };
    const rows = [debt, row({ id: "prime", ...prime })];
    const shortBy = (size: number | undefined, mint: string | undefined, share = 0.5) => {
      const loans = loansAgainst(mint, rows, undefined, share);
      const [flag] = flags(debt, context(size, { side: "borrow", loans }));
      return flag?.id === "collateralDoesNotFit" ? flag.values.shortBy : flag;
    };
    // $100 needs $250 at half the limit, and $250 is left.
    expect([shortBy(100, "PRIME-mint"), shortBy(120, "PRIME-mint")]).toEqual([undefined, 50]);
    expect(shortBy(120, "PRIME-mint", 0.75)).toBeUndefined();
    // Without a chosen collateral, another one may fit.
    expect([shortBy(120, undefined), shortBy(undefined, "PRIME-mint")]).toEqual([undefined, undefined]);
  });

  test("is flagged when no collateral for it is known, unless none is known anywhere", () => {
    const debt = row({ id: "debt", ...pool, token: token("USDC"), productName: "A" });
    const flagged = (rows: readonly MarketRow[], mint?: string) =>
      flags(debt, context(1, { side: "borrow", loans: loansAgainst(mint, [debt, ...rows]) })).map(
        ({ id }) => id,
      );
    const taker = { type: "lending", token: token("PRIME"), maxLtv: 0.8 };
    const [here, elsewhere] = ["A", "B"].map((productName) => row({ id: "taker", ...taker, productName }));
    expect([here, elsewhere].map((one) => one && flagged([one]))).toEqual([[], ["collateralUnknown"]]);
    // A page and a comparison may have a market that doesn't accept the chosen token.
    expect([flagged([]), elsewhere && flagged([elsewhere], "PRIME-mint")]).toEqual([
      [],
      ["collateralUnknown"],
    ]);
  });
});

describe("a loop", () => {
  const loop = row({
    type: "loop",
    tokenA: token("ONyc"),
    tokenB: token("USDC"),
    depositApy: 0.0482,
    liquidationLtv: 0.88,
    maxLtv: 0.8,
    additionalData: { leverage: 2.6, marketName: "OnRe" },
  });
  const at = { type: "lending", productName: "OnRe", ...totals(1e7, 7_821_000), borrowApy: 0.0677 };
  const judged = (maxBorrow: number, maxDeposit: number, size?: number) => {
    const legs = [
      row({ ...at, token: token("ONyc"), maxDeposit }),
      row({ ...at, token: token("USDC"), maxBorrow }),
    ];
    return assess(loop, context(size, { loops: loopCapacities([loop], legs) }));
  };

  test("is closed by the leg without capacity", () => {
    const borrowed = { leg: "borrowed", symbol: "USDC", market: "OnRe" };
    expect(judged(7_821_000, 2e7)[0]).toMatchObject({ id: "closed", values: borrowed });
    expect(judged(9e6, 1e7)[0]).toMatchObject({ id: "closed", values: { leg: "supplied", symbol: "ONyc" } });
  });

  test("does not pay when its debt costs more than it earns, and states the drop to liquidation", () => {
    const open = judged(9e6, 2e7, 1000);
    expect(findAssessment(open, "leverageDoesNotPay")?.values).toMatchObject({
      net: 0.0482,
      than: { kind: "debt", apy: 0.0677 },
    });
    // An LTV of 1.6 / 2.6 may rise to 88 %.
    expect(findAssessment(open, "leverage")?.values.drop).toBeCloseTo(1 - 1.6 / 2.6 / 0.88, 12);
    expect(findAssessment(open, "fits")?.values.isLoop).toBe(true);
  });

  test("is near full utilization with the pool it supplies", () => {
    const pool = { ...at, token: token("ONyc"), ...totals(1e7, 9.7e6) };
    const assessed = assess(loop, context(undefined, { loops: loopCapacities([loop], [row(pool)]) }));
    const supply = findAssessment(assessed, "nearFullUtilization");
    expect(supply && sentence(supply)).toBe(
      "97 % of the supplied ONyc is lent out; the APY may fall faster than shown.",
    );
  });

  const used = (lent: number, size?: number, leverage?: number) => {
    const loops = loopCapacities([loop], [row({ ...at, token: token("USDC"), ...totals(1e7, lent) })]);
    const found = findAssessment(assess(loop, context(size, { loops, leverage })), "debtRateMayJump");
    return found?.values.utilization;
  };

  test("says that its debt may become dearer, also by its own loan", () => {
    // At 2.6 times, $100,000 borrow $160,000 of the pool's $10M.
    expect([used(8e6), used(8.1e6), used(7.9e6, 1e5)]).toEqual([undefined, 0.81, near(0.806)]);
    // More than is left does not fit.
    expect(used(9.9e6, 1e5)).toBeUndefined();
    expect(used(8.1e6, 1e5, 1), "without a debt").toBeUndefined();
  });

  test("has a capacity that is loading or unknown", () => {
    const waiting = assess(loop, context(undefined, { loading: true })).map(({ id }) => id);
    expect(waiting).toContain("capacityLoading");
    expect(findAssessment(assess(loop, context()), "unknown")?.values.facts).toContain("loopCapacity");
  });
});

test("contradictory figures are bad; missing links are neither bad nor a flag", () => {
  const empty = readRow({ type: "lending", depositApy: 0.05, totalDeposit: 0, totalDepositUsd: 0 });
  const judged = assess(empty, context());
  expect(findAssessment(judged, "contradictoryFigures")?.values.checks).toEqual(["emptyPool"]);
  expect(findAssessment(judged, "noLinks")?.tone).toBe("info");
  expect(flags(empty, context())).toEqual([]);
});

describe("flags", () => {
  test("are the two worst assessments, never unknown or passed ones", () => {
    expect(flagIds(adrena, 1_000_000)).toEqual(["limitedExit", "mostlyRewards"]);
    expect(flagIds(adrena, 250_000)).toEqual(["mostlyRewards", "shareOfPool"]);
    expect(flagIds({ type: "yield", depositApy: 0.1 }, 1000)).toEqual([]);
    // A market that takes no deposit has no other flag.
    expect(flagIds({ ...adrena, maxDeposit: 1_000_000 }, 250_000)).toEqual(["capReached"]);
  });

  test("name rewards from a fifth of the rate on", () => {
    expect(flagIds(rewarded(0.01))).toEqual(["rewards"]);
    expect(flagIds(rewarded(0.009))).toEqual([]);
  });

  test("name a rate below its average as well as one above", () => {
    expect(flagIds({ ...adrena, baseDepositApy: 0.02 }, 250_000)).toEqual(["mostlyRewards", "rateFading"]);
    expect(flagIds({ ...adrena, baseDepositApy: 0.05 })).toEqual(["mostlyRewards", "rateRising"]);
  });
});

test("exactly the markets that take no size at all are blocked", () => {
  expect(blockedBy(row(adrena), context(1e9))).toBeUndefined();
  fc.assert(
    fc.property(someRow("a"), fc.constantFrom("deposit", "borrow"), (one, side) => {
      const takesNothing = side === "borrow" ? loanCapacity(one).left === 0 : isFull(one);
      const why = blockedBy(one, context(undefined, { side }));
      expect(why !== undefined).toBe(one.kind !== "loop" && takesNothing);
    }),
  );
});
