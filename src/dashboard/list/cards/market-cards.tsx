import { measureElement, useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { ArrowUp } from "lucide-react";
import { createPortal } from "react-dom";
import { formatCount } from "../../../domain/format/number.ts";
import type { MarketListProps } from "../market-list.ts";
import { useStoredValue } from "../../data/storage/stored-value.ts";
import { listBar } from "../toolbar/focus-search.ts";
import { keptTop } from "../list-focus.ts";
import { useMarketList } from "../use-market-list.tsx";
import { MarketCard, planOf } from "./market-card.tsx";

const estimate = 326;
/** Cards rendered beyond the viewport: few for the first paint, more once the user scrolls and may fling. */
const overscan = { before: 1, scrolled: 3 };
const manyCards = 8;
/** The bar with the filters and the button to the top are higher than what is below the cards. */
const bars = 104;

/** The browser must not use the spacer for scroll anchoring. */
const spacer = "[overflow-anchor:none] print:hidden";

/** Heights of the cards. Kept after leaving the list, so that Back shows the same card. */
let measured: VirtualItem[] = [];

export function MarketCards(props: MarketListProps): ReactNode {
  const { rows, columns, sort, generation, stale, provisional, loading } = props;
  const plan = useMemo(() => planOf(columns, sort), [columns, sort]);
  const container = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Passed in, so that the first render already has cards.
  const [initialRect] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  const [hasScrolled, setHasScrolled] = useState(measured.length > 0);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    estimateSize: () => estimate,
    // In tests there is no layout, so the height is 0.
    measureElement: (card, entry, instance) => measureElement(card, entry, instance) || estimate,
    initialMeasurementsCache: measured,
    initialRect,
    // After Back, the first render shows the cards that were left, so that no press lands on others.
    initialOffset: () => keptTop() ?? window.scrollY,
    indexAttribute: "data-row",
    scrollMargin,
    scrollPaddingStart: bars,
    scrollPaddingEnd: bars,
    overscan: hasScrolled ? overscan.scrolled : overscan.before,
    // Otherwise the end of scrolling is guessed by a timer, and slow frames would be rendered late.
    useScrollendEvent: true,
    isScrollingResetDelay: 1000,
  });
  if (virtualizer.isScrolling && !hasScrolled) setHasScrolled(true);
  // Filters change the content above the list, and with it the margin.
  useLayoutEffect(() => {
    if (list.current !== null)
      setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  }, [rows, loading, provisional]);
  useLayoutEffect(() => {
    // Corrects the scroll position in browsers without scroll anchoring.
    if (typeof CSS === "object" && CSS.supports("overflow-anchor", "auto"))
      virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  }, [virtualizer]);
  useEffect(
    () => () => {
      measured = virtualizer.takeSnapshot();
    },
    [virtualizer],
  );
  const observe = useCallback(
    (card: HTMLLIElement | null) => {
      if (card === null) return undefined;
      virtualizer.measureElement(card);
      return () => {
        virtualizer.measureElement(null);
        // When the focused card is unmounted, keep the focus nearby: the next key starts there.
        if (card.contains(document.activeElement)) container.current?.focus({ preventScroll: true });
      };
    },
    [virtualizer],
  );

  const drawn = virtualizer.getVirtualItems();
  const height = virtualizer.getTotalSize();
  const seen = virtualizer.range?.startIndex ?? 0;
  // Below the bar that stays in view, because a button over the cards would cover theirs.
  const bar = useStoredValue(listBar);
  const before = (drawn[0]?.start ?? scrollMargin) - scrollMargin;
  const after = height - ((drawn.at(-1)?.end ?? scrollMargin) - scrollMargin);
  const { cells, picked, starred, opened, focus, orderNote, blockedFrom } = useMarketList(props, {
    container,
    kind: "cards",
    page: () => Math.max(1, Math.floor((window.innerHeight * rows.length) / Math.max(1, height)) - 1),
    reveal: (index) => virtualizer.scrollToIndex(index),
  });

  return (
    <>
      {/* Takes the focus when a card that has it is removed, so that the next key starts from there. */}
      <section ref={container} tabIndex={-1} className="outline-none" {...focus.handlers}>
        {rows.length === 0 && loading ? (
          <CardSkeletons />
        ) : (
          <ul
            key={generation}
            ref={list}
            // Safari drops the list role if a list has no bullets.
            // oxlint-disable-next-line jsx-a11y/no-redundant-roles
            role="list"
            aria-label="Markets"
            {...orderNote}
            className={stale ? "mt-1 stale" : "mt-1"}
          >
            {before > 0 ? <li role="none" className={spacer} style={{ height: before }} /> : null}
            {drawn.map(({ index }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <MarketCard
                  key={row.id}
                  row={row}
                  index={index}
                  total={rows.length}
                  plan={plan}
                  cells={cells}
                  isPicked={picked.has(row.id)}
                  isStarred={starred.has(row.id)}
                  isFirstBlocked={index === blockedFrom}
                  observe={observe}
                />
              );
            })}
            {after > 0 ? <li role="none" className={spacer} style={{ height: after }} /> : null}
          </ul>
        )}
      </section>
      <div className="sticky bottom-16 z-10 h-0">{opened}</div>
      {bar === null || seen < manyCards
        ? null
        : createPortal(
            <button
              type="button"
              onClick={() => window.scrollTo(0, 0)}
              className="absolute inset-x-0 top-full flex h-11 items-center justify-center gap-2 border-y border-line2 bg-surface text-small tabular-nums font-medium text-text low:hidden"
            >
              <ArrowUp className="size-4" />
              To top
              <span aria-hidden="true" className="text-text2">
                {formatCount(seen + 1).text} of {formatCount(rows.length).text}
              </span>
            </button>,
            bar,
          )}
    </>
  );
}

function CardSkeletons(): ReactNode {
  return (
    <div aria-hidden="true" className="pt-1">
      {[1, 0.75, 0.5, 0.25].map((opacity) => (
        <div key={opacity} className="pb-2" style={{ opacity }}>
          <div className="market-card mx-4 flex h-[318px] flex-col gap-4 rounded-panel border border-line2 bg-surface px-3 py-3">
            <span className="flex items-center gap-2.5">
              <span className="size-7 rounded-full bg-track" />
              <span className="h-2.5 w-32 rounded bg-track" />
            </span>
            <span className="h-6 w-44 rounded bg-track" />
            <span className="h-2.5 w-full rounded bg-track" />
            <span className="h-2.5 w-2/3 rounded bg-track" />
          </div>
        </div>
      ))}
    </div>
  );
}
