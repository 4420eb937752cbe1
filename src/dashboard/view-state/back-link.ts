// If the list is the previous history entry, goes Back, which keeps the scroll position.
import type { MouseEvent } from "react";
import { fieldOf } from "../../contract/names/field-of.ts";

const key = "list";

export function openedFrom(list: string): object {
  return { [key]: list };
}

export function openingList(): object | undefined {
  const list = listBefore();
  return list === undefined ? undefined : openedFrom(list);
}

function listBefore(): string | undefined {
  const list = fieldOf(window.history.state, key);
  return typeof list === "string" ? list : undefined;
}

/** With another size or filter it is another list. */
export function backTo(list: string): (event: MouseEvent) => void {
  return (event) => {
    if (listBefore() !== list) return;
    event.preventDefault();
    window.history.back();
  };
}
