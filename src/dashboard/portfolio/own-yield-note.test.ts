import { expect, test } from "vitest";
import { positionRow } from "../../../tests/fixtures/positions.ts";
import { nativeYieldNote } from "./own-yield-note.ts";

const jito = { address: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", symbol: "JitoSOL" };
const syrup = { address: "AvZZF1YaZDziPY2RCK4oJrRVrbN3mTD9NL24hPeaZeUj", symbol: "syrupUSDC" };
const held = (id: string, token: typeof jito, amountUsd: number | null, more = {}) =>
  positionRow({ id, token, amountUsd, ...more });

test("every token with its own yield is named with the amount held, without loops and debts", () => {
  const rows = [
    held("a", jito, 150_000),
    held("b", syrup, 1_000_000),
    held("c", syrup, 80_000),
    held("d", jito, 500_000, { side: "borrow" }),
    held("e", { address: "USDCmint", symbol: "USDC" }, 9_000_000),
  ];
  expect(nativeYieldNote(rows)).toBe(
    "the own yield of syrupUSDC ($1.1M) and JitoSOL ($150k) is in their prices, not in their APYs",
  );
});

test("a missing value makes the sum unknown, and without such a token there is no note", () => {
  expect(nativeYieldNote([held("a", jito, null), held("b", jito, 5)])).toBe(
    "the own yield of JitoSOL (value unknown) is in its price, not in its APY",
  );
  expect(nativeYieldNote([])).toBeUndefined();
});
