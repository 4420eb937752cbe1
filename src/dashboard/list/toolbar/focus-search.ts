// Finds the search field, the filters and the fields above the list, for the keys "/", "f" and "h", the phone's search button and the
// table's hint.

/** The id of the search field that is shown. On a phone it is the field above the cards, else the one in the sidebar. */
export const searchFieldId = "search-markets";

/** The id of the sidebar with the filters, on a phone of the button that opens them. */
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

export const holdingId = "markets-holding";

export function focusHolding(): void {
  document.getElementById(holdingId)?.querySelector("input")?.focus();
}
