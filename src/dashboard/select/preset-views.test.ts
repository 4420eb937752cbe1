import { describe, expect, it } from "vitest";
import { dollars } from "../../../tests/fixtures/quantities.ts";
import { defaultViewState, readViewState, writeViewState } from "../view-state/codec.ts";
import { filterChips } from "./chips.ts";
import { createFacets } from "./facets.ts";
import { filterInputs } from "./filter.ts";
import { presetViews, applyPresetView } from "./preset-views.ts";

const mine = { ...defaultViewState, size: dollars(5000), basis: "base", density: "compact" } as const;
const facets = createFacets()([], defaultViewState, filterInputs(defaultViewState, new Set(), undefined));

describe("ready views", () => {
  it.each(presetViews.map((view) => [view.name, view] as const))("%s survives the URL", (_name, view) => {
    const state = applyPresetView(view, mine);
    expect(readViewState(writeViewState(state, ""))).toEqual(state);
  });

  it.each(presetViews.map((view) => [view.name, view] as const))(
    "%s shows a chip for each of its filters",
    (_name, view) => {
      const { view: _view, ...filters } = view.change;
      expect(filterChips(applyPresetView(view, mine), { facets, gaveWay: false })).toHaveLength(
        Object.keys(filters).length + (view.exits === undefined ? 0 : 1),
      );
    },
  );

  it("leave size, leading rate and row height to the visitor", () => {
    for (const view of presetViews)
      expect(applyPresetView(view, mine)).toMatchObject({ size: 5000, basis: "base", density: "compact" });
  });
});
