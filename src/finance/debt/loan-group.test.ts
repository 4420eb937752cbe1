import { expect, it } from "vitest";
import { dollars, fraction, near } from "../../../tests/fixtures/quantities.ts";
import { groupLoans, type LoanPart } from "./loan-group.ts";

const part = (side: "deposit" | "borrow", usd: number): LoanPart => ({
  id: `${side} ${usd}`,
  kind: "lending",
  side,
  bundleId: "bundle",
  marketId: undefined,
  assetsUsd: dollars(side === "deposit" ? usd : 0),
  debtsUsd: dollars(side === "borrow" ? usd : 0),
  ltv: undefined,
  market: { tokens: [], liquidationLtv: fraction(0.8) },
  supplied: undefined,
  borrowed: undefined,
});

it("a loan lists collateral and debts with the largest first, and adds them up", () => {
  const [collateral, debts] = [
    [part("deposit", 900), part("deposit", 100)],
    [part("borrow", 300), part("borrow", 200)],
  ];
  const given = [...collateral, ...debts].toReversed();
  const loan = {
    collateral,
    debts,
    collateralUsd: 1000,
    debtUsd: 500,
    ltv: 0.5,
    liquidationLtv: near(0.8),
    health: near(1.6),
  };
  expect(groupLoans(given, () => "wallet")).toMatchObject([loan]);
});
