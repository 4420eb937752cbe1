import { expect, test } from "vitest";
import { rowToken } from "../../../tests/fixtures/market-rows.ts";
import { positionRow } from "../../../tests/fixtures/positions.ts";
import { placeText } from "../../domain/market/market-text.ts";
import { limitText, nativeYieldNote, positionLocation } from "./position-words.ts";

test("a location separates provider, market and id, so a short line keeps what differs", () => {
  const row = positionRow();
  expect(positionLocation(row)).toEqual({ start: "Kamino", end: "Main Market", id: "" });
  const twin = { ...row, market: { ...row.market, twin: "D6q6…gJ59" } };
  expect(positionLocation(twin)).toEqual({ start: "Kamino", end: "Main Market", id: "D6q6…gJ59" });
  expect(placeText(positionLocation(twin))).toBe("Kamino · Main Market · D6q6…gJ59");
});

test("an unknown market names the provider in its id", () => {
  const row = positionRow();
  expect(placeText(positionLocation({ ...row, marketKnown: false }))).toBe("Kamino · unknown market");
  expect(placeText(positionLocation({ ...row, marketKnown: false, marketId: undefined }))).toBe(
    "unknown market",
  );
});

test("a liquidation price has its unit, the current price if known, and every significant digit", () => {
  const [jito, btc, usdc] = [rowToken("JitoSOL"), rowToken("cbBTC"), rowToken("USDC")];
  const texts = [
    { token: jito, limit: 86.96, now: 96.94, unit: "usd", debt: undefined },
    { token: jito, limit: 0.9824, now: 1.1714, unit: "debt", debt: rowToken("SOL") },
    { token: btc, limit: 61_250, now: undefined, unit: "debt", debt: usdc },
    { token: rowToken("BONK"), limit: 1.5e-7, now: 2e-7, unit: "debt", debt: rowToken("SOL") },
    { token: undefined, limit: 0.44, now: undefined, unit: "unknown", debt: usdc },
  ] as const;
  expect(texts.map(limitText)).toEqual([
    "JitoSOL at $86.96, now $96.94",
    "JitoSOL at 0.9824, now 1.1714 SOL",
    "cbBTC at 61,250.00 USDC",
    "BONK at 0.0000001500, now 0.0000002000 SOL",
    "Collateral at 0.44, unit unknown",
  ]);
});

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
