import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { usdc } from "../../../../tests/fixtures/mints.ts";
import { exampleNames, readExample } from "../../../../tests/fixtures/example-files.ts";
import { marketRow, poolRow, rowReward, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { Ratio } from "../../../contract/units.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import { toMarketRow, type MarketRow } from "../market-row.ts";
import {
  checksOf,
  failedCheckCount,
  failedChecks,
  peerPrices,
  type CheckId,
  type Verdict,
} from "./checks.ts";

const reached = { websiteUrl: "https://example.com" };
const loop = { type: "loop", kind: "loop" } as const;
const strategy = { type: "yield", kind: "yield" } as const;
const prediction = { type: "prediction", kind: "prediction" } as const;

function verdictOf(id: CheckId, fields: Partial<MarketRow>, peers: readonly MarketRow[] = []) {
  const row = marketRow({ ...reached, ...fields });
  return checksOf(row, peerPrices(peers)).find((check) => check.id === id)?.verdict;
}

const [usual, zero] = [fraction(0.05), fraction(0)];
const rated = {
  depositApy: fraction(0.08),
  baseDepositApy: usual,
  rewardsGiven: true,
  rewards: [rowReward("deposit", 0.03)],
};
const paid = {
  borrowApy: fraction(0.04),
  baseBorrowApy: fraction(0.06),
  rewards: [rowReward("borrow", 0.02)],
};
const averaged = (rate: Ratio) => ({
  baseDepositApy: rate,
  baseDepositApy30d: rate,
  baseDepositApy90d: rate,
  baseDepositApy180d: rate,
});
const same = averaged(usual);
const net = { ...loop, depositApy: usual, depositApy30d: usual, depositApy90d: usual, depositApy180d: usual };
const floor = { borrowApy: usual, baseBorrowApy: usual, baseBorrowApy30d: usual, baseBorrowApy90d: usual };
const curve = { ...floor, baseBorrowApy180d: usual };
const empty = { depositApy: usual, totalDepositUsd: dollars(0) };
const lent = { borrowApy: usual, totalDeposit: tokens(100) };
const totals = {
  ...lent,
  totalDeposit: tokens(1000),
  totalDepositUsd: dollars(1000),
  totalBorrow: tokens(500),
};
const twoTokens = { tokens: [rowToken("SOL"), rowToken("USDC")] };

/** What depositors get when borrowers pay 8 % on half of the deposits, in simple rates. */
const interest = (rate: number, fields: Partial<MarketRow> = {}): Partial<MarketRow> => ({
  ...totals,
  borrowApy: fraction(Math.expm1(0.08)),
  baseBorrowApy: fraction(Math.expm1(0.08)),
  baseDepositApy: fraction(Math.expm1(rate)),
  ...fields,
});

const eusx = "3ThdFZQKM6kRyVGLG48kaPg5TRMhYMKY1iCRa9xop1WC";
const worth = (price: number, mint = usdc): Partial<MarketRow> => ({
  ...totals,
  totalDepositUsd: dollars(1000 * price),
  tokens: [rowToken("USDC", mint)],
});

const ltvs = (maxLtv: number, liquidationLtv: number): Partial<MarketRow> => ({
  maxLtv: fraction(maxLtv),
  liquidationLtv: fraction(liquidationLtv),
});
const leveraged = (maxLeverage: number): Partial<MarketRow> => ({
  ...loop,
  maxLtv: fraction(0.8),
  maxLeverage,
});

const quoted = (yesBid: number, yesAsk: number, noBid: number, noAsk: number): Partial<MarketRow> => ({
  ...prediction,
  status: "open",
  yesBid: fraction(yesBid),
  yesAsk: fraction(yesAsk),
  noBid: fraction(noBid),
  noAsk: fraction(noAsk),
});
const none = { websiteUrl: undefined };

test.each<readonly [id: CheckId, verdict: Verdict | undefined, when: string, fields: Partial<MarketRow>]>([
  ["depositParts", "pass", "base plus rewards makes the APY", rated],
  ["depositParts", "unknown", "no rewards are listed", { ...rated, rewardsGiven: false }],
  ["depositParts", undefined, "a loop has no base", { ...rated, ...loop, baseDepositApy: undefined }],
  ["borrowParts", "pass", "rewards make a loan cheaper", { ...rated, ...paid }],
  ["borrowParts", "fail", "rewards raise its cost", { ...rated, ...paid, borrowApy: fraction(0.08) }],
  ["borrowParts", undefined, "a strategy lends nothing itself", { ...rated, ...paid, ...strategy }],
  ["borrowParts", undefined, "there is no rate", { ...rated, ...paid, borrowApy: undefined }],
  ["depositAverages", "pass", "one differs", { ...same, baseDepositApy180d: fraction(0.0501) }],
  ["depositAverages", "unknown", "one is missing", { ...same, baseDepositApy90d: undefined }],
  ["depositAverages", "pass", "a rate of zero may have been zero all along", averaged(zero)],
  ["depositAverages", "fail", "a loop's averages of its net rate equal it", net],
  ["borrowAverages", "fail", "all three equal today's rate", { ...curve, totalBorrow: tokens(5) }],
  ["borrowAverages", undefined, "the rate is the floor of its curve", { ...curve, totalBorrow: tokens(0) }],
  ["emptyPool", "fail", "an empty pool quotes a rate", empty],
  ["emptyPool", "pass", "an empty pool quotes a rate of 0", { ...empty, depositApy: zero }],
  ["emptyPool", "pass", "deposits earn a rate", { ...empty, totalDepositUsd: dollars(1) }],
  ["emptyPool", undefined, "a loop is no pool", { ...empty, ...loop }],
  ["emptyPool", "unknown", "deposits are unknown", { depositApy: usual }],
  ["borrows", "pass", "they are at most the deposits, within 1 %", { ...lent, totalBorrow: tokens(101) }],
  ["borrows", "fail", "they are more", { ...lent, totalBorrow: tokens(102) }],
  ["borrows", "unknown", "they are unknown", lent],
  ["borrows", undefined, "a loop lends nothing", { ...lent, ...loop, totalBorrow: tokens(9000) }],
  ["borrows", undefined, "they are in another token", { ...lent, ...twoTokens, totalBorrow: tokens(9000) }],
  ["interest", "pass", "they get 1 % more", interest(0.0404)],
  ["interest", "pass", "the rest is rounding", interest(0.04044)],
  ["interest", "pass", "borrowers are paid", interest(0, { baseBorrowApy: fraction(-0.02) })],
  ["interest", "fail", "they get more than that", interest(0.041)],
  ["interest", "pass", "they earn nothing without loans", interest(0, { totalBorrow: tokens(0) })],
  ["interest", undefined, "the debt of a pair is another token", interest(0.2, twoTokens)],
  ["interest", "unknown", "a figure is missing", interest(0.2, { baseBorrowApy: undefined })],
  [
    "prices",
    "pass",
    "borrows and deposits imply one price, within 1 %",
    { ...totals, totalBorrowUsd: dollars(505) },
  ],
  ["prices", "fail", "they imply two prices", { ...totals, totalBorrowUsd: dollars(506) }],
  ["prices", "fail", "loans are worth less", { ...totals, totalBorrowUsd: dollars(494) }],
  ["prices", "unknown", "borrows are unknown", totals],
  ["prices", undefined, "nothing is borrowed", { ...totals, totalBorrow: tokens(0) }],
  ["dollar", "pass", "it is worth 1 % less", worth(0.99)],
  ["dollar", "fail", "it is worth 2 % less", worth(0.98)],
  ["dollar", undefined, "another token has its name", worth(1.2, "another-mint")],
  ["dollar", undefined, "a token earns by itself", worth(1.17, eusx)],
  ["ltv", "pass", "the maximum is under liquidation", ltvs(0.8, 0.85)],
  ["ltv", "fail", "it equals the liquidation LTV", ltvs(0.85, 0.85)],
  ["ltv", "fail", "liquidation begins above 100 %", ltvs(0.8, 1.1)],
  ["ltv", "pass", "both are 0 for a token that is no collateral", ltvs(0, 0)],
  ["leverage", "pass", "it is at most 1 / (1 − max LTV), within 1 %", leveraged(5.05)],
  ["leverage", "fail", "it is more", leveraged(5.06)],
  ["ltv", "fail", "a loop's equals the liquidation LTV", { ...loop, ...ltvs(0.85, 0.85) }],
  ["ltv", undefined, "a strategy takes no collateral", { ...strategy, ...ltvs(0.85, 0.85) }],
  ["leverage", "unknown", "the LTV is out of bounds", { ...leveraged(5), maxLtv: fraction(1) }],
  ["leverage", "unknown", "the LTV is negative", { ...leveraged(5), maxLtv: fraction(-0.1) }],
  ["leverage", "unknown", "the LTV is missing", { maxLeverage: 5 }],
  ["leverage", undefined, "a pool has no leverage", { maxLtv: fraction(0.8) }],
  ["book", "pass", "bids equal their asks", quoted(0.62, 0.62, 0.38, 0.38)],
  ["book", "fail", "the no bid is above its ask", quoted(0.6, 0.62, 0.41, 0.4)],
  ["book", "fail", "the yes bid is above its ask", quoted(0.63, 0.62, 0.38, 0.4)],
  ["book", "pass", "only one side is offered", quoted(0, 0, 0.38, 0.4)],
  ["book", "unknown", "prices of 0 mean no offers", quoted(0, 0, 0, 0)],
  ["asks", "pass", "they cost $1 plus floating-point noise", quoted(0.1, 0.3, 0.6, 0.7)],
  ["asks", "fail", "they cost less", quoted(0.1, 0.3, 0.6, 0.6)],
  ["asks", "unknown", "one is not offered", quoted(0, 0.4, 0.6, 0)],
  ["asks", undefined, "the market is settled", { ...quoted(0.1, 0.3, 0.6, 0.6), status: "settled" }],
  ["quotes", "pass", "prices are 0 to 1", quoted(0, 0.4, 0.6, 1)],
  ["quotes", "fail", "a price is negative", quoted(-0.1, 0.4, 0.6, 0.7)],
  ["quotes", "fail", "a price is above 1", quoted(0.1, 0.4, 0.6, 1.1)],
  ["quotes", "unknown", "no price is quoted", { ...prediction, status: "open" }],
  [
    "quotes",
    undefined,
    "a pool has no quotes",
    { ...quoted(-0.1, 0, 0, 0), type: "lending", kind: "lending" },
  ],
  ["rate", "fail", "a loan would return all of itself", { depositApy: usual, borrowApy: fraction(-1) }],
  ["rate", "unknown", "no rate is known", {}],
  ["links", "fail", "there is neither website nor action", none],
  ["links", "pass", "there is an action", { ...none, actions: { deposit: { blinkUrl: "blink:x" } } }],
  ["links", undefined, "predictions have no links", { ...none, ...prediction }],
])("the check of %s is %s when %s", (id, verdict, _when, fields) => {
  expect(verdictOf(id, fields)).toBe(verdict);
});

const priced = (id: string, price: number, symbol = "SOL"): MarketRow =>
  poolRow(
    id,
    { deposits: 10 },
    { ...reached, tokens: [rowToken(symbol)], totalDepositUsd: dollars(10 * price) },
  );
/** Two markets with this price and one far off. */
const around = (price: number): readonly MarketRow[] => [
  priced("a", price),
  priced("b", price),
  priced("c", 1000),
];
const outliers = (list: readonly MarketRow[]): string =>
  list
    .filter((row) => failedChecks(row, peerPrices(list)).includes("price"))
    .map((row) => row.id)
    .join(" ");

describe("the price check", () => {
  test("fails more than 5 % off the median of at least three markets", () => {
    expect(outliers([priced("a", 100), priced("b", 101), priced("c", 1000)])).toBe("c");
    expect(outliers([priced("a", 100), priced("b", 101), priced("c", 1)])).toBe("c");
    expect(outliers([priced("a", 100), priced("b", 100), priced("c", 105)])).toBe("");
    expect(outliers([priced("a", 100), priced("b", 100), priced("c", 105.1)])).toBe("c");
    expect(outliers([priced("a", 100), priced("b", 1000)])).toBe("");
  });

  test("compares by mint, so staked tokens and equal symbols have their own price", () => {
    const wrapped = { ...priced("e", 130), tokens: [rowToken("SOL", "another")] };
    const list = [priced("a", 100), priced("b", 100), priced("c", 100), priced("d", 120, "JitoSOL"), wrapped];
    expect(outliers(list)).toBe("");
  });

  test("is unknown without a price or two other markets", () => {
    const pair = [priced("a", 1), priced("b", 1)];
    expect(verdictOf("price", priced("c", 1), [...pair, priced("c", 1)])).toBe("pass");
    expect(verdictOf("price", priced("c", 1), pair)).toBe("unknown");
    expect(verdictOf("price", { tokens: [rowToken("SOL")] }, [...pair, priced("c", 1)])).toBe("unknown");
  });

  test("cached prices are dropped when a new market changes a result", () => {
    const before = peerPrices([priced("a", 1), priced("b", 1), priced("c", 1)]);
    const list = [1, 1, 1, 1.04, 1.04, 1.04, 1.055].map((price, at) => priced(`m${at}`, price));
    const now = peerPrices(list, before);
    expect(now.byMint.get("SOLmint")?.median).toBeCloseTo(1.04);
    expect(peerPrices(list, now)).toBe(now);
  });

  test("cached prices are dropped when the price changes that an outlier is compared with", () => {
    const prices = peerPrices(around(102), peerPrices(around(100)));
    expect(prices.byMint.get("SOLmint")?.median).toBe(102);
  });
});

describe("all checks together", () => {
  it("the count equals the failed checks, and is missing without figures to compare", () => {
    fc.assert(
      fc.property(someRows(), (rows) => {
        const prices = peerPrices(rows);
        for (const row of rows) {
          const checks = checksOf(row, prices);
          const failed = checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
          expect(failedChecks(row, prices)).toEqual(failed);
          expect(failedCheckCount(row, prices) ?? 0).toBe(failed.length);
        }
      }),
    );
    expect(failedCheckCount(marketRow(reached), undefined)).toBeUndefined();
    expect(failedCheckCount(marketRow({ ...reached, ...rated }), undefined)).toBe(0);
  });

  it("no recorded market fails a check, except a minimal one without links", () => {
    const found = exampleNames()
      .filter((name) => /^markets\.(?!history|empty)/.test(name))
      .flatMap((name) => {
        const rows = parseMarketsPage(readExample(name)).markets.map((read) =>
          toMarketRow(read, { readAt: moment("2026-10-01T00:00:00Z"), page: 1 }),
        );
        expect(rows.length).toBeGreaterThan(0);
        const prices = peerPrices(rows);
        return rows.flatMap((row) => failedChecks(row, prices).map((id) => `${name}: ${id}`));
      });
    expect(found).toEqual(["markets.lending.minimal: links"]);
  });
});
