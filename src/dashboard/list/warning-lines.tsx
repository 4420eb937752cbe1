// Loaded when the first market fails a check.
import type { ReactNode } from "react";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { failedCheckKind, type PeerPrices } from "../../domain/market/assess/checks.ts";
import { failedCheckSentences } from "../../domain/market/assess/check-words.ts";
import { info, triangle } from "../ui/marks/inline-icons.tsx";

export function failedCheckIcon({ row, prices }: WarningProps): ReactNode {
  return failedCheckKind(row, prices) === "link" ? info : triangle;
}

export interface WarningProps {
  readonly row: MarketRow;
  readonly prices: PeerPrices | undefined;
}

export function WarningLines({ row, prices }: WarningProps): ReactNode {
  const tone = failedCheckKind(row, prices) === "link" ? "text-text2" : "text-danger";
  return failedCheckSentences(row, prices).map((sentence) => (
    <p key={sentence} className={`flex items-baseline gap-1 pt-1 text-small ${tone}`}>
      {failedCheckIcon({ row, prices })}
      <span className="min-w-0">{sentence}</span>
    </p>
  ));
}
