// Which cards of a long list are in the document. Cards differ in height by their warnings, so each is measured once it is
// there, and stands with an estimate until then. Side by side, a line of cards is as tall as its tallest one.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RefCallback, RefObject } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";

export interface CardWindow {
  readonly start: number;
  readonly end: number;
  /** Height of what is left out before and after, in pixels. */
  readonly before: number;
  readonly after: number;
}

const margin = 600;
/** Stands in where there is no layout at all. */
const assumedHeight = 800;

const narrowestCard = 300;
/** Between cards that stand side by side, and beside the outer ones; `.cards-grid` draws them. */
export const cardGap = 12;
const gridEdge = 16;

/** How many cards fit side by side into a region of so many pixels. */
export function columnsFor(width: number): number {
  return Math.max(1, Math.floor((width - 2 * gridEdge + cardGap) / (narrowestCard + cardGap)));
}

/** The upper edges of all lines of cards and, last, the height of them all. */
export function edgesOf(
  ids: readonly string[],
  heights: ReadonlyMap<string, number>,
  estimate: number,
  columns = 1,
): readonly number[] {
  let edge = 0;
  let tallest = 0;
  const edges = [0];
  for (const [place, id] of ids.entries()) {
    tallest = Math.max(tallest, heights.get(id) ?? estimate);
    if ((place + 1) % columns !== 0 && place !== ids.length - 1) continue;
    edge += tallest;
    tallest = 0;
    edges.push(edge);
  }
  return edges;
}

/** The first place whose upper edge is not above `offset`, by halving. */
function placeAt(edges: readonly number[], offset: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The cards around a scroll offset, which is how far the list's upper edge lies above the window's. Whole lines of them.
 * @param columns how many cards stand in a line
 * @param cards how many there are: the last line may be short
 */
export function cardWindowOf(
  edges: readonly number[],
  offset: number,
  height: number,
  columns = 1,
  cards = (edges.length - 1) * columns,
): CardWindow {
  const lines = edges.length - 1;
  const all = edges[lines] ?? 0;
  const shown = height > 0 ? height : assumedHeight;
  const start = Math.min(lines, placeAt(edges, Math.max(0, offset - margin)));
  const end = Math.min(lines, placeAt(edges, Math.max(0, offset) + shown + margin) + 1);
  return {
    start: Math.min(cards, start * columns),
    end: Math.min(cards, end * columns),
    before: edges[start] ?? 0,
    after: all - (edges[end] ?? all),
  };
}

/** A card and how far below the upper edge of what is seen it stands: what must stay where it is. */
export interface SeenCard {
  readonly id: string;
  readonly below: number;
}

export interface CardList extends CardWindow {
  /** Goes around the list: scrolls it where it is a grid, and takes the focus when a card that has it leaves the document. */
  readonly holder: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLUListElement | null>;
  /** How many cards stand in a line; 0 until a region was measured, and then no card is drawn yet. */
  readonly columns: number;
  /** A ref for every card. */
  readonly observe: RefCallback<HTMLElement>;
  /** The card at the upper edge of what is seen. */
  readonly seen: () => SeenCard | undefined;
  /** Brings a card to where it was. */
  readonly keep: (card: SeenCard) => void;
  /** Scrolls to a distance from the top. */
  readonly scrollTo: (top: number) => void;
  /** Scrolls no further than needed until a card is in sight. */
  readonly reveal: (place: number) => void;
  /** How many whole lines fit what is seen. */
  readonly page: () => number;
}

/** What a phone's bars lie over, at the top and at the bottom of its window. */
const phoneBars = 60;

function cardsIn(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
}

/** The card with a mark of this value. */
function cardWith(list: HTMLElement | null, mark: "id" | "row", value: string): HTMLElement | undefined {
  return cardsIn(list).find(({ dataset }) => dataset[mark] === value);
}

/** Where the upper edge of what is seen lies: of a region, or of the window. */
function topOf(region: HTMLElement | null): number {
  return region?.getBoundingClientRect().top ?? 0;
}

function heightOf(region: HTMLElement | null): number {
  return region?.clientHeight ?? window.innerHeight;
}

function scrollBy(region: HTMLElement | null, distance: number): void {
  const pixels = Math.round(distance);
  if (pixels === 0) return;
  if (region === null) window.scrollBy(0, pixels);
  else region.scrollTop += pixels;
}

/** The first card of which something is in sight; undefined at the top, where nothing has to be kept. */
function seenIn(region: HTMLElement | null, list: HTMLElement | null): SeenCard | undefined {
  if (region === null || region.scrollTop === 0) return undefined;
  const top = topOf(region);
  for (const card of cardsIn(list)) {
    const box = card.getBoundingClientRect();
    const { id } = card.dataset;
    if (box.bottom > top && id !== undefined) return { id, below: box.top - top };
  }
  return undefined;
}

/** The height a card has without what stretches it to its neighbours'. */
function ownHeight(card: HTMLElement): number {
  return card.offsetHeight - (card.querySelector<HTMLElement>(".card-slack")?.offsetHeight ?? 0);
}

/** Whether the browser holds on to what is seen when something above it changes its height. */
function keepsByItself(): boolean {
  return typeof CSS === "object" && CSS.supports("overflow-anchor", "auto");
}

/** A card that is to stand where it stood, and whether it was scrolled to once, for a card outside of the document. */
interface Kept {
  readonly card: SeenCard;
  readonly sought: boolean;
}

/**
 * Follows what scrolls the list, and measures the cards that get `observe` as their ref.
 * @param grid whether they stand side by side, as many as fit, in a region of their own; otherwise the document scrolls them
 */
export function useCardWindow({
  grid,
  rows,
  estimate,
}: {
  readonly grid: boolean;
  readonly rows: readonly MarketRow[];
  readonly estimate: number;
}): CardList {
  const holder = useRef<HTMLElement | null>(null);
  const list = useRef<HTMLUListElement | null>(null);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(() => new Map());
  const [view, setView] = useState({ offset: 0, height: 0 });
  const [columns, setColumns] = useState(grid ? 0 : 1);
  const [, drawAgain] = useState(0);
  const kept = useRef<Kept | undefined>(undefined);
  /** Where the browser does not hold on to what is seen, this does. */
  const held = useRef<SeenCard | undefined>(undefined);

  const look = useCallback((): void => {
    const element = list.current;
    if (element === null) return;
    const region = grid ? holder.current : null;
    // In steps, so that most scroll events change nothing.
    const offset = Math.round((topOf(region) - element.getBoundingClientRect().top) / 120) * 120;
    const height = heightOf(region);
    setView((now) => (now.offset === offset && now.height === height ? now : { offset, height }));
  }, [grid]);

  useLayoutEffect(() => {
    const follow = (): void => {
      if (grid && !keepsByItself()) held.current = seenIn(holder.current, list.current);
      look();
    };
    const frame = requestAnimationFrame(look);
    // Scrolling does not bubble, and which ancestor scrolls is the page's business.
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", look);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", look);
    };
  }, [look, grid]);

  useLayoutEffect(() => {
    const region = holder.current;
    if (!grid || region === null) return undefined;
    let fitted = 0;
    const fit = (): void => {
      const next = columnsFor(region.clientWidth);
      if (fitted !== 0 && fitted !== next) {
        const card = seenIn(region, list.current);
        kept.current = card === undefined ? undefined : { card, sought: false };
      }
      fitted = next;
      setColumns(next);
      look();
    };
    fit();
    const sizes = typeof ResizeObserver === "function" ? new ResizeObserver(fit) : undefined;
    sizes?.observe(region);
    return () => sizes?.disconnect();
  }, [look, grid]);

  // A ref for every card: a card tells its height when it comes, and again when its width makes it wrap.
  const observe = useMemo(() => {
    const sizes =
      typeof ResizeObserver === "function"
        ? new ResizeObserver((entries) => {
            const found = entries.flatMap(({ target }): readonly (readonly [string, number])[] => {
              const { id } = target instanceof HTMLElement ? target.dataset : {};
              const height = target instanceof HTMLElement ? ownHeight(target) : 0;
              return id === undefined || height === 0 ? [] : [[id, height]];
            });
            setHeights((now) =>
              found.every(([id, height]) => now.get(id) === height) ? now : new Map([...now, ...found]),
            );
          })
        : undefined;
    return (card: HTMLElement | null): (() => void) | undefined => {
      if (card === null) return undefined;
      sizes?.observe(card);
      return () => {
        sizes?.unobserve(card);
        // The focus is not lost with the card that has it: the next key starts from there.
        if (card.contains(document.activeElement)) holder.current?.focus({ preventScroll: true });
      };
    };
  }, []);

  const side = Math.max(1, columns);
  const edges = useMemo(
    () =>
      edgesOf(
        rows.map((row) => row.id),
        heights,
        estimate,
        side,
      ),
    [rows, heights, estimate, side],
  );
  const shown = useMemo(
    () => cardWindowOf(edges, view.offset, view.height, side, rows.length),
    [edges, view, side, rows.length],
  );

  /** How far below the upper edge of what is seen a line of cards begins, as far as is known. */
  const lineBelow = (line: number): number =>
    topOf(list.current) - topOf(grid ? holder.current : null) + (edges[line] ?? 0);

  useLayoutEffect(() => {
    const region = holder.current;
    const wanted = kept.current;
    const card = wanted?.card ?? held.current;
    if (!grid || columns === 0 || card === undefined) return;
    kept.current = undefined;
    const found = cardWith(list.current, "id", card.id);
    if (found !== undefined) scrollBy(region, topOf(found) - topOf(region) - card.below);
    // First to where it should be, so that it comes into the document; then exactly.
    else if (wanted?.sought === false) {
      const place = rows.findIndex(({ id }) => id === card.id);
      if (place < 0) return;
      kept.current = { card, sought: true };
      scrollBy(region, lineBelow(Math.floor(place / side)) - card.below);
    }
    if (wanted !== undefined) look();
  });

  return {
    ...shown,
    holder,
    list,
    columns,
    observe,
    seen: () => seenIn(holder.current, list.current),
    keep: (card) => {
      kept.current = { card, sought: false };
      drawAgain((times) => times + 1);
    },
    scrollTo: (top) => {
      held.current = undefined;
      scrollBy(holder.current, top - (holder.current?.scrollTop ?? 0));
      look();
    },
    reveal: (place) => {
      held.current = undefined;
      const region = grid ? holder.current : null;
      const box = cardWith(list.current, "row", String(place))?.getBoundingClientRect();
      const line = Math.floor(place / side);
      const upper = box === undefined ? lineBelow(line) : box.top - topOf(region);
      const lower = box === undefined ? lineBelow(line + 1) : box.bottom - topOf(region);
      const bars = grid ? cardGap : phoneBars;
      const seenHeight = heightOf(region);
      if (upper < bars) scrollBy(region, upper - bars);
      else if (lower > seenHeight - bars) scrollBy(region, Math.min(lower - seenHeight + bars, upper - bars));
      look();
    },
    page: () => {
      const lines = edges.length - 1;
      const lineHeight = lines === 0 ? estimate : (edges[lines] ?? 0) / lines;
      return Math.max(1, Math.floor(heightOf(grid ? holder.current : null) / lineHeight) - 1);
    },
  };
}
