import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { filters, flagIds, isUsdRange, rangeIds } from "../../market/filters/filters.ts";
import { createSelector } from "../../select/select.ts";
import { defaultViewState } from "../../view-state/codec.ts";
import { FilterPanel } from "./filter-panel.tsx";

const state = { ...defaultViewState, size: dollars(1000) };
const { facets } = createSelector()([], state, { starred: new Set() });

afterEach(cleanup);

test.each(flagIds)("the switch %s changes its own field and no other", (id) => {
  const onChange = vi.fn<() => void>();
  render(<FilterPanel state={state} onChange={onChange} facets={facets} />);
  fireEvent.click(screen.getByRole("checkbox", { name: filters[id].label }));
  expect(onChange.mock.calls).toEqual([[{ [id]: true }]]);
});

test.each(rangeIds)("the bound %s changes its own field and no other, in its unit", (id) => {
  const onChange = vi.fn<() => void>();
  const { container } = render(<FilterPanel state={state} onChange={onChange} facets={facets} />);
  for (const folded of container.querySelectorAll("details")) folded.open = true;
  fireEvent.change(screen.getByRole("textbox", { name: filters[id].label }), { target: { value: "50" } });
  expect(onChange.mock.calls).toEqual([[{ [id]: isUsdRange(id) ? dollars(50) : fraction(0.5) }, "replace"]]);
});
