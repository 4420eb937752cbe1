// The body of the table: as many row slots as fit the window, given to other markets while the list is scrolled, filtered or
// ordered anew. They are written within the scroll event itself, so that no frame shows a row without its market.
import type { MarketRow } from "../../data/markets/market-row.ts";
import { onPicture } from "./row-disc.ts";
import { createRowSlot, type RowLinks, type RowLook, type RowPlan, type RowSlot } from "./row-slot.ts";
import type { RowTexts } from "./row-texts.ts";
import { topOf, windowOf, type Unfolded } from "./row-window.ts";

/** What the table shows: written anew wherever it differs from what was shown before. */
export interface RowsShown {
  readonly rows: readonly MarketRow[];
  /** Another one makes other slots. */
  readonly plan: RowPlan;
  readonly look: RowLook;
  readonly links: RowLinks;
  readonly textsOf: (row: MarketRow) => RowTexts;
  readonly rowHeight: number;
  readonly picked: ReadonlySet<string>;
  readonly starred: ReadonlySet<string>;
  /** The row with its details under it, their element and its id. */
  readonly unfolded: (Unfolded & { readonly element: HTMLElement; readonly id: string }) | undefined;
}

export interface RowPool {
  readonly show: (shown: RowsShown) => void;
  /** The slot that an element belongs to. */
  readonly slotOf: (element: EventTarget | null) => RowSlot | undefined;
  /** Says which market's row the Tab key stops in: the one that has or last had the focus, else the first in view. */
  readonly admit: (id: string | undefined) => void;
  /** Where the list is scrolled to, in pixels, as of the last scroll event: asking the browser would make it lay out first. */
  readonly scrolled: () => { readonly top: number; readonly left: number };
  /** Scrolls to the list's top, before other rows are shown. */
  readonly toTop: () => void;
  readonly end: () => void;
}

/** How long a list has not been scrolled when it is at rest. */
const restMs = 100;

function rowOf(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>(".markets-row") : null;
}

/**
 * @param region scrolls
 * @param body holds the rows
 * @param headHeight what the head covers at the region's top, in pixels
 * @param onScroll called after the rows have followed a scroll
 */
export function createRowPool(
  region: HTMLElement,
  body: HTMLElement,
  headHeight: number,
  onScroll: () => void,
): RowPool {
  let shown: RowsShown | undefined;
  let slots: RowSlot[] = [];
  /** Slots that a shorter list has no use for. */
  let spare: RowSlot[] = [];
  let made = 0;
  let start = 0;
  /** How many of the last slots stand before the first ones in the document, until the list comes to rest. */
  let turned = 0;
  /** Ends the wait for the list to come to rest, when what rows need not have while it is scrolled is made good. */
  let resting: ReturnType<typeof setTimeout> | undefined;
  let height = region.clientHeight - headHeight;
  let top = region.scrollTop;
  let left = -1;
  const owners = new WeakMap<Element, RowSlot>();

  const create = (plan: RowPlan): RowSlot => {
    const slot = createRowSlot(plan, made);
    made += 1;
    owners.set(slot.element, slot);
    return slot;
  };

  /** A focus in a row that goes is let go, instead of passing to the market that takes its slot over. */
  const letGo = (from: number, to: number): void => {
    const focused = document.activeElement;
    if (focused === null || !body.contains(focused)) return;
    const index = Number(focused.closest<HTMLElement>("[data-row]")?.dataset["row"]);
    if (index < from || index >= to) region.focus({ preventScroll: true });
  };

  /**
   * Puts the rows into the order of the list for those who follow the document: the keyboard, a screen reader. To the eye every
   * row has its place already, and one that is put elsewhere in the document is styled and laid out from nothing.
   */
  const arrange = (): void => {
    if (turned === 0) return;
    const elements = slots.map((slot) => slot.element);
    const seam = elements.length - turned;
    turned = 0;
    // A row that is moved loses the focus.
    const focused = elements.findIndex((element) => element.contains(document.activeElement));
    if (focused < 0 ? seam <= elements.length / 2 : focused >= seam) body.prepend(...elements.slice(0, seam));
    else body.append(...elements.slice(seam));
  };
  const rest = (): void => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      for (const slot of slots) slot.tell();
      // A press that began on a row must end on it.
      if (body.matches(":active")) rest();
      else arrange();
    }, restMs);
  };

  /** Gives every slot its place in the list; keeps those that stay in view where they are. */
  const settle = (from: number, count: number, plan: RowPlan): void => {
    const moved = from - start;
    if (moved !== 0 && Math.abs(moved) < slots.length) {
      slots = [...slots.slice(moved), ...slots.slice(0, moved)];
      turned = (turned + moved + slots.length) % slots.length;
    }
    start = from;
    if (slots.length !== count) arrange();
    while (slots.length > count) {
      const slot = slots.pop();
      if (slot === undefined) break;
      slot.element.remove();
      spare.push(slot);
    }
    while (slots.length < count) {
      const slot = spare.pop() ?? create(plan);
      body.append(slot.element);
      slots.push(slot);
    }
  };

  const draw = (now: RowsShown, scrolled: boolean): void => {
    const { rows, plan, look, links, textsOf, rowHeight, unfolded } = now;
    const view = windowOf({ scrollTop: top, height, rowHeight, count: rows.length, unfolded });
    if (scrolled) {
      if (view.start === start && view.end - view.start === slots.length) return;
      letGo(view.start, view.end);
    }
    settle(view.start, view.end - view.start, plan);
    if (!scrolled || unfolded !== undefined || body.contains(document.activeElement)) arrange();
    if (scrolled) rest();
    for (const [at, slot] of slots.entries()) {
      const index = view.start + at;
      const row = rows[index];
      if (row === undefined) continue;
      slot.write(textsOf(row), look, links, index, topOf(index, rowHeight, unfolded));
      slot.mark({
        picked: now.picked.has(row.id),
        starred: now.starred.has(row.id),
        detailId: unfolded?.index === index ? unfolded.id : undefined,
      });
      if (!scrolled) slot.tell();
    }
    if (unfolded === undefined) return;
    const above = slots[unfolded.index - view.start];
    if (above === undefined) unfolded.element.remove();
    else {
      unfolded.element.style.top = `${String(topOf(unfolded.index, rowHeight, unfolded) + rowHeight)}px`;
      unfolded.element.dataset["row"] = String(unfolded.index);
      unfolded.element.dataset["id"] = above.row()?.id ?? "";
      if (above.element.nextSibling !== unfolded.element) above.element.after(unfolded.element);
    }
  };

  /** The edges that other columns pass under are drawn while there are such columns. */
  const markEdges = (): void => {
    const most = region.scrollWidth - region.clientWidth;
    region.toggleAttribute("data-before", left > 0);
    region.toggleAttribute("data-after", left < most - 1);
  };
  const follow = (): void => {
    const before = left;
    top = region.scrollTop;
    left = region.scrollLeft;
    if (left !== before) markEdges();
    if (shown !== undefined) draw(shown, true);
    onScroll();
  };
  region.addEventListener("scroll", follow, { passive: true });

  const resize = (): void => {
    height = region.clientHeight - headHeight;
    if (shown !== undefined) draw(shown, true);
    markEdges();
  };
  const sizes = typeof ResizeObserver === "function" ? new ResizeObserver(resize) : undefined;
  sizes?.observe(region);
  sizes?.observe(body);

  const endPictures = onPicture(() => {
    for (const slot of slots) slot.picture();
  });

  let admitted: RowSlot | undefined;
  let admittedId: string | undefined;
  const admit = (id: string | undefined): void => {
    arrange();
    admittedId = id;
    const wanted = slots.find((slot) => slot.row()?.id === id) ?? slots[start === 0 ? 0 : 1];
    if (wanted === admitted) return;
    admitted?.admit(false);
    wanted?.admit(true);
    admitted = wanted;
  };

  /** Where the focus is in a row: whose, and at which of its controls. */
  const focusIn = (): { readonly id: string | undefined; readonly at: number } | undefined => {
    const slot = owners.get(rowOf(document.activeElement) ?? body);
    if (slot === undefined) return undefined;
    return {
      id: slot.row()?.id,
      at: slot.controls.findIndex((control) => control === document.activeElement),
    };
  };

  return {
    show: (next) => {
      const before = shown;
      const focus = focusIn();
      shown = next;
      if (before !== undefined && before.plan !== next.plan) {
        for (const slot of slots) slot.element.remove();
        slots = [];
        spare = [];
        turned = 0;
        admitted = undefined;
      }
      if (before?.unfolded !== undefined && before.unfolded.element !== next.unfolded?.element)
        before.unfolded.element.remove();
      const total = topOf(next.rows.length, next.rowHeight, next.unfolded);
      body.style.height = `${String(total)}px`;
      draw(next, false);
      admit(admittedId);
      if (focus === undefined) return;
      // The focus follows its market, or lets go of it.
      const slot = slots.find((candidate) => candidate.row()?.id === focus.id);
      const control = slot?.controls[focus.at] ?? region;
      if (control !== document.activeElement) control.focus({ preventScroll: true });
    },
    scrolled: () => ({ top, left: Math.max(0, left) }),
    toTop: () => {
      if (top > 0) region.scrollTop = top = 0;
    },
    slotOf: (element) => {
      const row = rowOf(element);
      return row === null ? undefined : owners.get(row);
    },
    admit,
    end: () => {
      region.removeEventListener("scroll", follow);
      sizes?.disconnect();
      endPictures();
      clearTimeout(resting);
      for (const slot of [...slots, ...spare]) slot.element.remove();
    },
  };
}
