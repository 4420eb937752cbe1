// Targets of the keys "/", "f" and "h", and of the phone's search button.

/** On a phone the field above the cards, else the sidebar's. */
export const searchFieldId = "search-markets";

/** On a phone the button that opens them. */
export const filtersId = "markets-filters";

export function focusSearch(): void {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}

export function focusFilters(): void {
  const filters = document.getElementById(filtersId);
  if (filters instanceof HTMLButtonElement) {
    filters.focus();
    filters.click();
  } else filters?.querySelector<HTMLElement>('input[type="checkbox"]')?.focus();
}

/**
 * A ref: if the element disappears while it has focus, as the last chip does when pressed, focus moves to the search
 * field, or to the button of folded filters, since a field would open a phone's keyboard.
 */
export function passFocusToFilters(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement) !== true) return;
    const filters = document.getElementById(filtersId);
    const heir = filters instanceof HTMLButtonElement ? filters : document.getElementById(searchFieldId);
    heir?.focus({ preventScroll: true });
  };
}

export const holdingId = "markets-holding";

export function focusHolding(): void {
  document.getElementById(holdingId)?.querySelector("input")?.focus();
}
