import { describe, expect, it } from "vitest";
import { isMintAddress } from "../../contract/markets-request.ts";
import { assetFamilies, assetFamilyIds, familySymbol, hasFamily, toggleFamily } from "./asset-families.ts";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const sol = "So11111111111111111111111111111111111111112";

function family(id: (typeof assetFamilyIds)[number]): (typeof assetFamilies)[number] {
  const found = assetFamilies.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`There is no family ${id}.`);
  return found;
}

describe("asset families", () => {
  it("are the four that are offered, in their order", () => {
    expect(assetFamilies.map(({ id }) => id)).toEqual(assetFamilyIds);
  });

  it("hold mint addresses, each in one family and once", () => {
    const mints = assetFamilies.flatMap((candidate) => candidate.mints);
    expect(mints.filter((mint) => !isMintAddress(mint))).toEqual([]);
    expect(new Set(mints).size).toBe(mints.length);
  });

  it("know what everyone knows", () => {
    expect(family("stablecoins").mints).toContain(usdc);
    expect(family("sol").mints).toContain(sol);
    expect(family("sol").mints).toContain("J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn");
    expect(familySymbol(usdc)).toBe("USDC");
    expect(familySymbol("unknown")).toBeUndefined();
  });

  it("do not hold a staked Ether for a staked SOL", () => {
    expect(family("eth").symbols.get("ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo")).toBe("wstETH");
    expect([...family("sol").symbols.values()]).not.toContain("wstETH");
  });
});

describe("choosing a family", () => {
  const stables = family("stablecoins");

  it("adds all of it once and takes all of it away again, and touches nothing else", () => {
    const chosen = toggleFamily([sol, usdc], stables);
    expect(hasFamily(chosen, stables)).toBe(true);
    expect(new Set(chosen).size).toBe(chosen.length);
    expect(toggleFamily(chosen, stables)).toEqual([sol]);
  });

  it("is not chosen while a token of it is missing", () => {
    expect(hasFamily(stables.mints.slice(1), stables)).toBe(false);
  });
});
