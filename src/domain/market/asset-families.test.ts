import { describe, expect, it } from "vitest";
import { sol, usdc } from "../../../tests/fixtures/mints.ts";
import { isMintAddress } from "../../contract/markets-request.ts";
import {
  assetFamilies,
  assetFamilyIds,
  familySymbol,
  mintsOfAssets,
  nameAssets,
  tidyAssets,
  toggleAsset,
} from "./asset-families.ts";

function family(id: (typeof assetFamilyIds)[number]): (typeof assetFamilies)[number] {
  const found = assetFamilies.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`There is no family ${id}.`);
  return found;
}

describe("asset families", () => {
  it("are four, in order, and list each mint address once", () => {
    expect(assetFamilies.map(({ id }) => id)).toEqual(assetFamilyIds);
    const mints = assetFamilies.flatMap((candidate) => candidate.mints);
    expect(mints.filter((mint) => !isMintAddress(mint))).toEqual([]);
    expect(new Set(mints).size).toBe(mints.length);
  });

  it("contain the well-known tokens, and no staked Ether among staked SOL", () => {
    expect([familySymbol(usdc), familySymbol(sol), familySymbol("unknown")]).toEqual([
      "USDC",
      "SOL",
      undefined,
    ]);
    expect(family("sol").mints).toContain("J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn");
    expect(family("eth").symbols.get("ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo")).toBe("wstETH");
  });
});

describe("choosing assets", () => {
  const { mints } = family("stables");

  it("toggles one asset and leaves the others", () => {
    expect(toggleAsset([sol], "stables")).toEqual([sol, "stables"]);
    expect(toggleAsset([sol, "stables"], "stables")).toEqual([sol]);
  });

  it("narrows a chosen family to a token picked from it", () => {
    expect(toggleAsset(["stables", sol], usdc)).toEqual([sol, usdc]);
    expect(toggleAsset(["sol", usdc], "stables")).toEqual(["sol", "stables"]);
  });

  it("names a whole family once and expands it to its mints", () => {
    expect(tidyAssets([sol, ...mints])).toEqual(["stables", sol]);
    expect(tidyAssets(["sol", "stables", sol])).toEqual(["stables", "sol"]);
    expect(tidyAssets(mints.slice(1))).toHaveLength(mints.length - 1);
    expect(mintsOfAssets(["stables", sol, usdc])).toEqual([...mints, sol]);
    expect(nameAssets([...mints, "gem"], (mint) => mint.toUpperCase())).toEqual(["Stablecoins", "GEM"]);
  });
});
