import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
} from "@tanstack/react-virtual";
import { useCallback, useEffect, useState, type RefObject } from "react";
import { useMediaQuery } from "../page/media-query.ts";

/** Below this number of rows, rendering all costs less than managing a window. */
const maxAtOnce = 200;

/** `list` contains rows with `data-row`; `region` scrolls them, or the document if it is undefined. */
export function useWindowed(
  count: number,
  estimate: (index: number) => number,
  list: RefObject<HTMLElement | null>,
  region: RefObject<HTMLElement | null> | undefined,
) {
  const isPrinting = useMediaQuery("print");
  const isEnabled = count > maxAtOnce && !isPrinting;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Not a layout effect, because the ancestor's ref is not set by then.
  useEffect(() => {
    if (!isEnabled || list.current === null) return;
    const { top } = list.current.getBoundingClientRect();
    const element = region?.current ?? null;
    const start = element ? element.scrollTop - element.getBoundingClientRect().top : window.scrollY;
    setScroller(element);
    setScrollMargin(Math.round(top + start));
  }, [isEnabled, count, list, region]);
  // Keeps the focused row rendered: if it were removed, the focus would be lost.
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const near = defaultRangeExtractor(range);
      const row = document.activeElement?.closest<HTMLElement>("[data-row]") ?? null;
      const focused = list.current?.contains(row) === true ? Number(row?.dataset["row"]) : -1;
      if (focused < 0 || focused >= range.count || near.includes(focused)) return near;
      return [...near, focused].toSorted((a, b) => a - b);
    },
    [list],
  );
  const shared = {
    count,
    scrollMargin,
    estimateSize: estimate,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    indexAttribute: "data-row",
    overscan: 10,
    rangeExtractor,
  };
  const inRegion = useVirtualizer<HTMLElement, Element>({
    ...shared,
    enabled: isEnabled && region !== undefined,
    getScrollElement: () => scroller,
  });
  const inPage = useWindowVirtualizer<Element>({
    ...shared,
    enabled: isEnabled && region === undefined,
  });
  const virtualizer = region === undefined ? inPage : inRegion;
  const items = isEnabled ? virtualizer.getVirtualItems() : [];
  const end = items.at(-1)?.end ?? scrollMargin;
  return {
    isEnabled,
    rows: <Row>(all: readonly Row[]) =>
      isEnabled
        ? items.flatMap(({ index, start }, at) => {
            const row = all[index];
            const gap = start - (items[at - 1]?.end ?? scrollMargin);
            return row === undefined ? [] : [{ row, index, gap }];
          })
        : all.map((row, index) => ({ row, index, gap: 0 })),
    after: isEnabled ? virtualizer.getTotalSize() - (end - scrollMargin) : 0,
    measure: isEnabled ? virtualizer.measureElement : undefined,
  };
}
