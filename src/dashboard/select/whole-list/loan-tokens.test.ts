import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import { solMint } from "../../../domain/market/asset-families.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { loanTokens, stakedSolFor } from "./loan-tokens.ts";

it("lists tokens to borrow and collateral by dollars, and tells equal names apart", () => {
  const [usdc, sol, ltv] = [rowToken("USDC"), rowToken("SOL"), { maxLtv: fraction(0.5) }];
  const { collaterals, debts } = loanTokens([
    marketRow({ tokens: [usdc], totalBorrowUsd: dollars(9), totalDepositUsd: dollars(10), ...ltv }),
    marketRow({ tokens: [sol, usdc], totalDepositUsd: dollars(30), ...ltv }),
    marketRow({ tokens: [sol], totalBorrowUsd: dollars(20), maxLtv: fraction(0) }),
    marketRow({ tokens: [rowToken("JLP")], maxBorrow: tokens(0), ...ltv }),
    marketRow({ tokens: [rowToken("USDC", "AnotherMintOfThatName")], ...ltv }),
    marketRow({ type: "yield", tokens: [rowToken("EURC")] }),
  ]);
  expect(debts.map(({ name }) => name)).toEqual(["SOL", "USDC USDCmint", "USDC Anot…Name"]);
  expect(collaterals.map(({ token }) => token.symbol)).toEqual(["SOL", "USDC", "USDC", "JLP"]);
});

const staked = (symbol: string, mint: string, deposits: number): MarketRow =>
  marketRow({
    tokens: [rowToken(symbol, mint)],
    totalDepositUsd: dollars(deposits),
    maxLtv: fraction(0.5),
  });

describe("stakedSolFor", () => {
  const jitoSol = staked("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", 10);
  const mSol = staked("mSOL", "mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So", 20);
  const loan = marketRow({ tokens: [rowToken("USDC")], totalBorrowUsd: dollars(5) });

  it("names staked SOL that a loan can be taken against, most dollars first", () => {
    const names = stakedSolFor([loan], [staked("SOL", solMint, 90), jitoSol, mSol, loan]);
    expect(names.map(({ name }) => name)).toEqual(["mSOL", "JitoSOL"]);
  });

  it.each([
    ["its max LTV is 0", loan, { ...mSol, maxLtv: fraction(0) }],
    ["nothing is left to borrow", { ...loan, maxBorrow: tokens(0) }, mSol],
    ["the loan is of another provider", { ...loan, providerId: "elsewhere" }, mSol],
  ])("leaves it out when %s", (_, debt, collateral) => {
    expect(stakedSolFor([debt], [collateral])).toEqual([]);
  });
});
