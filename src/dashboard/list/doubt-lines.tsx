// The doubts about a market in full: on its card and in its details. Fetched when the first doubtful market is rendered.
import type { ReactNode } from "react";
import type { MarketRow } from "../data/markets/market-row.ts";
import { doubtKind, type PeerPrices } from "../market/doubts.ts";
import { doubtSentences } from "../market/doubt-text.ts";
import { info, triangle } from "../ui/marks/inline-icons.tsx";

/** Before each doubt of a market: no alarm where only a link is missing. */
export function warningIcon({ row, prices }: DoubtsProps): ReactNode {
  return doubtKind(row, prices) === "link" ? info : triangle;
}

export interface DoubtsProps {
  readonly row: MarketRow;
  readonly prices: PeerPrices | undefined;
}

/** One line per doubt, as a card tells its warnings. */
export function WarningLines({ row, prices }: DoubtsProps): ReactNode {
  const tone = doubtKind(row, prices) === "link" ? "text-text2" : "text-danger";
  return doubtSentences(row, prices).map((sentence) => (
    <p key={sentence} className={`flex items-baseline gap-1 pt-1 text-small ${tone}`}>
      {warningIcon({ row, prices })}
      <span className="min-w-0">{sentence}</span>
    </p>
  ));
}
