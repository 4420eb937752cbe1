// What happens in the rows of the table: one listener for each kind of event, which finds out whose row it was.
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { RateHandlers } from "../rate-popover/use-rate-popover.tsx";
import type { RowPool } from "./row-pool.ts";
import { isShown } from "./row-slot.ts";

export interface RowEvents {
  readonly cells: RateHandlers;
  readonly onOpen: ((id: string) => void) | undefined;
  readonly onToggleStar: (id: string) => void;
  readonly onTogglePick: (id: string) => void;
  readonly onDetails: (id: string) => void;
  /** A pointer has come to the button that shows the details. */
  readonly onNearDetails: () => void;
  readonly onMenu: (anchor: HTMLElement, row: MarketRow, from: "first" | "last") => void;
  /** The market that last had the focus. */
  readonly active: () => string | undefined;
}

const menuKeys: ReadonlyMap<string, "first" | "last"> = new Map([
  ["ArrowDown", "first"],
  ["ArrowUp", "last"],
] as const);

function closest(target: EventTarget | null, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}

/** Whether a press asks for what it does here, and not for a new tab, a menu or a selection. */
function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
}

/** @returns what ends it */
export function listenToRows(
  body: HTMLElement,
  pool: RowPool,
  asked: () => RowEvents | undefined,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const passive = { signal, passive: true, capture: true } as const;

  // What costs is written when somebody comes, before anything else hears of it.
  for (const name of ["pointerover", "pointerdown", "touchstart", "focusin", "click"] as const)
    body.addEventListener(name, ({ target }) => pool.slotOf(target)?.reach(), passive);

  body.addEventListener(
    "click",
    (event) => {
      const events = asked();
      const row = pool.slotOf(event.target)?.row();
      if (events === undefined || row === undefined) return;
      const control = closest(event.target, "a, button, input, .row-box");
      if (control === null) {
        const selecting = window.getSelection()?.type === "Range";
        if (isPlain(event) && !selecting) events.onOpen?.(row.id);
      } else if (control.matches(".market-link")) {
        if (events.onOpen === undefined || !isPlain(event)) return;
        event.preventDefault();
        events.onOpen(row.id);
      } else if (control.matches(".row-box")) control.querySelector("input")?.click();
      else if (control.matches(".row-star")) events.onToggleStar(row.id);
      else if (control.matches(".row-fold")) events.onDetails(row.id);
      else if (control.matches(".rate-button")) events.cells.onRateClick({ currentTarget: control });
      else if (control.matches(".row-more")) events.onMenu(control, row, "first");
    },
    { signal },
  );
  body.addEventListener(
    "change",
    ({ target }) => {
      const row = pool.slotOf(target)?.row();
      if (row === undefined || !(target instanceof HTMLInputElement)) return;
      // Stands as it was until the choice is made: it may be refused.
      target.checked = !target.checked;
      asked()?.onTogglePick(row.id);
    },
    { signal },
  );

  let rate: HTMLElement | null = null;
  const pointAt = (next: HTMLElement | null, pointerType: string): void => {
    if (next === rate) return;
    if (rate !== null) asked()?.cells.onRateLeave({ currentTarget: rate, pointerType });
    rate = next;
    if (rate !== null) asked()?.cells.onRateEnter({ currentTarget: rate, pointerType });
  };
  body.addEventListener(
    "pointerover",
    ({ target, pointerType }) => {
      pointAt(closest(target, ".markets-row .rate-button"), pointerType);
      if (closest(target, ".row-fold") !== null) asked()?.onNearDetails();
    },
    { signal, passive: true },
  );
  body.addEventListener("pointerleave", ({ pointerType }) => pointAt(null, pointerType), {
    signal,
    passive: true,
  });

  body.addEventListener(
    "focusin",
    ({ target }) => {
      const row = pool.slotOf(target)?.row();
      if (row !== undefined) pool.admit(row.id);
    },
    { signal },
  );
  // The row that Tab stops in is chosen when Tab is pressed, so that scrolling need not care.
  document.addEventListener(
    "keydown",
    ({ key, target }) => {
      if (key === "Tab" && pool.slotOf(target) === undefined) pool.admit(asked()?.active());
    },
    { signal, capture: true },
  );
  body.addEventListener(
    "keydown",
    (event) => {
      const slot = pool.slotOf(event.target);
      const row = slot?.row();
      if (slot === undefined || row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const from = menuKeys.get(event.key);
      const more = closest(event.target, ".row-more");
      if (from !== undefined && more !== null) {
        event.preventDefault();
        asked()?.onMenu(more, row, from);
      }
      if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
      const controls = slot.controls.filter(isShown);
      const at = controls.findIndex((control) => control === event.target);
      const next = controls[at + (event.key === "ArrowRight" ? 1 : -1)];
      if (at < 0 || next === undefined) return;
      event.preventDefault();
      next.focus();
    },
    { signal },
  );
  return () => ending.abort();
}
