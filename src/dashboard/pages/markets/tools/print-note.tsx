// Only rendered rows are printed, so this says how many, and fits the list to the sheet.
import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { countMarkets } from "../../../../domain/format/count-markets.ts";
import { formatCount } from "../../../../domain/format/number.ts";

/**
 * A4 landscape without margins is 1046 CSS pixels, see `@page` in main.css. Printed text is up to 2 % wider than what is
 * measured on the screen.
 */
const sheetWidth = 1015;

export function PrintNote({
  region,
  total,
}: {
  readonly region: RefObject<HTMLElement | null>;
  readonly total: number;
}): ReactNode {
  const [drawn, setDrawn] = useState<number | undefined>(undefined);
  useEffect(() => {
    const print = matchMedia("print");
    const prepare = (): void => {
      const element = region.current;
      if (element === null) return;
      setDrawn(print.matches ? element.querySelectorAll("[data-row]").length : undefined);
      const tables = [...element.querySelectorAll('[role="table"]')];
      const widest = Math.max(sheetWidth, ...tables.map((table) => table.scrollWidth));
      element.style.setProperty("zoom", print.matches ? String(sheetWidth / widest) : "");
    };
    print.addEventListener("change", prepare);
    return () => print.removeEventListener("change", prepare);
  }, [region]);
  return drawn === undefined || drawn >= total ? null : (
    <p className="px-4 py-2">
      {formatCount(drawn).text} of {countMarkets(total)} are printed. Export has all of them.
    </p>
  );
}
