// Elements that the keys "/", "f" and "h", and the search button on phones, move the focus to.
import { createPageValue } from "../../data/storage/stored-value.ts";

/** On a phone the field above the cards, otherwise the one in the sidebar. */
export const searchFieldId = "search-markets";

/** On a phone, the button that opens the filters. */
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
 * Use it as a ref. If the element disappears while it has focus, as the last chip does when pressed, focus moves to
 * the search field, or to the button of collapsed filters, because a field would open a phone's keyboard.
 */
export function passFocusToFilters(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement) !== true) return;
    const filters = document.getElementById(filtersId);
    const target = filters instanceof HTMLButtonElement ? filters : document.getElementById(searchFieldId);
    target?.focus({ preventScroll: true });
  };
}

/** The page's bar above the cards, which stays in view. */
export const listBar = createPageValue<HTMLElement | null>(null);
export const holdingId = "markets-holding";

export function focusHolding(): void {
  document.getElementById(holdingId)?.querySelector("input")?.focus();
}
