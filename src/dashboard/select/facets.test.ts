import { existsSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { tokens } from "../../../tests/fixtures/quantities.ts";
import { knownProviders, marketTypes } from "../../contract/market.ts";
import { usd } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { assetMatches, type FilterInputs } from "../../domain/market/filters/filter-kinds.ts";
import { defaultViewState } from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { countFacets, type Facets } from "./facets.ts";
import { createFilters, filterInputs } from "../../domain/view-state/filter.ts";

const inputsOf = (state: ViewState): FilterInputs => filterInputs(state, new Set(), undefined);

function facets(rows: readonly MarketRow[], change: Partial<ViewState> = {}): Facets {
  const state = { ...defaultViewState, ...change };
  return countFacets(rows, state, inputsOf(state));
}

const listed = (change: Partial<ViewState>) => facets([], change).providers.map(({ id }) => id);

describe("counts over what is loaded", () => {
  const rows = [
    marketRow({ id: "1", type: "lending", tokens: [rowToken("USDC"), rowToken("SOL")] }),
    marketRow({ id: "2", tokens: [rowToken("USDC")], providerId: "lulo", providerName: "Lulo!" }),
    marketRow({ id: "3", type: "prediction", status: "closed" }),
    marketRow({ id: "4", type: "vault", providerId: "new", providerName: "Newcomer" }),
  ];

  it("lists every type and status, empty ones too", () => {
    const { loaded, types, statuses } = facets(rows);
    expect(types.map(({ count }) => count)).toEqual([2, 0, 0, 0, 1]);
    expect(statuses.map(({ status, count }) => `${status} ${count}`)).toEqual([
      "open 0",
      "closed 1",
      "settled 0",
    ]);
    expect(loaded).toBe(4);
  });

  it("does not count a status as 0 where predictions come without one", () => {
    const { statuses } = facets([marketRow({ id: "1", type: "prediction" }), ...rows]);
    expect(statuses.map(({ count }) => count)).toEqual([undefined, 1, undefined]);
  });

  it("lists known providers first in fixed order, then others by name, with names as sent", () => {
    const { providers } = facets(rows, { types: marketTypes, providers: ["chosen"] });
    expect(providers.map(({ id }) => id)).toEqual([...knownProviders, "chosen", "new"]);
    const named = new Map(providers.map(({ id, name, count }) => [id, `${name} ${count}`]));
    const asked = ["kamino", "lulo", "carrot", "chosen"].map((id) => named.get(id));
    expect(asked).toEqual(["Kamino 2", "Lulo! 1", "Carrot 0", "chosen 0"]);
  });

  it("names a chosen provider without markets by its id, escaped if it is invisible", () => {
    const named = facets([], { providers: ["new", "\u200b"] }).providers.map(({ name }) => name);
    expect(named).toEqual(expect.arrayContaining(["new", "%E2%80%8B"]));
  });

  it("lists DFlow with predictions and the other known providers with other types, all if chosen", () => {
    const others = knownProviders.filter((id) => id !== "dflow");
    expect(listed({ types: ["lending", "yield"] })).toEqual(others);
    expect(listed({ types: ["prediction"] })).toEqual(["dflow"]);
    expect(listed({ types: ["prediction"], notProviders: others })).toEqual(knownProviders);
  });

  it("knows icons of providers without markets, which are files of ours", () => {
    const icons = facets([], { types: marketTypes }).providers.flatMap(({ icon }) => icon ?? []);
    expect(icons).toContain("/icons/providers/kamino.png");
    expect(icons.filter((icon) => !existsSync(`public${icon}`))).toEqual([]);
  });

  it("counts assets by mint, most frequent first, and keeps chosen and known ones listed", () => {
    const chosen = { assets: ["ChosenMintNotInList"], without: ["LeftOutMint"] };
    const { assets } = facets(rows, { ...chosen, assetMatch: "any" });
    expect(assets.slice(0, 2)).toMatchObject([
      { mint: "USDCmint", symbol: "USDC", count: 2 },
      { mint: "SOLmint", symbol: "SOL", count: 1 },
    ]);
    const known = { mint: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", symbol: "JitoSOL" };
    const absent = { mint: "ChosenMintNotInList", symbol: "Chos…List" };
    for (const asset of [absent, { mint: "LeftOutMint" }, known])
      expect(assets).toContainEqual(expect.objectContaining({ ...asset, count: 0 }));
    // A market counts for the token of the chosen side alone.
    const bySide = facets(rows, { assetMatch: "side" }).assets;
    expect(bySide.find(({ mint }) => mint === "SOLmint")?.count).toBe(0);
  });

  it("counts only markets of the chosen asset, on the chosen side", () => {
    const debt = marketRow({
      id: "5",
      tokens: [rowToken("SOL"), rowToken("USDC")],
      totalDepositUsd: usd(1e6),
    });
    const ofUsdc = (change: Partial<ViewState>) =>
      facets([...rows, debt], { assets: ["USDCmint"], ...change });
    expect(ofUsdc({ assetMatch: "side" })).toMatchObject({
      loaded: 5,
      types: [{ count: 2 }, {}, {}, {}, {}],
    });
    expect(ofUsdc({ assetMatch: "any" }).types[0]?.count).toBe(3);
    expect(ofUsdc({ assetMatch: "side" }).switchCount("hideSmall")).toBe(0);
    expect(ofUsdc({ assetMatch: "any" }).switchCount("hideSmall")).toBe(1);
  });

  it("counts in the Borrow view, also by asset, only markets with something to borrow", () => {
    const lends = marketRow({
      tokens: [rowToken("JLP")],
      websiteUrl: "https://a.test",
      totalBorrow: tokens(9),
    });
    const idle = { ...lends, id: "idle", totalBorrow: tokens(0) };
    const { assets, types } = facets([lends, idle], { view: "borrow", types: ["lending"] });
    expect([assets[0], types[0]]).toMatchObject([{ symbol: "JLP", count: 1 }, { count: 1 }]);
  });

  it("separates tokens with the same symbol by mint", () => {
    const gems = [rowToken("GEM", "FirstMintAddress"), rowToken("GEM", "SecondMintAddress")];
    const { assets } = facets([...gems, rowToken("ONE")].map((token) => marketRow({ tokens: [token] })));
    const tags = (name: string) => assets.filter(({ symbol }) => symbol === name).map(({ tag }) => tag);
    expect([tags("GEM"), tags("ONE")]).toEqual([["Firs…ress", "Seco…ress"], [undefined]]);
  });
});

test.each(assetMatches)(
  "choosing an asset with match %s finds as many markets as it counts",
  (assetMatch) => {
    const sol = rowToken("SOL");
    const usdc = rowToken("USDC");
    const pairs = [[usdc, sol], [usdc], [sol, usdc], [usdc, usdc], [sol]];
    const rows = pairs.map((pair, at) => marketRow({ id: String(at), tokens: pair }));
    for (const { mint, count } of facets(rows, { assetMatch }).assets.slice(0, 2)) {
      const state = { ...defaultViewState, assetMatch, assets: [mint] };
      const [judge, ...others] = createFilters(state, inputsOf(state), ["assets"]);
      expect(others).toEqual([]);
      expect([mint, count]).toEqual([mint, rows.filter((row) => judge?.judge(row) === "pass").length]);
    }
  },
);
