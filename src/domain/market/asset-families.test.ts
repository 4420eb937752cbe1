import { describe, expect, it } from "vitest";
import { jitoSol, sol, usdc } from "../../../tests/fixtures/mints.ts";
import { isMintAddress } from "../../contract/markets-request.ts";
import {
  assetFamilies,
  assetFamilyIds,
  familySymbol,
  mintsOfAssets,
  nameAssets,
  readAsset,
  canonicalAssets,
  toggleAsset,
} from "./asset-families.ts";

describe("asset families", () => {
  it("are four, in order, and list each mint address once", () => {
    expect(assetFamilies.map(({ id }) => id)).toEqual(assetFamilyIds);
    const mints = assetFamilies.flatMap(({ symbols }) => [...symbols.keys()]);
    expect(mints.filter((mint) => !isMintAddress(mint))).toEqual([]);
    expect(new Set(mints).size).toBe(mints.length);
  });

  it("contain the well-known tokens, and no staked Ether among staked SOL", () => {
    expect([usdc, sol, "unknown"].map(familySymbol)).toEqual(["USDC", "SOL", undefined]);
    const wstEth = "ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo";
    expect(familySymbol(wstEth)).toBe("wstETH");
    expect(mintsOfAssets(["eth"])).toContain(wstEth);
    expect(mintsOfAssets(["sol"])).toContain(jitoSol);
  });
});

it("an asset typed into the URL is a mint, a family, or a symbol in any case, and symbols are unique", () => {
  const symbols = assetFamilies.flatMap(({ symbols: listed }) => Array.from(listed.values()));
  expect(new Set(symbols.map((symbol) => symbol.toLowerCase())).size).toBe(symbols.length);
  expect([jitoSol, "sol", "SOL", "usdc", "JITOSOL", "Stables", "BTC"].map(readAsset)).toEqual([
    jitoSol,
    "sol",
    sol,
    usdc,
    jitoSol,
    "stables",
    "btc",
  ]);
  expect(readAsset("JUP")).toBeUndefined();
});

describe("choosing assets", () => {
  const mints = mintsOfAssets(["stables"]);

  it("toggles one asset, and replaces a family by a token picked from it and the reverse", () => {
    expect(toggleAsset([sol], "stables")).toEqual([sol, "stables"]);
    expect(toggleAsset([sol, "stables"], "stables")).toEqual([sol]);
    expect(toggleAsset(["stables", sol], usdc)).toEqual([sol, usdc]);
    expect(toggleAsset(["sol", usdc], "stables")).toEqual(["sol", "stables"]);
  });

  it("names a whole family once and expands it to its mints", () => {
    expect(canonicalAssets([sol, ...mints])).toEqual(["stables", sol]);
    expect(canonicalAssets(["sol", "stables", sol])).toEqual(["stables", "sol"]);
    expect(canonicalAssets(mints.slice(1))).toHaveLength(mints.length - 1);
    expect(mintsOfAssets(["stables", sol, usdc])).toEqual([...mints, sol]);
    expect(nameAssets([...mints, "gem"], (mint) => mint.toUpperCase())).toEqual(["Stablecoins", "GEM"]);
  });
});
