import { expect, it } from "vitest";
import { changeViewState, readViewState } from "../../../domain/view-state/codec.ts";
import { clearedFilters, liftedForSearch } from "./clear-filters.ts";

it("clearing filters keeps the benchmark and the size, which are not filters", () => {
  const state = readViewState("provider=lulo&vs=kamino.lending.a&size=1000");
  const kept = "vs=kamino.lending.a&size=1000";
  expect(changeViewState(state, clearedFilters(state))).toEqual(readViewState(kept));
  // A search that finds a small market shows it.
  expect(changeViewState(state, liftedForSearch)).toEqual(readViewState(`small=1&${kept}`));
});
