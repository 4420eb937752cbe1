import { useLayoutEffect, useRef, type RefObject } from "react";
import { observeSize } from "../../ui/page/observe-size.ts";
import { startWidth, sum, type PinnedHeaders } from "./use-market-columns.tsx";

/** Width of ten digits in the fonts that the columns were measured with, in pixels. Wider text widens the columns. */
const probeWidth = 86;

/** Below this width, pinned actions would leave no room for other columns. */
const minPinnedEndWidth = 520;

/** Spare width needed for a second action. Names take some 40 px first. */
const secondActionWidth = 96;

/** Measures the region and the font, again whenever either changes. `onStretch` gets how much wider than usual text is. */
export function useFittedColumns(
  region: RefObject<HTMLElement | null>,
  probe: RefObject<HTMLElement | null>,
  headers: PinnedHeaders,
  onStretch: (stretch: number) => void,
): void {
  const seenWidth = useRef(0);
  // A layout effect, so that rows are laid out only once.
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    // Measured only once here, because every further read would force a layout.
    seenWidth.current ||= element.clientWidth;
    const fit = (): void => fitColumns(element, headers, seenWidth.current);
    fit();
    return observeSize([element, probe.current], () => {
      seenWidth.current = element.clientWidth;
      fit();
      onStretch(Math.max(1, Math.ceil((probe.current?.offsetWidth ?? 0) / (probeWidth / 20)) / 20));
    });
  }, [region, probe, headers, onStretch]);
}

/** Sets the widths without React, which would render the whole table for each measurement. `seen` is in pixels. */
function fitColumns(region: HTMLElement, { start, center, end }: PinnedHeaders, seen: number): void {
  const widths = {
    start: start.map(({ column }) => column.getSize()),
    center: center.map(({ column }) => column.getSize()),
    end: end.map(({ column }) => column.getSize()),
  };
  const total = sum([...widths.start, ...widths.center, ...widths.end]);
  const isPinned = seen >= minPinnedEndWidth;
  const first = startWidth(widths, seen, isPinned);
  const { style } = region;
  style.setProperty("--start-width", `${String(first)}px`);
  style.setProperty("--seen-width", `${String(seen)}px`);
  const minWidth = total - sum(widths.start) + first;
  style.setProperty("--least-width", `${String(minWidth)}px`);
  region.toggleAttribute("data-wide", total > seen);
  region.toggleAttribute("data-tight", seen - minWidth < secondActionWidth);
  region.toggleAttribute("data-roomy", isPinned);
}
