import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { defaultViewState } from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { filterChips, type FilterChip } from "./chips.ts";
import { createSelector } from "./select.ts";

const rows = [marketRow({ id: "low", providerId: "lulo", providerName: "Lulo" })];

function chipsOf(change: Partial<ViewState> = {}, list: readonly MarketRow[] = rows): readonly FilterChip[] {
  const state = { ...defaultViewState, ...change };
  return filterChips(state, createSelector()(list, state, { starred: new Set() }));
}

describe("filter chips", () => {
  it("name each active filter with its value, in the order of the sidebar", () => {
    const chips = chipsOf({
      onlyStarred: true,
      query: " usdc ",
      providers: ["lulo", "unheard-of"],
      types: ["lending", "loop"],
    });
    expect(chips.map(({ label, field, value }) => [label, field, value])).toEqual([
      ["Type", "Type", "Lending, Loop"],
      ["Provider", "Provider", "Lulo, unheard-of"],
      ["Search markets", "Search", "“usdc”"],
      ["Starred", "Starred", undefined],
    ]);
  });

  it.each([
    [{ minDeposits: dollars(2_500) }, "Deposits ≥ $2.5k"],
    [{ minApy: fraction(0.025) }, "APY ≥ 2.5 %"],
    [{ maxDeposits: dollars(2_500) }, "Deposits ≤ $2.5k"],
    [{ maxApy: fraction(0.2) }, "APY ≤ 20 %"],
    [{ minLtv: fraction(0.7) }, "Max LTV ≥ 70 %"],
    [{ assets: ["A"] }, "Asset A"],
    [{ assets: ["A"], assetMatch: "any" }, "Asset A, Asset side either side"],
    [{ providers: ["A", "B", "C", "D"] }, "Provider A, B, C, D"],
    [{ providers: ["A", "B", "C", "D", "E"] }, "Provider A, B, C and 2 more"],
    [{ hideSmall: false }, ""],
    [{ onlyClean: true }, "Data checks passed"],
    [{ query: "  " }, ""],
  ] as const)("label %j as %j", (change, text) => {
    const chips = chipsOf(change).map(({ field, value }) =>
      value === undefined ? field : `${field} ${value}`,
    );
    expect(chips.join(", ")).toBe(text);
  });

  it("are missing when nothing differs from the view", () => {
    expect(chipsOf()).toEqual([]);
    expect(chipsOf({ view: "borrow", types: ["lending"] })).toEqual([]);
  });

  it("name a whole family, and single tokens by symbol", () => {
    const list = [marketRow({ id: "a", tokens: [rowToken("GEM", "GemMint")] })];
    expect(chipsOf({ assets: ["stables", "GemMint"] }, list)).toMatchObject([
      { filter: "assets", value: "Stablecoins, GEM" },
    ]);
  });

  it("show the status only when predictions are included", () => {
    expect(chipsOf({ statuses: ["closed"] })).toEqual([]);
    expect(
      chipsOf({ types: ["lending", "yield", "loop", "prediction"], statuses: ["closed"] }),
    ).toMatchObject([
      { filter: "types" },
      { filter: "statuses", value: "Closed", lift: { statuses: ["open"] } },
    ]);
  });
});
