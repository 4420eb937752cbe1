// The sign of each state of the data.
import { CircleCheck, Clock, Contrast, FileX, KeyRound, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { LoadErrorKind } from "../../data/markets/markets-client.ts";
import type { MarketsWalk } from "../../data/markets/markets-walk.ts";
import type { DataWord } from "./data-state.ts";

function FailureIcon({ kind }: { readonly kind: LoadErrorKind | undefined }): ReactNode {
  const look = { "aria-hidden": true, className: "size-3.5 shrink-0" } as const;
  switch (kind) {
    case "key-refused":
      return <KeyRound {...look} />;
    case "timeout":
    case "rate-limited":
      return <Clock {...look} />;
    case "unreadable":
      return <FileX {...look} />;
    case "offline":
      return <WifiOff {...look} />;
    case "unavailable":
    case "refused":
    case undefined:
      return <TriangleAlert {...look} />;
    default:
      return kind satisfies never;
  }
}

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
    case "Failed":
      return <FailureIcon kind={walk?.error?.kind} />;
    default:
      return word satisfies never;
  }
}
