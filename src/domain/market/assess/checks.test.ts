import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { exampleNames, readExample } from "../../../../tests/fixtures/example-files.ts";
import { marketRow, poolRow, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { Ratio } from "../../../contract/units.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import { toMarketRow, type MarketRow, type RowReward } from "../market-row.ts";
import { checksOf, failedCheckCount, failedChecks, peerPrices, type CheckId } from "./checks.ts";

const reached = { websiteUrl: "https://example.com" };

const reward = (side: RowReward["side"], apy: Ratio | undefined): RowReward => ({
  side,
  apy,
  token: undefined,
  marketAction: undefined,
});

function verdictOf(id: CheckId, fields: Partial<MarketRow>, peers: readonly MarketRow[] = []) {
  const row = marketRow({ ...reached, ...fields });
  return checksOf(row, peerPrices(peers)).find((check) => check.id === id)?.verdict;
}

const rated = {
  depositApy: fraction(0.08),
  baseDepositApy: fraction(0.05),
  rewardsGiven: true,
  rewards: [reward("deposit", fraction(0.03))],
};

describe("parts of a rate", () => {
  test("base plus rewards makes the deposit APY within 0.05 points or 2 %", () => {
    expect(verdictOf("depositParts", rated)).toBe("pass");
    expect(verdictOf("depositParts", { ...rated, depositApy: fraction(0.0816) })).toBe("pass");
    expect(verdictOf("depositParts", { ...rated, depositApy: fraction(0.0817) })).toBe("fail");
    expect(verdictOf("depositParts", { ...rated, depositApy: fraction(0.11) })).toBe("fail");
  });

  test("rewards make borrowing cheaper, never dearer", () => {
    const borrowed = {
      borrowApy: fraction(0.04),
      baseBorrowApy: fraction(0.06),
      rewardsGiven: true,
      rewards: [reward("borrow", fraction(0.02))],
    };
    expect(verdictOf("borrowParts", borrowed)).toBe("pass");
    expect(verdictOf("borrowParts", { ...borrowed, borrowApy: fraction(0.08) })).toBe("fail");
    expect(verdictOf("borrowParts", { ...borrowed, borrowApy: undefined })).toBeUndefined();
  });

  test("without a list of rewards, or a rate in it, nothing is checked", () => {
    expect(verdictOf("depositParts", { ...rated, rewardsGiven: false })).toBe("unknown");
    expect(verdictOf("depositParts", { ...rated, rewards: [reward("deposit", undefined)] })).toBe("unknown");
    expect(
      verdictOf("depositParts", { ...rated, type: "loop", kind: "loop", baseDepositApy: undefined }),
    ).toBe(undefined);
  });
});

const averaged = (rate: Ratio) => ({
  baseDepositApy: rate,
  baseDepositApy30d: rate,
  baseDepositApy90d: rate,
  baseDepositApy180d: rate,
});

describe("averages that were never measured", () => {
  const [now, other] = [fraction(0.05), fraction(0.0501)];
  const same = averaged(now);

  test("all three equal to the base rate of now are a doubt; one that differs or is missing is none", () => {
    expect(verdictOf("depositAverages", same)).toBe("fail");
    expect(verdictOf("depositAverages", { ...same, baseDepositApy180d: other })).toBe("pass");
    expect(verdictOf("depositAverages", { ...same, baseDepositApy180d: undefined })).toBe("unknown");
    // A rate of zero may well have been zero all along.
    expect(verdictOf("depositAverages", averaged(fraction(0)))).toBe("pass");
  });

  test("a loop's net rate is compared with its own averages", () => {
    const net = { depositApy: now, depositApy30d: now, depositApy90d: now, depositApy180d: now };
    expect(verdictOf("depositAverages", { type: "loop", kind: "loop", ...net })).toBe("fail");
  });

  test("without borrowers the borrow rate is the floor of its curve and does not move", () => {
    const borrow = {
      borrowApy: now,
      baseBorrowApy: now,
      baseBorrowApy30d: now,
      baseBorrowApy90d: now,
      baseBorrowApy180d: now,
    };
    expect(verdictOf("borrowAverages", { ...borrow, totalBorrow: tokens(5) })).toBe("fail");
    expect(verdictOf("borrowAverages", { ...borrow, totalBorrow: tokens(0) })).toBeUndefined();
  });
});

describe("amounts", () => {
  test("a rate on nothing deposited is a doubt, and no rate is none", () => {
    expect(verdictOf("emptyPool", { depositApy: fraction(0.05), totalDepositUsd: dollars(0) })).toBe("fail");
    expect(verdictOf("emptyPool", { depositApy: fraction(0), totalDepositUsd: dollars(0) })).toBe("pass");
    expect(verdictOf("emptyPool", { depositApy: fraction(0.05), totalDepositUsd: dollars(1) })).toBe("pass");
    expect(verdictOf("emptyPool", { depositApy: fraction(0.05) })).toBe("unknown");
  });

  test("borrows are at most the deposits they come out of, within 1 %", () => {
    const lent = { borrowApy: fraction(0.05), totalDeposit: tokens(100) };
    expect(verdictOf("borrows", { ...lent, totalBorrow: tokens(101) })).toBe("pass");
    expect(verdictOf("borrows", { ...lent, totalBorrow: tokens(102) })).toBe("fail");
    expect(verdictOf("borrows", lent)).toBe("unknown");
    const usd = { borrowApy: fraction(0.05), totalDepositUsd: dollars(0), totalBorrowUsd: dollars(1) };
    expect(verdictOf("borrows", usd)).toBe("fail");
    // Borrows of another token than the one deposited may be worth any amount.
    const pair = { tokens: [rowToken("SOL"), rowToken("USDC")], totalBorrow: tokens(9000) };
    expect(verdictOf("borrows", { ...lent, ...pair })).toBeUndefined();
  });
});

const priced = (id: string, price: number, symbol = "SOL"): MarketRow =>
  poolRow(
    id,
    { deposits: 10 },
    { ...reached, tokens: [rowToken(symbol)], totalDepositUsd: dollars(10 * price) },
  );
const doubted = (list: readonly MarketRow[]): string =>
  list
    .filter((row) => failedChecks(row, peerPrices(list)).includes("price"))
    .map((row) => row.id)
    .join(" ");

describe("the price of a token", () => {
  test("more than 5 % off the median of at least three markets is a doubt: a factor of 10 or 100 is found", () => {
    expect(doubted([priced("a", 100), priced("b", 101), priced("c", 1000)])).toBe("c");
    expect(doubted([priced("a", 100), priced("b", 101), priced("c", 1)])).toBe("c");
    expect(doubted([priced("a", 100), priced("b", 100), priced("c", 105)])).toBe("");
    expect(doubted([priced("a", 100), priced("b", 100), priced("c", 105.1)])).toBe("c");
    expect(doubted([priced("a", 100), priced("b", 1000)])).toBe("");
  });

  test("a token is its mint: a staked token has its own price, and equal symbols are not equal tokens", () => {
    const wrapped = { ...priced("e", 130), tokens: [rowToken("SOL", "another")] };
    const list = [priced("a", 100), priced("b", 100), priced("c", 100), priced("d", 120, "JitoSOL"), wrapped];
    expect(doubted(list)).toBe("");
  });

  test("without a price or without two others it cannot be checked", () => {
    const pair = [priced("a", 1), priced("b", 1)];
    expect(verdictOf("price", priced("c", 1), [...pair, priced("c", 1)])).toBe("pass");
    expect(verdictOf("price", priced("c", 1), pair)).toBe("unknown");
    expect(verdictOf("price", { tokens: [rowToken("SOL")] }, [...pair, priced("c", 1)])).toBe("unknown");
  });

  test("what was known before is not kept when it would say otherwise of a market that has come", () => {
    const before = peerPrices([priced("a", 1), priced("b", 1), priced("c", 1)]);
    const list = [1, 1, 1, 1.04, 1.04, 1.04, 1.055].map((price, at) => priced(`m${at}`, price));
    const now = peerPrices(list, before);
    expect(now.byMint.get("SOLmint")?.median).toBeCloseTo(1.04);
    expect(peerPrices(list, now)).toBe(now);
  });

  test("what it says of each market does not depend on the order of the list", () => {
    fc.assert(
      fc.property(someRows(), (rows) => {
        const [one, other] = [peerPrices(rows), peerPrices(rows.toReversed())];
        for (const row of rows) expect(failedChecks(row, one)).toEqual(failedChecks(row, other));
      }),
    );
  });
});

const leveraged = (maxLeverage: number): Partial<MarketRow> => ({
  type: "loop",
  kind: "loop",
  maxLtv: fraction(0.8),
  maxLeverage,
});

describe("what depositors get", () => {
  const lent = {
    totalDeposit: tokens(1000),
    totalBorrow: tokens(500),
    borrowApy: fraction(Math.expm1(0.08)),
    baseBorrowApy: fraction(Math.expm1(0.08)),
  };
  const paid = (rate: number, fields: Partial<MarketRow> = {}) =>
    verdictOf("interest", { ...lent, baseDepositApy: fraction(Math.expm1(rate)), ...fields });
  test("is at most what borrowers pay on what is lent out, of simple rates and within 1 %", () => {
    expect(paid(0.04)).toBe("pass");
    expect(paid(0.0404)).toBe("pass");
    expect(paid(0.041)).toBe("fail");
    expect(paid(0.001, { totalBorrow: tokens(0) })).toBe("fail");
    expect(paid(0, { totalBorrow: tokens(0) })).toBe("pass");
  });
  test("is not checked of a pair, whose debt is another token, nor without one of the figures", () => {
    expect(paid(0.2, { tokens: [rowToken("SOL"), rowToken("USDC")] })).toBeUndefined();
    expect(paid(0.2, { baseBorrowApy: undefined })).toBe("unknown");
  });
});

describe("one price of one token", () => {
  const totals = {
    borrowApy: fraction(0.05),
    totalDeposit: tokens(1000),
    totalDepositUsd: dollars(1000),
    totalBorrow: tokens(500),
  };
  test("is made by borrows and deposits alike, within 1 %", () => {
    expect(verdictOf("prices", { ...totals, totalBorrowUsd: dollars(505) })).toBe("pass");
    expect(verdictOf("prices", { ...totals, totalBorrowUsd: dollars(506) })).toBe("fail");
    expect(verdictOf("prices", totals)).toBe("unknown");
    expect(verdictOf("prices", { ...totals, totalBorrow: tokens(0) })).toBeUndefined();
  });
  test("is a dollar where the token is made to be one; what earns by itself is worth what it has earned", () => {
    const usdc = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
    const worth = (price: number, token = usdc) =>
      verdictOf("dollar", { ...totals, totalDepositUsd: dollars(1000 * price), tokens: [token] });
    expect([worth(1.009), worth(0.99), worth(1.02), worth(0.98)]).toEqual(["pass", "pass", "fail", "fail"]);
    expect(worth(1.2, rowToken("USDC", "another-mint"))).toBeUndefined();
    expect(worth(1.17, rowToken("eUSX", "3ThdFZQKM6kRyVGLG48kaPg5TRMhYMKY1iCRa9xop1WC"))).toBeUndefined();
  });
});

describe("limits", () => {
  test("max LTV is under liquidation LTV, which is at most 100 %", () => {
    const [low, high] = [fraction(0.8), fraction(0.85)];
    expect(verdictOf("ltv", { maxLtv: low, liquidationLtv: high })).toBe("pass");
    expect(verdictOf("ltv", { maxLtv: high, liquidationLtv: high })).toBe("fail");
    expect(verdictOf("ltv", { maxLtv: high, liquidationLtv: low })).toBe("fail");
    expect(verdictOf("ltv", { liquidationLtv: fraction(85) })).toBe("fail");
    expect(verdictOf("ltv", { maxLtv: low })).toBe("unknown");
    // A token that is no collateral has 0 for both.
    expect(verdictOf("ltv", { maxLtv: fraction(0), liquidationLtv: fraction(0) })).toBe("pass");
  });

  test("max leverage is at most 1 / (1 − max LTV), within 1 %", () => {
    expect(verdictOf("leverage", leveraged(5.05))).toBe("pass");
    expect(verdictOf("leverage", leveraged(5.06))).toBe("fail");
    expect(verdictOf("leverage", { maxLeverage: 5 })).toBe("unknown");
    expect(verdictOf("leverage", { maxLtv: fraction(0.8) })).toBeUndefined();
  });
});

const quoted = (yesBid: number, yesAsk: number, noBid: number, noAsk: number): Partial<MarketRow> => ({
  type: "prediction",
  kind: "prediction",
  status: "open",
  yesBid: fraction(yesBid),
  yesAsk: fraction(yesAsk),
  noBid: fraction(noBid),
  noAsk: fraction(noAsk),
});

describe("prices of a prediction", () => {
  test("a bid above its ask is a doubt on either side; equal prices are none", () => {
    expect(verdictOf("book", quoted(0.6, 0.62, 0.38, 0.4))).toBe("pass");
    expect(verdictOf("book", quoted(0.62, 0.62, 0.38, 0.38))).toBe("pass");
    expect(verdictOf("book", quoted(0.63, 0.62, 0.37, 0.38))).toBe("fail");
    expect(verdictOf("book", quoted(0.6, 0.62, 0.41, 0.4))).toBe("fail");
  });

  test("both outcomes for less than the $1 they pay are a doubt, and a rest of binary cents is none", () => {
    expect(verdictOf("asks", quoted(0.6, 0.62, 0.38, 0.4))).toBe("pass");
    expect(verdictOf("asks", quoted(0.1, 0.3, 0.6, 0.7))).toBe("pass");
    expect(verdictOf("asks", quoted(0.1, 0.3, 0.6, 0.6))).toBe("fail");
  });

  test("a price of 0 is no offer, and what is over is not traded", () => {
    expect(verdictOf("asks", quoted(0, 0.4, 0.6, 0))).toBe("unknown");
    expect(verdictOf("book", quoted(0, 0, 0, 0))).toBe("unknown");
    expect(verdictOf("asks", { ...quoted(0.1, 0.3, 0.6, 0.6), status: "settled" })).toBeUndefined();
  });
});

test("neither website nor action is a doubt, save for predictions, of which the service sends neither", () => {
  const none = { websiteUrl: undefined };
  expect(verdictOf("links", none)).toBe("fail");
  expect(verdictOf("links", { ...none, actions: { deposit: { blinkUrl: "blink:x" } } })).toBe("pass");
  expect(verdictOf("links", { ...none, type: "prediction", kind: "prediction" })).toBeUndefined();
});

describe("all checks together", () => {
  it("the number of doubts is that of the checks failed; none where there are no two figures to compare", () => {
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

  it("what is missing is never a doubt: taking figures away leaves no new one but that there is no way in", () => {
    fc.assert(
      fc.property(
        someRows(1),
        fc.constantFrom("totalDeposit", "maxLtv", "baseDepositApy", "yesAsk"),
        (rows, field) => {
          for (const row of rows) {
            const without = failedChecks({ ...row, [field]: undefined }, undefined);
            // Borrows are compared in tokens or in dollars, whichever are given.
            const before = new Set([...failedChecks(row, undefined), "borrows", "emptyPool"]);
            expect(without.filter((id) => !before.has(id))).toEqual([]);
          }
        },
      ),
    );
  });

  it("no recorded market of the service is in doubt, but one drawn up to give the least: no way in", () => {
    const found = exampleNames()
      .filter((name) => /^markets\.(?!history|empty)/.test(name))
      .flatMap((name) => {
        const rows = parseMarketsPage(readExample(name).body).markets.map((read) =>
          toMarketRow(read, { readAt: moment("2026-10-01T00:00:00Z"), page: 1 }),
        );
        expect(rows.length).toBeGreaterThan(0);
        const prices = peerPrices(rows);
        return rows.flatMap((row) => failedChecks(row, prices).map((id) => `${name}: ${id}`));
      });
    expect(found).toEqual(["markets.lending.minimal: links"]);
  });
});
