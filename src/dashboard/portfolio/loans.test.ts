import { describe, expect, it } from "vitest";
import { positionRow, sentMarket } from "../../../tests/fixtures/positions.ts";
import { near } from "../../../tests/fixtures/quantities.ts";
import { freeShare, loansOf } from "./loans.ts";

const sol = sentMarket({
  id: "kamino.lending.sol",
  token: { address: "SOLmint", symbol: "SOL" },
  maxLtv: 0.74,
  liquidationLtv: 0.79,
});
const inBundle = { bundleId: "b", ltv: 46.2 };
const deposited = { amount: 152.484459524, amountUsd: 12_991.68 };
const collateral = positionRow({ id: "c", market: sol, ...inBundle, ...deposited });
const owed = { side: "borrow", amount: 6003.355, amountUsd: 6002.15, liquidationPrice: 49.84 };
const debt = positionRow({ id: "d", ...inBundle, ...owed });
const loopMarket = {
  id: "kamino.multiply.x",
  type: "loop",
  provider: { id: "kamino", name: "Kamino" },
  tokenA: { address: "J", symbol: "JupSOL" },
  tokenB: { address: "S", symbol: "SOL" },
  depositApy: 0.0789,
  liquidationLtv: 0.92,
  maxLtv: 0.9,
};
const loop = positionRow({
  id: "l",
  type: "loop",
  side: undefined,
  market: loopMarket,
  amountUsd: 1209.84,
  amountTokenA: 53.57,
  amountTokenB: 48.42,
  amountTokenAUsd: 5335.3,
  amountTokenBUsd: 4125.46,
  ltv: 0.7732,
  liquidationPrice: 0.9824,
});

const priceOf = (liquidationPrice: number) => loansOf([{ ...loop, liquidationPrice }])[0]?.price;

describe("a loan", () => {
  it("groups the positions of one bundle, with its health and liquidation price", () => {
    const loans = loansOf([debt, collateral, positionRow({ id: "plain" })]);
    // 0.79 / 0.462, and SOL from 85.20 to 49.84.
    const price = { limit: 49.84, unit: "usd", now: near(85.2, 2) };
    expect(loans).toMatchObject([
      { rows: [{ id: "c" }, { id: "d" }], health: near(1.70996, 5), fall: near(0.41502, 4), price },
    ]);
    // 1 − 0.462 / 0.74.
    expect(loans.map(freeShare)).toEqual([near(0.37568, 5)]);
  });

  it("of a token against dollars is liquidated by a rise of the debt, whatever price was sent", () => {
    const usdc = sentMarket({
      id: "kamino.lending.usdc",
      token: { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC" },
      liquidationLtv: 0.9,
    });
    const deposit = positionRow({ id: "c", market: usdc, bundleId: "b", amount: 10_000, amountUsd: 10_000 });
    const sold = { side: "borrow", market: sol, amount: 47, amountUsd: 4000, liquidationPrice: 0.44 };
    const loans = loansOf([positionRow({ id: "d", bundleId: "b", ltv: 40, ...sold }), deposit]);
    // 0.9 / 0.4 − 1: SOL from 85.11 to 191.49, and never "USDC at $0.44".
    const price = { token: { symbol: "SOL" }, unit: "usd", limit: near((4000 / 47) * 2.25) };
    expect(loans).toMatchObject([
      { endsBy: "rise", health: 2.25, rise: near(1.25), fall: near(1 - 0.4 / 0.9), price },
    ]);
    expect(loans.map(({ mover }) => mover)).toEqual(["SOL"]);
  });

  it("names its collateral's token, or several together", () => {
    const eth = { id: "kamino.lending.eth", token: { address: "E", symbol: "ETH" }, liquidationLtv: 0.8 };
    const other = positionRow({ id: "e", market: sentMarket(eth), bundleId: "b", amountUsd: 100 });
    const several = loansOf([debt, collateral, other]);
    expect(several).toMatchObject([{ endsBy: "fall" }]);
    expect(several.map(({ mover }) => mover)).toEqual(["Its collateral"]);
    expect(loansOf([debt, collateral]).map(({ mover }) => mover)).toEqual(["SOL"]);
  });

  it("without an LTV uses the one its values make", () => {
    const ltv = undefined;
    expect(
      loansOf([
        { ...collateral, ltv },
        { ...debt, ltv },
      ]),
    ).toMatchObject([{ ltv: near(6002.15 / 12_991.68) }]);
  });

  it("weights the limits of several collaterals by value, and has none when one is missing", () => {
    const market = sentMarket({ liquidationLtv: 0.89 });
    const stable = positionRow({ id: "u", bundleId: "b", amountUsd: 12_991.68, market });
    expect(loansOf([collateral, stable, debt])).toMatchObject([
      { liquidationLtv: near(0.84), price: undefined },
    ]);
    const [incomplete] = loansOf([collateral, positionRow({ id: "u", bundleId: "b", amountUsd: 5 }), debt]);
    expect(incomplete).toMatchObject({ liquidationLtv: undefined, health: undefined });
  });

  it("of a loop reads the price in the unit that the LTVs agree with", () => {
    expect(priceOf(0.9824)).toMatchObject({ unit: "debt", limit: 0.9824, now: near(1.16892, 4) });
    // The same limit in dollars: 99.594 · 0.7732 / 0.92.
    expect(priceOf(83.7)).toMatchObject({ unit: "usd", now: near(99.595, 3) });
    expect(priceOf(7)).toMatchObject({ unit: "unknown", now: undefined });
  });

  it("nearest to its limit comes first, and is near under a health of 1.25", () => {
    const loans = loansOf([collateral, debt, loop]);
    expect(loans.map(({ rows }) => rows[0]?.id)).toEqual(["l", "c"]);
    expect(loans.map(({ isNear }) => isNear)).toEqual([true, false]);
  });

  it("in a market of two tokens needs no bundle", () => {
    const borrowToken = { address: "J", symbol: "JLP" };
    const market = sentMarket({ id: "jupiter.borrow.1", borrowToken, liquidationLtv: 0.8 });
    const rows = [
      positionRow({ id: "a", market }),
      positionRow({ id: "b", market, side: "borrow", amountUsd: 40 }),
    ];
    expect(loansOf(rows)[0]).toMatchObject({ ltv: 0.4, health: 2 });
  });
});
