import { expect, it } from "vitest";
import { changeViewState, readViewState } from "../../view-state/codec.ts";
import { clearedFilters, liftedForSearch } from "./clear-filters.ts";

it("clearing filters leaves the benchmark, which is none", () => {
  const state = readViewState("provider=lulo&vs=kamino.lending.a&size=1000");
  for (const change of [clearedFilters(state), liftedForSearch])
    expect(changeViewState(state, change)).toEqual(readViewState("vs=kamino.lending.a&size=1000"));
});
