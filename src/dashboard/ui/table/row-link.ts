import type { MouseEvent } from "react";

/** For a press anywhere in a row or card but on a control: follows its first link. A press that ends a selection of text does not. */
export function followRowLink({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest("a, button, summary, input, select") !== null) return;
  if ((window.getSelection()?.toString() ?? "") !== "") return;
  target.closest("tr, li")?.querySelector("a")?.click();
}
