// One place knows how the search field is found, for the key "/", the phone's magnifier and the table's hint.

/** The id of the search field that is shown. On a phone it is the field above the cards, else the one in the sidebar. */
export const searchFieldId = "search-markets";

export function focusSearch(): void {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
