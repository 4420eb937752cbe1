import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import { loanTokens } from "./loan-tokens.ts";

describe("loanTokens", () => {
  const ltv = { maxLtv: fraction(0.5) };
  const { collaterals, debts } = loanTokens([
    marketRow({
      tokens: [rowToken("USDC")],
      totalBorrowUsd: dollars(9),
      totalDepositUsd: dollars(10),
      ...ltv,
    }),
    marketRow({ tokens: [rowToken("SOL"), rowToken("USDC")], totalDepositUsd: dollars(30), ...ltv }),
    marketRow({ tokens: [rowToken("SOL")], totalBorrowUsd: dollars(20), maxLtv: fraction(0) }),
    marketRow({ tokens: [rowToken("JLP")], maxBorrow: tokens(0), ...ltv }),
    marketRow({ tokens: [rowToken("USDC", "AnotherMintOfThatName")], ...ltv }),
    marketRow({ type: "yield", tokens: [rowToken("EURC")] }),
  ]);

  it("has what can be borrowed and what is lent against, most dollars first, and tells names apart", () => {
    expect(debts.map(({ name }) => name)).toEqual(["SOL", "USDC USDCmint", "USDC Anot…Name"]);
    expect(collaterals.map(({ token }) => token.symbol)).toEqual(["SOL", "USDC", "USDC", "JLP"]);
  });
});
