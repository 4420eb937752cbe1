// oxlint-disable jsx-a11y/prefer-tag-over-role -- the bar of <progress> cannot be styled alike in all browsers.
// The thin line over the list while pages arrive. The number of pages is unknown, so it shows movement, not a share.
import type { ReactNode } from "react";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { countMarkets } from "../../../domain/format/number.ts";

export function LoadProgress({ result }: { readonly result: MarketsResult }): ReactNode {
  if (!result.loading) return null;
  const pages = result.pages.length;
  // Each page covers a third of the remaining distance, so the line always moves and is never full.
  const share = 1 - 0.85 * (2 / 3) ** pages;
  return (
    <div
      role="progressbar"
      aria-label="Loading markets"
      aria-valuetext={pages === 0 ? "first page" : `${countMarkets(result.rows.length)} so far`}
      className="absolute inset-x-0 top-0 z-20 h-0.5 bg-track"
    >
      <div
        className="h-full origin-left bg-accent transition-transform duration-300"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
