// Links back to a list. Where the list is the previous history entry, they act like Back, which keeps the scroll position.
import type { MouseEvent } from "react";

const key = "list";

/**
 * The history state of a page opened from a list.
 * @param list the address of the list
 */
export function openedFrom(list: string): object {
  return { [key]: list };
}

/** The list this page was opened from, if it is the previous entry. Copied when a page replaces this one. */
export function openingList(): object | undefined {
  const list = listBefore();
  return list === undefined ? undefined : openedFrom(list);
}

function listBefore(): string | undefined {
  const state: unknown = window.history.state;
  const list: unknown = typeof state === "object" && state !== null ? Reflect.get(state, key) : undefined;
  return typeof list === "string" ? list : undefined;
}

/**
 * Click handler for a link to a list: goes back if that list is the previous entry. Another size or filter makes it another
 * list.
 */
export function backTo(list: string): (event: MouseEvent) => void {
  return (event) => {
    if (listBefore() !== list) return;
    event.preventDefault();
    window.history.back();
  };
}
