import { expect, it, test } from "vitest";
import { rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, near } from "../../../tests/fixtures/quantities.ts";
import { groupLoans, type LoanPart } from "./loan-group.ts";

const part = (side: "deposit" | "borrow", usd: number, change: Partial<LoanPart> = {}): LoanPart => ({
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
  ...change,
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

const unbundled = { bundleId: undefined, marketId: "m" };
const pair = { tokens: [rowToken("SOL"), rowToken("USDC")], liquidationLtv: fraction(0.8) };

test.each([
  ["a bundle", {}, ["wallet bundle"]],
  ["no bundle of a kind that lends nothing", { kind: "yield" }, []],
  ["a market of two tokens, without a bundle", { ...unbundled, market: pair }, ["wallet market m"]],
  ["a position, without a bundle in a market of one token", unbundled, ["wallet position borrow 5"]],
])("a loan is %s", (_what, change, keys) => {
  const parts = [part("deposit", 10, change), part("borrow", 5, change)];
  expect(groupLoans(parts, () => "wallet").map(({ key }) => key)).toEqual(keys);
});

test("a stated LTV counts before a computed one", () => {
  const loan = [part("deposit", 10), part("borrow", 5, { ltv: fraction(0.6) })];
  const loop = { kind: "loop", supplied: { usd: dollars(10) }, borrowed: { usd: dollars(4) } };
  const parts = [...loan, part("deposit", 6, loop), part("deposit", 6, { ...loop, ltv: fraction(0.3) })];
  expect(groupLoans(parts, () => "wallet").map(({ ltv }) => ltv)).toEqual([0.4, 0.3, 0.6]);
});
