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

it("showing the matches of a search keeps the prediction statuses, which are requested", () => {
  const asked = "view=prediction&status=closed&q=rain";
  expect(changeViewState(readViewState(`${asked}&starred=1`), liftedForSearch)).toEqual(
    readViewState(`small=1&${asked}`),
  );
});
