import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { defaultViewState } from "../view-state/codec.ts";
import type { ViewState } from "../view-state/view-state.ts";
import { assetFamilies } from "../market/asset-families.ts";
import { filterChips, type FilterChip } from "./chips.ts";
import { createSelector } from "./select.ts";

const rows = [marketRow({ id: "low", providerId: "lulo", providerName: "Lulo" })];

function chipsOf(change: Partial<ViewState> = {}, list: readonly MarketRow[] = rows): readonly FilterChip[] {
  const state = { ...defaultViewState, ...change };
  return filterChips(state, createSelector()(list, state, { starred: new Set() }));
}

describe("chips", () => {
  it("name each filter that is on with its value and the change that removes it, in the order of the sidebar", () => {
    const chips = chipsOf({
      types: ["lending", "yield"],
      providers: ["lulo", "unheard-of"],
      query: " usdc ",
      minDeposits: dollars(1e6),
      minApy: fraction(0.05),
      onlyStarred: true,
    });
    expect(chips).toEqual([
      {
        filter: "type",
        label: "Type",
        value: { kind: "names", names: ["Lending", "Yield"] },
        lift: { types: ["lending", "yield", "loop"] },
      },
      {
        filter: "provider",
        label: "Provider",
        value: { kind: "names", names: ["Lulo", "unheard-of"] },
        lift: { providers: [] },
      },
      {
        filter: "query",
        label: "Search markets",
        value: { kind: "text", text: "usdc" },
        lift: { query: "" },
      },
      {
        filter: "minDeposits",
        label: "Minimum deposits",
        value: { kind: "leastUsd", usd: 1e6 },
        lift: { minDeposits: undefined },
      },
      {
        filter: "minApy",
        label: "Minimum APY",
        value: { kind: "leastRate", rate: 0.05 },
        lift: { minApy: undefined },
      },
      { filter: "onlyStarred", label: "Starred", value: { kind: "on" }, lift: { onlyStarred: false } },
    ]);
  });

  it("are none where nothing differs from the view", () => {
    expect(chipsOf()).toEqual([]);
    expect(chipsOf({ view: "borrow", types: ["lending"] })).toEqual([]);
  });

  it("call a whole family by its name and single tokens by their symbol", () => {
    const stables = assetFamilies[0]?.mints ?? [];
    const list = [marketRow({ id: "a", tokens: [rowToken("GEM", "GemMint")] })];
    expect(chipsOf({ assets: [...stables, "GemMint"] }, list)).toMatchObject([
      { filter: "asset", value: { kind: "names", names: ["Stablecoins", "GEM"] } },
    ]);
  });

  it("tell of the status only where predictions are asked for", () => {
    expect(chipsOf({ statuses: ["closed"] })).toEqual([]);
    expect(
      chipsOf({ types: ["lending", "yield", "loop", "prediction"], statuses: ["closed"] }),
    ).toMatchObject([
      { filter: "type" },
      { filter: "status", value: { names: ["Closed"] }, lift: { statuses: ["open"] } },
    ]);
  });
});
