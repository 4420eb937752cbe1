import { expect, it, test } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { positionRow } from "../../../tests/fixtures/positions.ts";
import { dollars, fraction, near } from "../../../tests/fixtures/quantities.ts";
import { groupLoans } from "./loan-group.ts";
import type { PositionRow } from "./position-row.ts";

const inMarket = (tokens: PositionRow["market"]["tokens"]) =>
  marketRow({ tokens, liquidationLtv: fraction(0.8) });

const part = (side: "deposit" | "borrow", usd: number, change: Partial<PositionRow> = {}): PositionRow => ({
  ...positionRow({ id: `${side} ${usd}`, side, bundleId: "bundle" }),
  wallet: "wallet",
  marketId: undefined,
  assetsUsd: dollars(side === "deposit" ? usd : 0),
  debtsUsd: dollars(side === "borrow" ? usd : 0),
  market: inMarket([]),
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
  expect(groupLoans(given)).toMatchObject([loan]);
});

const unbundled = { bundleId: undefined, marketId: "m" };
const pair = inMarket([rowToken("SOL"), rowToken("USDC")]);

test.each<[string, Partial<PositionRow>, string[]]>([
  ["a bundle", {}, ["wallet bundle"]],
  ["no bundle of a kind that lends nothing", { kind: "yield" }, []],
  ["a market of two tokens, without a bundle", { ...unbundled, market: pair }, ["wallet market m"]],
  ["a position, without a bundle in a market of one token", unbundled, ["wallet position borrow 5"]],
])("a loan is %s", (_what, change, keys) => {
  const parts = [part("deposit", 10, change), part("borrow", 5, change)];
  expect(groupLoans(parts).map(({ key }) => key)).toEqual(keys);
});

const leg = (usd: number) => ({ token: undefined, amount: undefined, usd: dollars(usd) });

test("a stated LTV counts before a computed one", () => {
  const loan = [part("deposit", 10), part("borrow", 5, { ltv: fraction(0.6) })];
  const loop = { kind: "loop", supplied: leg(10), borrowed: leg(4) } as const;
  const parts = [...loan, part("deposit", 6, loop), part("deposit", 6, { ...loop, ltv: fraction(0.3) })];
  expect(groupLoans(parts).map(({ ltv }) => ltv)).toEqual([0.4, 0.3, 0.6]);
});
