// Which rows of a long table to render: those near the window, or near the region that scrolls them.
import { useVirtualizer, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState, type RefObject } from "react";
import { useMediaQuery } from "../page/media-query.ts";

/** Up to this many rows cost less than the bookkeeping. */
const mostAtOnce = 200;

export interface Windowed {
  readonly isEnabled: boolean;
  /** The first row rendered, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The height of the rows left out at either end, in pixels. */
  readonly before: number;
  readonly after: number;
  readonly measure: (element: Element | null) => void;
}

/**
 * @param estimate the height of a row that was not rendered yet, in pixels
 * @param list holds the rows
 * @param region scrolls them; undefined where the document does
 */
export function useWindowed(
  count: number,
  estimate: (index: number) => number,
  list: RefObject<HTMLElement | null>,
  region: RefObject<HTMLElement | null> | undefined,
): Windowed {
  const isPrinting = useMediaQuery("print");
  const isEnabled = count > mostAtOnce && !isPrinting;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    if (!isEnabled || list.current === null) return;
    const scroller = region?.current;
    const start = scroller ? scroller.scrollTop - scroller.getBoundingClientRect().top : window.scrollY;
    setScrollMargin(Math.round(list.current.getBoundingClientRect().top + start));
  }, [isEnabled, count, list, region]);
  const shared = {
    count,
    scrollMargin,
    estimateSize: estimate,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    indexAttribute: "data-row",
    overscan: 10,
  };
  const inRegion = useVirtualizer<HTMLElement, Element>({
    ...shared,
    enabled: isEnabled && region !== undefined,
    getScrollElement: () => region?.current ?? null,
  });
  const inPage = useWindowVirtualizer<Element>({
    ...shared,
    enabled: isEnabled && region === undefined,
  });
  if (!isEnabled) return { isEnabled, from: 0, to: count, before: 0, after: 0, measure: () => undefined };
  const virtualizer = region === undefined ? inPage : inRegion;
  const items = virtualizer.getVirtualItems();
  const [first] = items;
  const last = items.at(-1);
  return {
    isEnabled,
    from: first?.index ?? 0,
    to: (last?.index ?? -1) + 1,
    before: (first?.start ?? scrollMargin) - scrollMargin,
    after: virtualizer.getTotalSize() - ((last?.end ?? scrollMargin) - scrollMargin),
    measure: virtualizer.measureElement,
  };
}
