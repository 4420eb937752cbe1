// The doubts about a market in full: in its cell of the list and on its card. Fetched when the first doubtful market is drawn.
import type { ReactNode } from "react";
import type { MarketRow } from "../data/markets/market-row.ts";
import { doubtKind, type PeerPrices } from "../market/doubts.ts";
import { doubtSentences } from "../market/doubt-text.ts";
import { info, triangle } from "../ui/marks/signs.tsx";
import { countOf } from "../format/number.ts";

/** Before each doubt of a market: no alarm where only a link is missing. */
export function doubtMark({ row, prices }: DoubtsProps): ReactNode {
  return doubtKind(row, prices) === "link" ? info : triangle;
}

export interface DoubtsProps {
  readonly row: MarketRow;
  readonly prices: PeerPrices | undefined;
}

/** "2 doubts", which says them all to whoever points at it or listens. */
export function DoubtCount({ row, prices }: DoubtsProps): ReactNode {
  const sentences = doubtSentences(row, prices);
  return (
    <span className="block truncate" title={sentences.join("\n")}>
      {doubtMark({ row, prices })}
      {countOf(sentences.length, "doubt")}
      <span className="sr-only">: {sentences.join(" ")}</span>
    </span>
  );
}

/** One line per doubt, as a card tells its warnings. */
export function DoubtLines({ row, prices }: DoubtsProps): ReactNode {
  const tone = doubtKind(row, prices) === "link" ? "text-text2" : "text-danger";
  return doubtSentences(row, prices).map((sentence) => (
    <p key={sentence} className={`flex items-baseline gap-1 pt-1 text-small ${tone}`}>
      {doubtMark({ row, prices })}
      <span className="min-w-0">{sentence}</span>
    </p>
  ));
}
