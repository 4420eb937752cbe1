import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { filtersId, passFocusToFilters, searchFieldId } from "./focus-search.ts";

function Filters({
  isFolded,
  hasChip,
}: {
  readonly isFolded: boolean;
  readonly hasChip: boolean;
}): ReactNode {
  return (
    <>
      {isFolded ? <button id={filtersId}>Filters</button> : <section id={filtersId} />}
      <input id={searchFieldId} aria-label="Search" />
      {hasChip ? (
        <div ref={passFocusToFilters}>
          <button>Remove filter</button>
        </div>
      ) : null}
    </>
  );
}

const named = (name: string): HTMLElement =>
  screen.queryByRole("button", { name }) ?? screen.getByRole("textbox", { name });

test.each([
  ["to the search field", false, "Remove filter", "Search"],
  ["to the button of folded filters", true, "Remove filter", "Filters"],
  ["nowhere if it was elsewhere", false, "Search", "Search"],
  ["nowhere if it was elsewhere, filters folded", true, "Search", "Search"],
])("focus of the last chip moves %s", (_where, isFolded, from, heir) => {
  const { rerender } = render(<Filters isFolded={isFolded} hasChip />);
  named(from).focus();
  rerender(<Filters isFolded={isFolded} hasChip={false} />);
  expect(document.activeElement).toBe(named(heir));
});
