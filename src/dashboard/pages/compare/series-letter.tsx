import type { ReactNode } from "react";
import { seriesLetters, seriesStyle } from "../../history/series-style.ts";

/** The letter that names a market in the table and at the end of its line. */
export function SeriesLetter({ index }: { readonly index: number }): ReactNode {
  return (
    <span
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-item border-2 text-tiny font-semibold text-text"
      style={{ borderColor: seriesStyle(index).colour }}
    >
      {seriesLetters[index]}
    </span>
  );
}
