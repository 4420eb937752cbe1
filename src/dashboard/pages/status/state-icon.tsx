// The sign of each state of the data: one shape per state, so that colour is never the only sign.
import { CircleCheck, Clock, Contrast, TriangleAlert, WifiOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { failureWords } from "./failure-words.ts";
import type { DataWord } from "./data-state.ts";

const icons: Readonly<Record<DataWord, LucideIcon>> = {
  Complete: CircleCheck,
  Partial: Contrast,
  Loading: Clock,
  Stale: Clock,
  Offline: WifiOff,
  Failed: TriangleAlert,
};

export function stateIcon(word: DataWord, error: MarketsResult["error"]): ReactNode {
  // What failed has a sign of its own.
  const Icon = word === "Failed" && error !== undefined ? failureWords[error.kind].Icon : icons[word];
  return <Icon aria-hidden className="size-3.5 shrink-0" />;
}
