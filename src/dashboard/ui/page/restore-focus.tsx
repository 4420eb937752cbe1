// When a control removes or disables itself, its neighbor gets the focus, so that the keyboard does not restart at the top.
import { useEffect, type RefObject } from "react";
import { focusable } from "../overlay/popover.tsx";

const rows = 'table, [role="table"]';

type Position = readonly { readonly parent: Element; readonly at: number }[];

function positionOf(element: Element, region: Element): Position {
  const position: { parent: Element; at: number }[] = [];
  for (let child = element; child !== region && child.parentElement !== null; child = child.parentElement)
    position.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) });
  return position;
}

/** Excludes rows: a list counts as being read while a row has the focus. */
function canTake(stop: Element, inTables: boolean): stop is HTMLElement {
  return (
    stop instanceof HTMLElement &&
    stop.checkVisibility() &&
    (inTables || (stop.closest(rows) === null && stop.querySelector(rows) === null))
  );
}

function nextOfKind({ tagName }: Element, position: Position): HTMLElement | undefined {
  for (const [depth, { parent, at }] of position.entries()) {
    if (!parent.isConnected) continue;
    const way = position.slice(0, depth).toReversed();
    for (const neighbor of [parent.children[at], parent.children[at - 1]]) {
      const stop = way.reduce<Element | undefined>((element, step) => element?.children[step.at], neighbor);
      if (
        stop?.tagName === tagName &&
        stop.matches(focusable) &&
        canTake(stop, stop.closest("[data-row]") === null)
      )
        return stop;
    }
    return undefined;
  }
  return undefined;
}

function nearest(position: Position): HTMLElement | undefined {
  for (const { parent, at } of position) {
    if (!parent.isConnected) continue;
    const stops = [...parent.querySelectorAll(focusable)].filter((stop) => canTake(stop, false));
    const before = [...parent.children].slice(0, at);
    const next = stops.find((stop) => !before.some((child) => child.contains(stop))) ?? stops.at(-1);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** If the focus is lost, moves it to the neighbor or the page's heading. New pages set their own focus. */
export function RestoreFocus({ region }: { readonly region: RefObject<HTMLElement | null> }): null {
  useEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    let held: { readonly element: Element; readonly position: Position; readonly path: string } | undefined;
    const hold = ({ target }: FocusEvent): void => {
      held =
        target instanceof Element && element.contains(target)
          ? { element: target, position: positionOf(target, element), path: window.location.pathname }
          : undefined;
    };
    // On the document, because the focus may have moved elsewhere, and then it is not lost.
    document.addEventListener("focusin", hold);
    const watcher = new MutationObserver(() => {
      const last = held;
      if (last === undefined || (last.element.isConnected && !last.element.matches(":disabled"))) return;
      held = undefined;
      const { activeElement } = document;
      // A browser may take the focus from a disabled control later, or never.
      const isLost = activeElement === document.body || activeElement === last.element;
      if (!isLost || window.location.pathname !== last.path) return;
      const next =
        nextOfKind(last.element, last.position) ??
        nearest(last.position) ??
        element.querySelector<HTMLElement>("h1[tabindex]");
      next?.focus({ preventScroll: true });
    });
    watcher.observe(element, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      document.removeEventListener("focusin", hold);
      watcher.disconnect();
    };
  }, [region]);
  return null;
}

/** A `ref` for an element that has the focus from the start. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
