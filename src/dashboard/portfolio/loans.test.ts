import { describe, expect, it } from "vitest";
import { positionRow, sentMarket } from "../../../tests/fixtures/positions.ts";
import { freeShare, isNear, loansOf, moverOf } from "./loans.ts";

const sol = sentMarket({
  id: "kamino.lending.sol",
  token: { address: "SOLmint", symbol: "SOL" },
  maxLtv: 0.74,
  liquidationLtv: 0.79,
});
const inBundle = { bundleId: "b", ltv: 46.2 };
const collateral = positionRow({
  id: "c",
  market: sol,
  ...inBundle,
  amount: 152.484459524,
  amountUsd: 12_991.68,
});
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

describe("a loan", () => {
  it("groups the positions of one bundle, with its health and liquidation price", () => {
    const [loan, ...others] = loansOf([debt, collateral, positionRow({ id: "plain" })]);
    expect(others).toEqual([]);
    expect(loan?.rows.map(({ id }) => id)).toEqual(["c", "d"]);
    // 0.79 / 0.462, and SOL from 85.20 to 49.84.
    expect(loan?.health).toBeCloseTo(1.70996, 5);
    expect(loan?.fall).toBeCloseTo(0.41502, 4);
    expect(loan?.price).toMatchObject({ limit: 49.84, unit: "usd" });
    expect(loan?.price?.now).toBeCloseTo(85.2, 2);
    // 1 − 0.462 / 0.74.
    expect(loan === undefined ? undefined : freeShare(loan)).toBeCloseTo(0.37568, 5);
  });

  it("of a token against dollars is liquidated by a rise of the debt, whatever price was sent", () => {
    const usdc = sentMarket({
      id: "kamino.lending.usdc",
      token: { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC" },
      liquidationLtv: 0.9,
    });
    const deposit = positionRow({ id: "c", market: usdc, bundleId: "b", amount: 10_000, amountUsd: 10_000 });
    const sold = { side: "borrow", market: sol, amount: 47, amountUsd: 4000, liquidationPrice: 0.44 };
    const [loan] = loansOf([positionRow({ id: "d", bundleId: "b", ltv: 40, ...sold }), deposit]);
    expect(loan).toMatchObject({ endsBy: "rise", health: 2.25 });
    // 0.9 / 0.4 − 1: SOL from 85.11 to 191.49, and never "USDC at $0.44".
    expect(loan?.rise).toBeCloseTo(1.25, 12);
    expect(loan?.price).toMatchObject({ token: { symbol: "SOL" }, unit: "usd" });
    expect(loan?.price?.limit).toBeCloseTo((4000 / 47) * 2.25, 9);
    expect(loan?.fall).toBeCloseTo(1 - 0.4 / 0.9, 12);
    expect(loan === undefined ? "" : moverOf(loan)).toBe("SOL");
  });

  it("shows both sides when both tokens move, and names several tokens together", () => {
    const eth = { id: "kamino.lending.eth", token: { address: "E", symbol: "ETH" }, liquidationLtv: 0.8 };
    const other = positionRow({ id: "e", market: sentMarket(eth), bundleId: "b", amountUsd: 100 });
    const [loan] = loansOf([debt, collateral, other]);
    expect(loan).toMatchObject({ endsBy: "fall" });
    expect(loan === undefined ? "" : moverOf(loan)).toBe("Its collateral");
    const [alone] = loansOf([debt, collateral]);
    expect(alone === undefined ? "" : moverOf(alone)).toBe("SOL");
    const { ltv = 0, liquidationLtv = 1, rise = 0 } = alone ?? {};
    expect((1 - ltv / liquidationLtv) * (1 + rise)).toBeCloseTo(rise, 12);
  });

  it("without an LTV uses the one its values make", () => {
    const [loan] = loansOf([
      { ...collateral, ltv: undefined },
      { ...debt, ltv: undefined },
    ]);
    expect(loan?.ltv).toBeCloseTo(6002.15 / 12_991.68, 12);
  });

  it("weights the limits of several collaterals by value, and has none when one is missing", () => {
    const market = sentMarket({ liquidationLtv: 0.89 });
    const stable = positionRow({ id: "u", bundleId: "b", amountUsd: 12_991.68, market });
    const [both] = loansOf([collateral, stable, debt]);
    expect(both?.liquidationLtv).toBeCloseTo(0.84, 12);
    expect(both?.price).toBeUndefined();
    const [incomplete] = loansOf([collateral, positionRow({ id: "u", bundleId: "b", amountUsd: 5 }), debt]);
    expect(incomplete).toMatchObject({ liquidationLtv: undefined, health: undefined });
  });

  it("of a loop reads the price in the unit that the LTVs agree with", () => {
    const inDebt = loansOf([loop])[0]?.price;
    expect(inDebt).toMatchObject({ unit: "debt", limit: 0.9824 });
    expect(inDebt?.now).toBeCloseTo(1.16892, 4);
    // The same limit in dollars: 99.594 · 0.7732 / 0.92.
    const inUsd = loansOf([{ ...loop, liquidationPrice: 83.7 }])[0]?.price;
    expect(inUsd?.unit).toBe("usd");
    expect(inUsd?.now).toBeCloseTo(99.595, 3);
    const [odd] = loansOf([{ ...loop, liquidationPrice: 7 }]);
    expect(odd?.price).toMatchObject({ unit: "unknown", now: undefined });
  });

  it("nearest to its limit comes first, and is near under a health of 1.25", () => {
    const loans = loansOf([collateral, debt, loop]);
    expect(loans.map(({ rows }) => rows[0]?.id)).toEqual(["l", "c"]);
    expect(loans.map(isNear)).toEqual([true, false]);
  });

  it("in a market of two tokens needs no bundle", () => {
    const pair = sentMarket({
      id: "jupiter.borrow.1",
      borrowToken: { address: "J", symbol: "JLP" },
      liquidationLtv: 0.8,
    });
    const rows = [
      positionRow({ id: "a", market: pair }),
      positionRow({ id: "b", market: pair, side: "borrow", amountUsd: 40 }),
    ];
    expect(loansOf(rows)[0]).toMatchObject({ ltv: 0.4, health: 2 });
  });
});
