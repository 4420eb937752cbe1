import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import { changeViewState, defaultViewState, readViewState } from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { resetFilters, filterChips, clearedForSearch, type FilterChip } from "./chips.ts";
import { createSelector } from "./select.ts";

const rows = [
  marketRow({ id: "low", providerId: "lulo", providerName: "Lulo", tokens: [rowToken("GEM", "GemMint")] }),
];

function chipsOf(change: Partial<ViewState>): readonly FilterChip[] {
  const state = { ...defaultViewState, ...change };
  return filterChips(state, createSelector()(rows, state, { starred: new Set() }));
}

describe("filter chips", () => {
  it.each<readonly [change: Partial<ViewState>, text: string]>([
    [{}, ""],
    [{ view: "borrow", types: ["lending"] }, ""],
    [
      { onlyStarred: true, query: " usdc ", providers: ["lulo", "unheard-of"], types: ["lending", "loop"] },
      "Type Lending, Loop; Provider Lulo, unheard-of; Search “usdc”; Starred",
    ],
    [{ minDeposits: dollars(2_500) }, "Deposits ≥ $2.5k"],
    [{ minApy: fraction(0.025) }, "APY ≥ 2.5 %"],
    [{ minApy: fraction(20), maxApy: fraction(0.00001) }, "APY ≥ 2000 %; APY ≤ 0.001 %"],
    [{ maxDeposits: dollars(2_500) }, "Deposits ≤ $2.5k"],
    [{ maxApy: fraction(0.2) }, "APY ≤ 20 %"],
    [{ minLtv: fraction(0.7) }, "Max LTV ≥ 70 %"],
    [{ assets: ["stables", "GemMint", "A"] }, "Asset Stablecoins, A, GEM"],
    [{ assets: ["A"], assetMatch: "any" }, "Asset A; Asset side either side"],
    [{ providers: ["A", "B", "C", "D"] }, "Provider A, B, C, D"],
    [{ providers: ["A", "B", "C", "D", "E"] }, "Provider A, B, C and 2 more"],
    [{ hideSmall: false }, ""],
    [{ onlyClean: true }, "Data checks passed"],
    [{ query: "  " }, ""],
    [{ query: " /" }, ""],
    // Only predictions have a status.
    [{ statuses: ["closed"] }, ""],
  ])("name each active filter with its value, in the order of the sidebar: %j", (change, text) => {
    const chips = chipsOf(change).map(({ field, value }) =>
      value === undefined ? field : `${field} ${value}`,
    );
    expect(chips.join("; ")).toBe(text);
  });

  it("say what they hide", () => {
    const chips = chipsOf({
      minDeposits: dollars(1),
      without: ["GemMint"],
      providers: ["lulo"],
      types: ["loop"],
    });
    expect(chips.map(({ help }) => help)).toEqual([
      "Hides all other types.",
      "Hides all other markets.",
      "Hides markets with these tokens.",
      "Hides all other markets, and those with unknown deposits.",
    ]);
  });

  it("of a status lifts it back to open", () => {
    expect(
      chipsOf({ types: ["lending", "yield", "loop", "prediction"], statuses: ["closed"] }),
    ).toMatchObject([
      { filter: "types", label: "Type" },
      { filter: "statuses", value: "Closed", removal: { statuses: ["open"] } },
    ]);
  });
});

it("clearing filters keeps the benchmark and the size, which are not filters", () => {
  const state = readViewState("provider=lulo&vs=kamino.lending.a&size=1000");
  const kept = "vs=kamino.lending.a&size=1000";
  expect(changeViewState(state, resetFilters(state))).toEqual(readViewState(kept));
  // A search that finds a small market shows it.
  expect(changeViewState(state, clearedForSearch)).toEqual(readViewState(`small=1&${kept}`));
});

it("showing the matches of a search keeps the prediction statuses, which are requested", () => {
  const asked = "view=prediction&status=closed&q=rain";
  expect(changeViewState(readViewState(`${asked}&starred=1`), clearedForSearch)).toEqual(
    readViewState(`small=1&${asked}`),
  );
});
