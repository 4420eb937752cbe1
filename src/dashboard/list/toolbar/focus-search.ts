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

export const holdingId = "markets-holding";

export function focusHolding(): void {
  document.getElementById(holdingId)?.querySelector("input")?.focus();
}
