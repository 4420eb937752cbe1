import { describe, expect, it } from "vitest";
import { readRow } from "../../../tests/fixtures/market-rows.ts";
import { positionRow, sentMarket } from "../../../tests/fixtures/positions.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { loansOf } from "./loans.ts";
import { movesOf, movesTogether, type Horizon } from "./moves.ts";

const usdc = { address: "USDCmint", symbol: "USDC" };
function pool(change: Readonly<Record<string, unknown>>): MarketRow {
  return readRow(
    sentMarket({
      token: usdc,
      totalDeposit: 1e9,
      totalDepositUsd: 1e9,
      totalBorrow: 5e8,
      totalBorrowUsd: 5e8,
      maxDeposit: 2e9,
      borrowApy: 0.3,
      baseBorrowApy: 0.3,
      ...change,
    }),
  );
}
const sol = readRow(
  sentMarket({
    id: "sol",
    token: { address: "So11111111111111111111111111111111111111112", symbol: "SOL" },
    totalDeposit: 1e6,
    totalDepositUsd: 1e8,
  }),
);
const better = pool({ id: "better", depositApy: 0.07, baseDepositApy: 0.07 });
const best = pool({
  id: "best",
  depositApy: 0.09,
  baseDepositApy: 0.06,
  rewards: [{ type: "deposit", apy: 0.03 }],
});

const deposit = positionRow({ id: "mine", marketId: "mine", amount: 10_000, amountUsd: 10_000 });
const of = (markets: readonly MarketRow[], horizon: Horizon = "90d", rows = [deposit]) =>
  movesOf(rows, loansOf(rows), [...markets, sol], { horizon, basis: "total", prices: undefined });

/** Ten thousand of a million, of which so much is lent out. */
const lentOut = (borrowed: number) =>
  positionRow({
    id: "lent",
    amountUsd: 10_000,
    market: sentMarket({
      id: "mine",
      token: usdc,
      totalDeposit: 1e6,
      totalDepositUsd: 1e6,
      totalBorrow: borrowed,
      totalBorrowUsd: borrowed,
    }),
  });

describe("a move", () => {
  it("goes to what pays most for the same token and amount, and says what it brings and costs", () => {
    const [move] = of([better, best]);
    expect(move?.to?.market.id).toBe("best");
    // A pool of a billion is hardly thinned by ten thousand.
    expect(move?.to?.morePerYear).toBeCloseTo(10_000 * 0.04, 0);
    expect(move?.to?.costUsd).toBeCloseTo(0.224928, 9);
    expect(move?.to?.days).toBeLessThan(1);
    expect(movesTogether(of([better, best])).count).toBe(1);
  });

  it("leaves out what has no room, cannot be left, or contradicts itself", () => {
    const full = pool({ id: "full", depositApy: 0.2, baseDepositApy: 0.2, maxDeposit: 1e9 });
    const stuck = pool({
      id: "stuck",
      depositApy: 0.2,
      baseDepositApy: 0.2,
      totalBorrow: 1e9,
      totalBorrowUsd: 1e9,
    });
    const wrong = pool({ id: "wrong", depositApy: 0.2, baseDepositApy: 0.05 });
    const other = pool({ id: "other", depositApy: 0.2, token: { address: "PYUSDmint", symbol: "PYUSD" } });
    expect(of([full, stuck, wrong, other, better])[0]?.to?.market.id).toBe("better");
  });

  it("is none when nothing pays more, or only too late", () => {
    expect(of([pool({ id: "worse", depositApy: 0.04, baseDepositApy: 0.04 })])[0]).toMatchObject({
      to: undefined,
      stay: { kind: "best" },
    });
    const small = positionRow({ id: "small", marketId: "mine", amountUsd: 20 });
    const slightly = pool({ id: "slightly", depositApy: 0.06, baseDepositApy: 0.06 });
    expect(of([slightly], "90d", [small])[0]?.stay?.kind).toBe("late");
    expect(of([slightly], "any", [small])[0]?.to?.market.id).toBe("slightly");
  });

  it("is none while not all of it can leave", () => {
    expect(of([better], "90d", [lentOut(995_000)])[0]?.stay).toEqual({ kind: "stuck", free: 5000 });
    expect(of([better], "90d", [lentOut(990_000)])[0]?.to?.market.id).toBe("better");
  });

  it("is none for what backs a loan, and none can be told without a value or a rate", () => {
    const rows = [
      positionRow({
        id: "c",
        bundleId: "b",
        ltv: 40,
        market: sentMarket({ maxLtv: 0.8, liquidationLtv: 0.85 }),
      }),
      positionRow({ id: "d", bundleId: "b", side: "borrow", amountUsd: 40 }),
      positionRow({ id: "v", amountUsd: null }),
      positionRow({ id: "r", market: sentMarket({ depositApy: null }) }),
      positionRow({ id: "dust", amountUsd: 0.5 }),
    ];
    const reasons = of([best], "90d", rows).map(({ row, stay }) => [row.id, stay?.kind]);
    expect(Object.fromEntries(reasons)).toEqual({ c: "loan", v: "unknown", r: "unknown" });
  });
});
