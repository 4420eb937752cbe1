import { describe, expect, it } from "vitest";
import { dollars } from "../../../tests/fixtures/quantities.ts";
import {
  changeViewState,
  defaultViewState,
  readViewState,
  writeViewState,
} from "../../domain/view-state/codec.ts";
import { filterChips } from "./chips.ts";
import { countFacets } from "./facets.ts";
import { filterInputs } from "../../domain/view-state/filter.ts";
import { applyPresetView, isRefined, presetViews, refinements, toggleRefinement } from "./preset-views.ts";

const mine = { ...defaultViewState, size: dollars(5000), basis: "base", density: "compact" } as const;
const facets = countFacets([], defaultViewState, filterInputs(defaultViewState, new Set(), undefined));

it.each(presetViews)(
  "$name round-trips through the URL, shows a chip per filter and keeps the visitor's settings",
  (view) => {
    const state = applyPresetView(view, mine);
    expect(readViewState(writeViewState(state, ""))).toEqual(state);
    const { view: _view, ...filters } = view.change;
    expect(filterChips(state, { facets, ignoredOptional: false })).toHaveLength(
      Object.keys(filters).length + (view.exits === undefined ? 0 : 1),
    );
    expect(state).toMatchObject({ size: 5000, basis: "base", density: "compact" });
  },
);

describe("refinements", () => {
  const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

  it.each(refinements)("$name keeps token, size and order, and a second press undoes it", (refinement) => {
    const held = readViewState(`asset=${usdc}&size=250000&sort=-totalDepositUsd`);
    const refined = changeViewState(held, toggleRefinement(refinement, held));
    expect(refined).toMatchObject({ assets: [usdc], size: 250_000, sort: held.sort });
    expect(isRefined(refinement, held)).toBe(false);
    expect(isRefined(refinement, refined)).toBe(true);
    expect(changeViewState(refined, toggleRefinement(refinement, refined))).toEqual(held);
  });

  it("set their tokens only when none are chosen, and ask for a multiple of my size to be withdrawable", () => {
    const [stables, steady] = refinements;
    if (stables === undefined || steady === undefined) throw new Error("There are two refinements.");
    const refined = changeViewState(defaultViewState, toggleRefinement(stables, defaultViewState));
    expect(refined.assets).toEqual(["stables"]);
    expect(changeViewState(refined, toggleRefinement(stables, refined))).toEqual(defaultViewState);
    expect(toggleRefinement(steady, mine).minAvailable).toBe(15_000);
    expect(toggleRefinement(steady, defaultViewState)).not.toHaveProperty("minAvailable");
  });
});
