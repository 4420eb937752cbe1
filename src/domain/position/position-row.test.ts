import { describe, expect, it } from "vitest";
import { readExample } from "../../../tests/fixtures/example-files.ts";
import { near } from "../../../tests/fixtures/quantities.ts";
import { positionRow, positionRows, sentMarket } from "../../../tests/fixtures/positions.ts";

const example = positionRows(readExample("positions.owners"));
const byType = (type: string): (typeof example)[number] => {
  const row = example.find((candidate) => candidate.type === type);
  if (row === undefined) throw new Error(`The example has no ${type}.`);
  return row;
};

function blink(name: string): Record<string, string> {
  return { blinkUrl: `blink:https://kamino.dial.to/${name}` };
}

const worth = (change: Record<string, unknown>): readonly unknown[] => {
  const { assetsUsd, debtsUsd, netUsd } = positionRow({ amountUsd: 12_991.68, ...change });
  return [assetsUsd, debtsUsd, netUsd];
};

describe("a position", () => {
  it("counts a deposit as assets and a loan as debt", () => {
    expect(worth({})).toEqual([12_991.68, 0, 12_991.68]);
    expect(worth({ side: "borrow" })).toEqual([0, 12_991.68, -12_991.68]);
    // Without a side or a value the worth is unknown.
    for (const change of [{ side: "both" }, { side: null }, { amountUsd: null }])
      expect(worth(change)).toEqual([undefined, undefined, undefined]);
  });

  it("normalizes the LTV, whether sent as percent or as a fraction", () => {
    expect([byType("lending").ltv, byType("loop").ltv]).toEqual([near(0.462), 0.7732]);
  });

  it("with a liquidation price or leverage of 0 has none", () => {
    const figures = { liquidationPrice: undefined, leverage: undefined };
    expect(positionRow({ liquidationPrice: 0, leverage: 0 })).toMatchObject(figures);
  });

  it("of a loop has two legs, and own money as the difference", () => {
    const legs = { supplied: { token: { symbol: "JupSOL" } }, borrowed: { token: { symbol: "SOL" } } };
    const worths = { assetsUsd: 5335.3, debtsUsd: 4125.46, netUsd: near(1209.84) };
    expect(byType("loop")).toMatchObject({ ...legs, ...worths });
    // A debt may be sent below zero.
    const owed = positionRow({
      type: "loop",
      amountTokenAUsd: 1000,
      amountTokenB: -5,
      amountTokenBUsd: -600,
    });
    expect(owed).toMatchObject({ borrowed: { amount: 5, usd: 600 }, debtsUsd: 600, netUsd: 400 });
  });

  it("in a market of two tokens uses the second one for a loan", () => {
    const market = sentMarket({ borrowToken: { address: "S", symbol: "SOL" } });
    expect(positionRow({ market }).token?.symbol).toBe("USDC");
    expect(positionRow({ market, side: "borrow" }).token?.symbol).toBe("SOL");
  });

  it("keeps its own actions, and only its side's actions of its market", () => {
    const market = sentMarket({
      actions: { deposit: blink("d"), withdraw: blink("w"), borrow: blink("b"), repay: blink("r") },
    });
    const keys = (change: Record<string, unknown>): string[] =>
      Object.keys(positionRow({ market, ...change }).actionRow.actions);
    expect(keys({})).toEqual(["deposit", "withdraw"]);
    expect(keys({ side: "borrow" })).toEqual(["borrow", "repay"]);
    expect(keys({ actions: { withdraw: blink("own") } })).toEqual(["withdraw"]);
  });

  it("of an unknown type or without a market shows what is known", () => {
    const unknown = { type: "vault-share", side: undefined, market: undefined, marketId: "newco.vault.1" };
    const known = { kind: "other", marketKnown: false, netUsd: 100, market: { providerName: "newco" } };
    expect(positionRow(unknown)).toMatchObject(known);
  });

  it("shows when a pending withdrawal becomes available", () => {
    const lulo = example.find(({ pending }) => pending.length > 0);
    expect(lulo?.pending).toEqual([{ amount: 100, freeAt: (1_764_547_200 + 172_800) * 1000 }]);
  });
});
