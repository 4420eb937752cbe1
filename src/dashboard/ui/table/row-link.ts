import type { MouseEvent } from "react";

/** A press on a row opens its first link, unless it hits a control or selects text. */
export function followRowLink({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest("a, button, summary, input, select") !== null) return;
  if ((window.getSelection()?.toString() ?? "") !== "") return;
  target.closest("tr, li")?.querySelector("a")?.click();
}
