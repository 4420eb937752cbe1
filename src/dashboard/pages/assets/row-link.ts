// A row of a table that opens what its first cell links to.
import type { MouseEvent } from "react";

/** For a press anywhere in a row but on what can be pressed itself. A press that ends a selection of text is none. */
export function followRowLink({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest("a, button") !== null) return;
  if ((window.getSelection()?.toString() ?? "") !== "") return;
  target.closest("tr")?.querySelector("a")?.click();
}
