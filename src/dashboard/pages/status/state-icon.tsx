// One shape per state, so that colour is never the only sign.
import { CircleCheck, Clock, Contrast, TriangleAlert, WifiOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { problemIcons } from "../../ui/marks/problem-icons.ts";
import type { DataWord } from "./data-state.ts";

const icons: Readonly<Record<DataWord, LucideIcon>> = {
  Complete: CircleCheck,
  Partial: Contrast,
  Loading: Clock,
  Stale: Clock,
  Offline: WifiOff,
  Failed: TriangleAlert,
};

export function stateIcon(
  word: DataWord,
  result: Pick<MarketsResult, "phase" | "error"> | undefined,
): ReactNode {
  const failure = result?.phase === "failed" ? result.error : undefined;
  const Icon = (failure === undefined ? undefined : problemIcons[failure.kind]) ?? icons[word];
  return <Icon aria-hidden className="size-3.5 shrink-0" />;
}
