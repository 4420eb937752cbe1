import { describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { bestToEarn, createAssetFacts, loansWithCollateral, poolPrice, type Asked } from "./asset-facts.ts";
import { countTags, orderAssets, selectAssets, withStars, withTags } from "./asset-list.ts";

const jito = rowToken("JitoSOL");
const usdc = rowToken("USDC");

const asset = (symbol: string, fields: Partial<CatalogueAsset> = {}): CatalogueAsset => ({
  mint: `${symbol}mint`,
  symbol,
  name: undefined,
  icon: undefined,
  tags: [],
  price: undefined,
  change24h: undefined,
  ...fields,
});

const pool = (id: string, fields: Partial<MarketRow>): MarketRow =>
  marketRow({ id, tokens: [jito], rewardsGiven: true, ...fields });

const asked: Asked = { size: undefined, basis: "total" };
const factsOf = (rows: readonly MarketRow[], catalogue: readonly CatalogueAsset[] = [], by: Asked = asked) =>
  createAssetFacts()(rows, catalogue, by);

describe("the best market to earn with", () => {
  // 5 % is base on $1M, beside 8 % of rewards alone on $10,000.
  const steady = pool("steady", {
    depositApy: fraction(0.05),
    baseDepositApy: fraction(0.05),
    totalDepositUsd: dollars(1_000_000),
  });
  const small = pool("small", {
    type: "yield",
    kind: "yield",
    depositApy: fraction(0.08),
    baseDepositApy: fraction(0),
    rewards: [{ side: "deposit", apy: fraction(0.08), token: undefined, marketAction: undefined }],
    totalDepositUsd: dollars(10_000),
  });
  const best = (by: Asked): string | undefined => {
    const [facts] = factsOf([small, steady], [], by);
    return facts === undefined ? undefined : bestToEarn(facts, by)?.id;
  };

  test("is that of the highest rate, as the list orders it", () => {
    expect(best(asked)).toBe("small");
  });

  test("is that of the highest rate at my size: $25,000 thins 8 % on $10,000 to 8 · 10 / 35 = 2.29 %", () => {
    expect(best({ ...asked, size: dollars(25_000) })).toBe("steady");
  });

  test("is that of the highest base where the base leads", () => {
    expect(best({ ...asked, basis: "base" })).toBe("steady");
  });

  test("is none that is full or contradicts itself, whatever it pays, and none at all where all are full", () => {
    const amounts = { totalDeposit: tokens(1000), totalDepositUsd: dollars(1000) };
    const full = pool("full", { ...amounts, depositApy: fraction(0.3), maxDeposit: tokens(1000) });
    const faulty = pool("faulty", {
      ...amounts,
      depositApy: fraction(0.4),
      baseDepositApy: fraction(0.1),
      rewards: [],
    });
    const order = (rows: readonly MarketRow[]): readonly string[] =>
      factsOf(rows)[0]?.earn.map(({ id }) => id) ?? [];
    expect(order([faulty, full, steady])).toEqual(["steady", "full", "faulty"]);
    const [facts] = factsOf([full]);
    expect(facts === undefined ? "no facts" : bestToEarn(facts, asked)).toBeUndefined();
  });

  test("is none where no market tells a rate", () => {
    const [facts] = factsOf([pool("a", {})]);
    expect(facts?.earn).toHaveLength(1);
    expect(facts === undefined ? "" : bestToEarn(facts, asked)).toBeUndefined();
  });
});

test("a token is lent where something is left to borrow, the cheapest first, and loops are by what they are put into", () => {
  const lent = {
    totalDepositUsd: dollars(100),
    totalBorrowUsd: dollars(50),
    totalBorrow: tokens(50),
    websiteUrl: "https://example.com",
  };
  const [facts] = factsOf([
    pool("dear", { ...lent, borrowApy: fraction(0.06) }),
    pool("cheap", { ...lent, borrowApy: fraction(0.01) }),
    pool("used up", { ...lent, borrowApy: fraction(0.001), totalBorrowUsd: dollars(100) }),
    marketRow({ id: "loop", type: "loop", kind: "loop", tokens: [jito, usdc], depositApy: fraction(0.1) }),
  ]);
  expect(facts?.borrow.map(({ id }) => id)).toEqual(["cheap", "dear"]);
  expect(facts?.loops.map(({ id }) => id)).toEqual(["loop"]);
  expect(facts?.markets).toBe(4);
  expect(facts?.deposits).toBe(300);
});

function lender(id: string, apy: number, worth: number, fields: Partial<MarketRow> = {}): MarketRow {
  return pool(id, {
    websiteUrl: "https://example.com",
    borrowApy: fraction(apy),
    totalDepositUsd: dollars(worth),
    totalBorrowUsd: dollars(worth / 2),
    ...fields,
  });
}

test("what lends less than my size and what contradicts itself is dearer than it says, so it comes last", () => {
  const rows = [
    lender("small", 0.01, 2000),
    lender("large", 0.04, 2_000_000),
    // A loan-to-value above its own liquidation.
    lender("faulty", 0.001, 2_000_000, { maxLtv: fraction(0.9), liquidationLtv: fraction(0.5) }),
    lender("closed", 0.002, 2_000_000, { websiteUrl: undefined }),
  ];
  const ids = (by: Asked): readonly string[] => factsOf(rows, [], by)[0]?.borrow.map(({ id }) => id) ?? [];
  expect(ids(asked)).toEqual(["small", "large", "faulty"]);
  expect(ids({ ...asked, size: dollars(25_000) })).toEqual(["large", "small", "faulty"]);
});

const cheapest = (rows: readonly MarketRow[]): string | undefined =>
  factsOf(rows, [], { ...asked, size: dollars(1e6) })[0]?.cheapestLoan?.id;

test("the cheapest loan is by the rate of today, whatever a loan of my size may cost, and never too small or failing checks", () => {
  // $1M takes the one from 82 % lent out past 80 % again, and makes up to 1.04³ − 1 of the other.
  const rates = { borrowApy: fraction(0.053), baseBorrowApy: fraction(0.053) };
  const main = lender("main", 0.053, 1e8, { ...rates, totalBorrowUsd: dollars(8.2e7) });
  const dear = lender("dear", 0.0856, 1e8, { baseBorrowApy: fraction(0.0856) });
  const faulty = lender("faulty", 0.001, 1e8, { maxLtv: fraction(0.9), liquidationLtv: fraction(0.5) });
  const small = lender("small", 0.01, 2000);
  expect(cheapest([faulty, small, dear, main])).toBe("main");
  expect(cheapest([faulty, small])).toBeUndefined();
});

test("a pair lends the token it borrows and takes the other", () => {
  const pair = marketRow({
    id: "pair",
    tokens: [jito, usdc],
    borrowApy: fraction(0.03),
    websiteUrl: "https://example.com",
    totalBorrow: tokens(5),
    totalBorrowUsd: dollars(5),
  });
  const facts = factsOf([pair]);
  expect(facts.find(({ mint }) => mint === "JitoSOLmint")).toMatchObject({
    earn: [{ id: "pair" }],
    borrow: [],
  });
  expect(facts.find(({ mint }) => mint === "USDCmint")).toMatchObject({ earn: [], borrow: [{ id: "pair" }] });
});

test("a token that earns by being held says how much its loops imply, because no deposit rate includes it", () => {
  const mint = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
  const staked = rowToken("JitoSOL", mint);
  const loop = marketRow({
    ...readRow({ id: "loop", type: "loop", depositApy: 0.1, additionalData: { leverage: 2 } }),
    tokens: [staked, usdc],
    detail: "Main",
  });
  const rows = [
    loop,
    marketRow({ id: "supply", tokens: [staked], detail: "Main", depositApy: fraction(0) }),
    marketRow({ id: "debt", tokens: [usdc], detail: "Main", borrowApy: fraction(0.02) }),
  ];
  const held = (symbol: string): number | undefined =>
    factsOf(rows).find((facts) => facts.symbol === symbol)?.ownYield;
  // 2 × the yield less 1 × 2 % is 10 %.
  expect(held("JitoSOL")).toBeCloseTo(0.06, 12);
  expect(held("USDC")).toBeUndefined();
});

test("the best loop is none that cannot be opened now, and none at all where none can", () => {
  const leg = { productName: "Main", totalDepositUsd: dollars(100), totalBorrowUsd: dollars(50) };
  const amounts = { ...leg, totalDeposit: tokens(100), totalBorrow: tokens(50) };
  const lent = marketRow({ ...amounts, id: "usdc", tokens: [usdc], maxBorrow: tokens(50) });
  const supply = marketRow({ ...amounts, id: "jito", tokens: [jito], maxDeposit: tokens(1000) });
  const loop = (id: string, apy: number, detail: string): MarketRow =>
    marketRow({ id, type: "loop", tokens: [jito, usdc], detail, depositApy: fraction(apy), maxLeverage: 5 });
  const closed = loop("closed", 0.3, "Main");
  const facts = factsOf([lent, supply, closed, loop("open", 0.1, "Other")]).find(
    ({ symbol }) => symbol === "JitoSOL",
  );
  expect(facts?.loops.map(({ id }) => id)).toEqual(["open", "closed"]);
  expect(facts?.bestLoop?.id).toBe("open");
  expect(factsOf([lent, supply, closed]).map(({ bestLoop }) => bestLoop)).toEqual([undefined, undefined]);
});

describe("what a token costs", () => {
  // $1,200 on 10 tokens and $100 on 1: 1,300 / 11.
  const rows = [
    pool("a", { totalDeposit: tokens(10), totalDepositUsd: dollars(1200) }),
    pool("b", { totalDeposit: tokens(1), totalDepositUsd: dollars(100) }),
    pool("c", { totalDepositUsd: dollars(9999) }),
  ];

  test("is the catalogue's, whatever its markets imply", () => {
    const [facts] = factsOf(rows, [asset("JitoSOL", { price: dollars(125) })]);
    expect(facts).toMatchObject({ price: 125, priceFrom: "catalogue", inCatalogue: true });
  });

  test("is that of its deposits where the catalogue has none, and said to be", () => {
    const [facts] = factsOf(rows);
    expect(facts).toMatchObject({ priceFrom: "markets", inCatalogue: false, symbol: "JitoSOL" });
    expect(facts?.price).toBeCloseTo(1300 / 11, 10);
    expect(poolPrice([])).toBeUndefined();
  });

  test("is unknown where no market publishes it", () => {
    const [facts] = factsOf([], [asset("X")]);
    expect(facts).toMatchObject({ price: undefined, priceFrom: undefined, deposits: undefined, markets: 0 });
  });
});

test("a token that the catalogue gives no tag has that of its family, and never both", () => {
  const mint = "So11111111111111111111111111111111111111112";
  const sol = rowToken("SOL", mint);
  expect(factsOf([marketRow({ tokens: [sol] })])[0]?.tags).toEqual(["sol"]);
  expect(factsOf([], [asset("SOL", { mint, tags: ["native"] })])[0]?.tags).toEqual(["native"]);
});

test("a loan against a token needs a pool of that token in the same place with a limit above 0, and no loan is against itself", () => {
  const place = { productName: "Main Market" };
  const lends = {
    borrowApy: fraction(0.04),
    websiteUrl: "https://example.com",
    totalBorrow: tokens(1),
    totalBorrowUsd: dollars(10),
    totalDepositUsd: dollars(100),
  };
  const collateral = pool("collateral", { ...place, ...lends, maxLtv: fraction(0.6) });
  const debt = marketRow({ id: "debt", ...place, ...lends, tokens: [usdc] });
  const most = marketRow({
    id: "most",
    ...place,
    ...lends,
    tokens: [rowToken("SOL")],
    totalBorrowUsd: dollars(50),
  });
  const elsewhere = marketRow({ id: "elsewhere", productName: "Other", ...lends, tokens: [usdc] });
  const found = loansWithCollateral("JitoSOLmint", [collateral, debt, most, elsewhere]);
  expect(found.map((loan) => [loan.debt.id, loan.collateral.maxLtv])).toEqual([
    ["most", 0.6],
    ["debt", 0.6],
  ]);
  expect(loansWithCollateral("USDCmint", [collateral, debt])).toEqual([]);
});

function names(found: readonly { readonly symbol: string }[]): string {
  return found.map(({ symbol }) => symbol).join("");
}

describe("the list of assets", () => {
  const catalogue = [
    asset("A", { price: dollars(1), tags: ["x"] }),
    asset("B", { price: dollars(3), tags: ["x", "y"] }),
    asset("C", { tags: ["y"] }),
  ];
  const all = factsOf([marketRow({ tokens: [rowToken("C")], totalDepositUsd: dollars(5) })], catalogue);

  test("has what is missing last in both directions", () => {
    expect(names(orderAssets(all, { column: "price", descending: true }, asked))).toBe("BAC");
    expect(names(orderAssets(all, { column: "price", descending: false }, asked))).toBe("ABC");
  });

  test("has only what carries every tag chosen", () => {
    expect(names(withTags(all, ["x", "y"]))).toBe("B");
    expect(names(withTags(all, []))).toBe("ABC");
  });

  test("has a tag of its own for the tokens that are starred, which nothing that was sent can give", () => {
    const [one, two, three] = all;
    if (one === undefined || two === undefined || three === undefined) throw new Error("three tokens");
    const marked = withStars([one, { ...two, tags: ["x", "starred"] }, three], new Set([three.mint]));
    expect(withTags(marked, ["starred"])).toEqual([{ ...three, tags: ["starred", ...three.tags] }]);
    expect(countTags(marked)[0]).toEqual({ tag: "starred", count: 1 });
    expect(marked[0]).toBe(one);
  });

  test("is by deposits until an order is chosen, which then holds for what is found too", () => {
    const wish = { query: "", tags: [], order: undefined };
    expect(names(selectAssets(all, wish, asked).items)).toBe("CAB");
    const order = { column: "asset", descending: true } as const;
    expect(names(selectAssets(all, { ...wish, tags: ["y"], order }, asked).items)).toBe("CB");
  });
});
