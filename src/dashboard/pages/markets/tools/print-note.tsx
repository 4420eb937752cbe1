// Only rendered rows are printed, so this note says how many they are.
import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { formatCount, countMarkets } from "../../../../domain/format/number.ts";
import { useFitToSheet } from "../../../ui/page/use-fit-to-sheet.ts";

export function PrintNote({
  region,
  total,
}: {
  readonly region: RefObject<HTMLElement | null>;
  readonly total: number;
}): ReactNode {
  const [drawn, setDrawn] = useState<number | undefined>(undefined);
  useFitToSheet(region);
  useEffect(() => {
    const print = matchMedia("print");
    const prepare = (): void => {
      const element = region.current;
      if (element === null) return;
      setDrawn(print.matches ? element.querySelectorAll("[data-row]").length : undefined);
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
