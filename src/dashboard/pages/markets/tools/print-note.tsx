// On paper the list is what is drawn of it, so it says how much that is, and is made as narrow as the sheet.
import { useLayoutEffect, useState, type ReactNode, type RefObject } from "react";
import { countMarkets } from "../../../format/count-markets.ts";
import { formatCount } from "../../../format/number.ts";
import { useMediaQuery } from "../../../ui/page/media-query.ts";

/** A4 sideways without its margins, in CSS pixels: 277 mm. See `@page` in main.css. */
const sheetWidth = 1046;

export function PrintNote({
  region,
  total,
}: {
  readonly region: RefObject<HTMLElement | null>;
  readonly total: number;
}): ReactNode {
  const printing = useMediaQuery("print");
  const [drawn, setDrawn] = useState(0);
  useLayoutEffect(() => {
    const element = region.current;
    if (!printing || element === null) return undefined;
    setDrawn(element.querySelectorAll("[data-row]").length);
    const widest = Math.max(
      ...[...element.querySelectorAll('[role="table"]')].map((table) => table.scrollWidth),
      0,
    );
    element.style.setProperty("zoom", String(Math.min(1, sheetWidth / Math.max(widest, 1))));
    return () => void element.style.removeProperty("zoom");
  }, [printing, region, total]);
  return printing && drawn < total ? (
    <p className="px-4 py-2">
      {formatCount(drawn).text} of {countMarkets(total)} are printed. Export has all of them.
    </p>
  ) : null;
}
