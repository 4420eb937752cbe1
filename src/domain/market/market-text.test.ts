import { describe, expect, test } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import {
  iconLetter,
  marketFaces,
  marketName,
  namesApart,
  placeName,
  placeParts,
  typeName,
} from "./market-text.ts";

describe("the second line of a market", () => {
  test("names provider and product", () => {
    expect(placeName(marketRow({ providerName: "Kamino", productName: "Main Market" }))).toBe(
      "Kamino · Main Market",
    );
  });
  test("says a provider once when the product carries its name", () => {
    expect(placeName(marketRow({ providerName: "Lulo", productName: "Lulo Boosted" }))).toBe("Lulo Boosted");
  });
  test("does not repeat a product that is the label", () => {
    expect(
      placeName(
        marketRow({ providerName: "DFlow", productName: "Vault", label: "Vault", detail: "Before May" }),
      ),
    ).toBe("DFlow · Before May");
  });
  test("leaves out the symbol that the first line says, and nothing of another word", () => {
    const usdc = [rowToken("USDC")];
    const named = (productName: string, tokens = usdc): string =>
      placeName(marketRow({ providerName: "Kamino", productName, tokens, label: "USDC" }));
    expect(named("Steakhouse USDC High Yield")).toBe("Kamino · Steakhouse High Yield");
    expect(named("syrupUSDC Vault")).toBe("Kamino · syrupUSDC Vault");
  });
  test("of a pair is the market it belongs to, never the pair again", () => {
    const pair = {
      providerName: "Kamino",
      label: "JitoSOL / SOL",
      tokens: [rowToken("JitoSOL"), rowToken("SOL")],
    };
    const productName = "JitoSOL/SOL Multiply";
    expect(placeName(marketRow({ ...pair, productName, detail: "Jito Market" }))).toBe(
      "Kamino · Jito Market",
    );
    expect(placeName(marketRow({ ...pair, productName, detail: undefined }))).toBe("Kamino · Multiply");
  });
  test("says what a product's own name holds of its market once, and never its kind alone", () => {
    const season = { providerName: "Kamino", tokens: [rowToken("BONK")] };
    expect(
      placeName(marketRow({ ...season, productName: "Bonk Market Season 7", detail: "Bonk Market" })),
    ).toBe("Kamino · Bonk Market Season 7");
    expect(placeName(marketRow({ ...season, productName: "BONK Season 8", detail: "BONK Season" }))).toBe(
      "Kamino · Season 8",
    );
    expect(placeName(marketRow({ ...season, productName: "BONK Market", detail: undefined }))).toBe(
      "Kamino · BONK Market",
    );
  });
  test("ends with what tells it from another of its name, and can be had in its parts", () => {
    const row = marketRow({ providerName: "Kamino", productName: "Main Market", twin: "D6q6…R1M8" });
    expect(placeName(row)).toBe("Kamino · Main Market · D6q6…R1M8");
    expect(placeParts(row)).toEqual({ start: "Kamino", end: "Main Market", id: "D6q6…R1M8" });
    expect(placeParts(marketRow({ providerName: "Lulo", productName: "Lulo Boosted" }))).toEqual({
      start: "",
      end: "Lulo Boosted",
      id: "",
    });
  });
  test("is the provider alone when nothing else is known", () => {
    expect(placeName(marketRow({ providerName: "Carrot", productName: undefined, detail: undefined }))).toBe(
      "Carrot",
    );
  });
});

test("one name serves all buttons of a market", () => {
  expect(marketName(marketRow({ label: "USDC", providerName: "Kamino", productName: "Main Market" }))).toBe(
    "USDC, Kamino · Main Market",
  );
});

describe("names in one sentence", () => {
  const main = marketRow({ id: "1", label: "USDC", providerName: "Kamino", productName: "Main Market" });

  test("are short where that tells the markets apart", () => {
    expect(namesApart([main, { ...main, id: "2", productName: "Adrena Market" }])).toEqual([
      "USDC · Main Market",
      "USDC · Adrena Market",
    ]);
    const carrot = marketRow({ id: "3", label: "USDC", providerName: "Carrot", productName: undefined });
    expect(namesApart([main, carrot])).toEqual(["USDC · Main Market", "USDC · Carrot"]);
  });

  test("say the provider, the end of the id or the type of those alone that share a name", () => {
    const other = { ...main, id: "2", providerName: "Save" };
    const third = { ...main, id: "3", productName: "JLP Market" };
    expect(namesApart([main, other, third])).toEqual([
      "USDC, Kamino · Main Market",
      "USDC, Save · Main Market",
      "USDC · JLP Market",
    ]);
    expect(
      namesApart([
        { ...main, twin: "aa…1" },
        { ...main, id: "2", twin: "bb…2" },
      ]),
    ).toEqual(["USDC, Kamino · Main Market · aa…1", "USDC, Kamino · Main Market · bb…2"]);
    expect(namesApart([main, { ...main, id: "2", kind: "yield" as const }])).toEqual([
      "USDC, Kamino · Main Market, Lending",
      "USDC, Kamino · Main Market, Yield",
    ]);
  });

  test("name a pair once", () => {
    const pair = marketRow({
      label: "JitoSOL / SOL",
      providerName: "Kamino",
      productName: "JitoSOL/SOL Multiply",
      detail: "Jito Market",
      tokens: [rowToken("JitoSOL"), rowToken("SOL")],
    });
    expect(namesApart([pair])).toEqual(["JitoSOL / SOL · Jito Market"]);
  });
});

test("an unknown type is shown as sent", () => {
  expect(typeName(marketRow({ type: "lending" }))).toBe("Lending");
  expect(typeName(marketRow({ type: "vault" }))).toBe("vault");
});

test.each([
  ["USDC", "C"],
  ["USDS", "S"],
  ["USD1", "1"],
  ["PYUSD", "P"],
  ["JupUSD", "J"],
  ["SOL", "S"],
  ["USD", "U"],
])("the icon of %s shows %s", (symbol, letter) => {
  expect(iconLetter(symbol)).toBe(letter);
});

describe("the icons of a market", () => {
  test("a pair has two faces, and the same token twice has one", () => {
    const pair = marketFaces(marketRow({ tokens: [rowToken("JitoSOL"), rowToken("SOL")] }));
    expect(pair.second?.letter).toBe("S");
    const twice = marketFaces(marketRow({ tokens: [rowToken("SOL"), rowToken("SOL")] }));
    expect(twice.second).toBeUndefined();
  });
  test("without a token the label gives the letter", () => {
    expect(marketFaces(marketRow({ label: "Will it rain?", tokens: [] })).face.letter).toBe("W");
  });
});
