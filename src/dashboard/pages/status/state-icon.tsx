// The sign of each state of the data.
import { CircleCheck, Clock, Contrast, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketsWalk } from "../../data/markets/markets-walk.ts";
import { failureWords } from "./failure-words.ts";
import type { DataWord } from "./data-state.ts";

/** One shape per state, so that colour is never the only sign. */
export function StateIcon({
  word,
  walk,
}: {
  readonly word: DataWord;
  readonly walk: MarketsWalk | undefined;
}): ReactNode {
  const look = { "aria-hidden": true, className: "size-3.5 shrink-0" } as const;
  switch (word) {
    case "Complete":
      return <CircleCheck {...look} />;
    case "Partial":
      return <Contrast {...look} />;
    case "Loading":
    case "Stale":
      return <Clock {...look} />;
    case "Offline":
      return <WifiOff {...look} />;
    case "Failed": {
      const Icon = walk?.error === undefined ? TriangleAlert : failureWords[walk.error.kind].Icon;
      return <Icon {...look} />;
    }
    default:
      return word satisfies never;
  }
}
