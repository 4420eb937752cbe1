import { expect, test } from "vitest";
import { rowToken } from "../../../tests/fixtures/market-rows.ts";
import { positionRow } from "../../../tests/fixtures/positions.ts";
import { placeText } from "../../domain/market/market-text.ts";
import { limitText, positionLocation } from "./position-words.ts";

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

test("a liquidation price has its unit, the price of now where known, and every digit that counts", () => {
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
    "JitoSOL at 0.9824 SOL, now 1.1714 SOL",
    "cbBTC at 61,250.00 USDC",
    "BONK at 0.0000001500 SOL, now 0.0000002000 SOL",
    "Collateral at 0.44, unit unknown",
  ]);
});
