import { describe, expect, test } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "./market-row.ts";
import {
  toMarketIcons,
  marketName,
  distinctNames,
  nameLines,
  placeName,
  placeParts,
  toTokenIcon,
  typeName,
} from "./market-text.ts";

const pair = { label: "JitoSOL / SOL", tokens: [rowToken("JitoSOL"), rowToken("SOL")] };
const multiply = { ...pair, productName: "JitoSOL/SOL Multiply" };
const bonk = (productName: string, detail?: string): Partial<MarketRow> => ({
  tokens: [rowToken("BONK")],
  label: "BONK",
  productName,
  detail,
});

describe("the second line of a market", () => {
  test.each<readonly [rule: string, fields: Partial<MarketRow>, place: string]>([
    ["says a provider once", { providerName: "Lulo", productName: "Lulo Boosted" }, "Lulo Boosted"],
    ["does not repeat the label", { productName: "Vault", label: "Vault", detail: "May" }, "Kamino · May"],
    ["drops the symbol, but no longer word with it", bonk("bonkSOL BONK High"), "Kamino · bonkSOL High"],
    ["names the market of a pair", { ...multiply, detail: "Jito Market" }, "Kamino · Jito Market"],
    ["does not repeat the pair", multiply, "Kamino · Multiply"],
    ["says shared words once", bonk("Bonk Market Season 7", "Bonk Market"), "Kamino · Bonk Market Season 7"],
    ["drops a shared token", bonk("BONK Season 8", "BONK Season"), "Kamino · Season 8"],
    ["keeps the token beside the word Market", bonk("BONK Market"), "Kamino · BONK Market"],
  ])("%s", (_rule, fields, place) => {
    expect(placeName(marketRow({ providerName: "Kamino", ...fields }))).toBe(place);
  });
  test("ends with what distinguishes it from its namesake, and is available in parts", () => {
    const row = marketRow({ providerName: "Kamino", productName: "Main Market", twin: "D6q6…R1M8" });
    expect(placeName(row)).toBe("Kamino · Main Market · D6q6…R1M8");
    expect(placeParts(row)).toEqual({ start: "Kamino", end: "Main Market", id: "D6q6…R1M8" });
    const bet = { type: "prediction", providerName: "DFlow", productName: "DFlow Prediction" } as const;
    expect(placeParts(marketRow({ ...bet, detail: "Above 6,600 · in USDC" }))).toEqual({
      start: "DFlow Prediction",
      end: "Above 6,600 · in USDC",
      id: "",
    });
    expect(placeParts(marketRow({ providerName: "Lulo", productName: "Lulo Boosted" }))).toEqual({
      start: "",
      end: "Lulo Boosted",
      id: "",
    });
  });
  test("has the id instead of the provider in the list of pairs", () => {
    const row = marketRow({ providerName: "Kamino", ...multiply, detail: "Main Market", twin: "q6…YB" });
    expect(nameLines(row, false)).toEqual({ name: "JitoSOL / SOL", id: "", place: "Main Market · q6…YB" });
  });
});

describe("names in one sentence", () => {
  const main = marketRow({ id: "1", label: "USDC", providerName: "Kamino", productName: "Main Market" });

  test("are short when that distinguishes the markets, unlike the name of a button", () => {
    expect(marketName(main)).toBe("USDC, Kamino · Main Market");
    expect(distinctNames([main, { ...main, id: "2", productName: "Adrena Market" }])).toEqual([
      "USDC · Main Market",
      "USDC · Adrena Market",
    ]);
    const carrot = marketRow({ id: "3", label: "USDC", providerName: "Carrot", productName: undefined });
    expect(distinctNames([main, carrot])).toEqual(["USDC · Main Market", "USDC · Carrot"]);
  });

  test("add the provider, type or end of the id only to shared names", () => {
    const [kamino, save] = ["USDC, Kamino · Main Market", "USDC, Save · Main Market"];
    const saved = { ...main, id: "2", providerName: "Save" };
    const third = { ...main, id: "3", productName: "JLP Market" };
    expect(distinctNames([main, saved, third])).toEqual([kamino, save, "USDC · JLP Market"]);
    const twins = [
      { ...main, twin: "aa…1" },
      { ...main, id: "2", twin: "bb…2" },
    ];
    expect(distinctNames(twins)).toEqual([`${kamino} · aa…1`, `${kamino} · bb…2`]);
    const vault = { ...main, id: "2", kind: "yield" as const };
    expect(distinctNames([main, vault])).toEqual([`${kamino}, Lending`, `${kamino}, Yield`]);
  });
});

test("an unknown type is shown as sent", () => {
  expect(typeName(marketRow({ type: "lending" }))).toBe("Lending");
  expect(typeName(marketRow({ type: "vault" }))).toBe("vault");
});

test("the icon of a dollar shows its distinguishing letter", () => {
  const symbols = ["USDC", "USD1", "PYUSD", "JupUSD", "SOL", "USD"];
  expect(symbols.map((symbol) => toTokenIcon(rowToken(symbol)).letter)).toEqual([
    "C",
    "1",
    "P",
    "J",
    "S",
    "U",
  ]);
});

test("a pair has two icons, the same token twice has one, and a market without tokens has its first letter", () => {
  expect(toMarketIcons(marketRow(pair)).second?.letter).toBe("S");
  expect(toMarketIcons(marketRow({ tokens: [rowToken("SOL"), rowToken("SOL")] })).second).toBeUndefined();
  expect(toMarketIcons(marketRow({ label: "Will it rain?", tokens: [] })).icon.letter).toBe("W");
});
