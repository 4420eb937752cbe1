// The pill in the header that says how the data is, and opens the panel with the details.
import { CircleCheck, Clock, Contrast, FileX, KeyRound, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { LoadErrorKind } from "../data/markets-client.ts";
import type { MarketsWalk } from "../data/markets-walk.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PillContent, pillClass } from "../ui/pill.tsx";
import { PopoverButton } from "../ui/popover.tsx";
import { useNow } from "../ui/now.ts";
import { usePublishedWalk } from "./published-walk.tsx";
import { dataState, type DataWord } from "./data-state.ts";

const statusPanel = lazyPart(
  async () => (await import("./status-panel.tsx")).StatusPanel,
  <p className="p-4 text-text2">Loading…</p>,
);

const ageTickMs = 5000;

export function DataStatus(): ReactNode {
  const walk = usePublishedWalk();
  const now = useNow(ageTickMs);
  const state = dataState(walk, now);
  return (
    <span className="inline-flex min-w-0" onPointerEnter={statusPanel.preload} onFocus={statusPanel.preload}>
      <PopoverButton
        label="Data status"
        placement="below-end"
        className={pillClass(state.tone)}
        panelClassName="w-[344px] max-w-[calc(100vw-16px)]"
        content={() => <statusPanel.Part />}
      >
        {/* Part of the content, so that the name holds what is read on the button. */}
        <span className="sr-only">Data status </span>
        <PillContent
          tone={state.tone}
          icon={<StateIcon word={state.word} walk={walk} />}
          word={state.word}
          facts={state.facts}
        />
      </PopoverButton>
    </span>
  );
}

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
