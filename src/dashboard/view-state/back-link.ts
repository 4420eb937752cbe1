// The visible way back to a list. Where the list is the entry before, it is the same as Back: the browser keeps the place, and the
// history grows no longer.
import type { MouseEvent } from "react";

const key = "list";

/** The state of the history entry of a page that a list opens. @param list the address of the list */
export function openedFrom(list: string): object {
  return { [key]: list };
}

/** The list that the page shown was opened from, which is the entry before it. Goes along where a page takes the place of this one. */
export function openingList(): object | undefined {
  const list = listBefore();
  return list === undefined ? undefined : openedFrom(list);
}

function listBefore(): string | undefined {
  const state: unknown = window.history.state;
  const list: unknown = typeof state === "object" && state !== null ? Reflect.get(state, key) : undefined;
  return typeof list === "string" ? list : undefined;
}

/** For the click on a link to a list: goes back if that list is the entry before. Another size or filter makes it another list. */
export function backTo(list: string): (event: MouseEvent) => void {
  return (event) => {
    if (listBefore() !== list) return;
    event.preventDefault();
    window.history.back();
  };
}
