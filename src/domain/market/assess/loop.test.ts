import { describe, expect, it, test } from "vitest";
import { marketRow, poolRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import { loopCapacities } from "../loops/loop-capacity.ts";
import type { MarketRow } from "../market-row.ts";
import { assess } from "./assess.ts";
import { bestPlainDeposit } from "./loop.ts";

describe("the best plain deposit", () => {
  const sol = rowToken("SOL");
  const loop = marketRow({ id: "loop", type: "loop", tokens: [sol, rowToken("USDC")] });
  const deposit = (id: string, rate: number | undefined, fields: Partial<MarketRow> = {}): MarketRow =>
    marketRow({ id, tokens: [sol], depositApy: rate === undefined ? rate : fraction(rate), ...fields });

  it("has the best rate of the lending markets that accept the first token", () => {
    const rows = [
      loop,
      deposit("a", 0.03),
      deposit("b", 0.05),
      deposit("rateless", undefined),
      deposit("full", 0.09, { totalDeposit: tokens(5), maxDeposit: tokens(5) }),
      deposit("another", 0.09, { tokens: [rowToken("SOL", "another-mint")] }),
      { ...marketRow({ id: "vault", type: "yield", tokens: [sol] }), depositApy: fraction(0.09) },
    ];
    expect(bestPlainDeposit(loop, rows)?.id).toBe("b");
    expect(bestPlainDeposit(marketRow({ type: "loop" }), rows)).toBeUndefined();
    expect(bestPlainDeposit(loop, [loop])).toBeUndefined();
  });

  it("skips markets with contradictory figures", () => {
    // Depositors would get more than borrowers pay.
    const faulty = poolRow(
      "faulty",
      { deposits: 100, lent: 50, apy: 12, borrowApy: 0.03 },
      { tokens: [sol] },
    );
    const rows = [deposit("a", 0.03), faulty];
    expect(bestPlainDeposit(loop, rows)?.id).toBe("a");
    expect(bestPlainDeposit(loop, rows.slice(1))).toBeUndefined();
  });

  it("equal rates are ordered by deposits, then by id, whatever the order of the list", () => {
    const most = deposit("c", 0.05, { totalDepositUsd: dollars(1) });
    const rows = [deposit("b", 0.05), deposit("a", 0.05), most];
    expect(bestPlainDeposit(loop, rows)?.id).toBe("c");
    expect(bestPlainDeposit(loop, rows.slice(0, 2))?.id).toBe("a");
  });
});

test("a selected leverage is judged instead of the quoted one", () => {
  const loop = marketRow({
    type: "loop",
    raw: readRow({ type: "loop", additionalData: { leverage: 2 } }).raw,
    detail: "OnRe",
    tokens: [rowToken("ONyc"), rowToken("USDC")],
    maxLeverage: 5,
    liquidationLtv: fraction(0.9),
  });
  const pool = { deposits: 1e6, lent: 5e5, left: 9e5, borrowLeft: 3e5 };
  const legs = loop.tokens.map((token) =>
    poolRow(token.symbol, pool, { productName: "OnRe", tokens: [token] }),
  );
  const judgedAt = (leverage?: number) =>
    assess(loop, {
      size: dollars(200_000),
      basis: "total",
      side: "deposit",
      prices: undefined,
      loops: loopCapacities([loop], legs, undefined, leverage),
      leverage,
    }).flatMap(({ id, values }) => (id === "noLinks" || id === "unknown" ? [] : [[id, values]]));
  // $300k can be borrowed. At 2 × the debt is $200k, at 2.6 × $320k, which takes the pool past 80 %.
  expect(judgedAt()).toEqual([
    ["leverage", { leverage: 2, drop: fraction(1 - 0.5 / 0.9), collateral: "ONyc", debt: "USDC" }],
    ["fits", { left: 300_000, size: 200_000, isLoop: true }],
  ]);
  expect(judgedAt(2.6)).toMatchObject([
    ["doesNotFit", { left: 187_500 }],
    ["debtRateMayJump", { symbol: "USDC" }],
    ["leverage", { leverage: 2.6 }],
  ]);
});
