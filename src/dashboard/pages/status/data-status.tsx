import type { ReactNode } from "react";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { useOnline } from "../../ui/page/network/online.ts";
import { lazyPart, Loading } from "../../ui/page/load-boundary.tsx";
import { PillContent, pillClass } from "../../ui/marks/pill.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { dataState } from "./data-state.ts";

const StatusPanel = lazyPart(async () => (await import("./status-panel.tsx")).StatusPanel, {
  waiting: <Loading />,
});
const preloadPanel = (): void => void StatusPanel.preload();
fetchLater(StatusPanel);

export function DataStatus({ result }: { readonly result: MarketsResult | undefined }): ReactNode {
  const now = useNow(ageTickMs);
  const state = dataState(result, now, useOnline());
  return (
    <span className="inline-flex min-w-0" onPointerEnter={preloadPanel} onFocus={preloadPanel}>
      <PopoverButton
        label="Data status"
        placement="below-end"
        className={pillClass(state.tone)}
        panelClassName="w-[344px] max-w-[calc(100vw-16px)]"
        content={(close) => <StatusPanel result={result} onLeave={close} />}
      >
        {/* Part of the content rather than a label, so that the accessible name contains the visible text. */}
        <span className="sr-only">Data status </span>
        <PillContent
          tone={state.tone}
          icon={<state.Icon className="size-3.5 shrink-0" />}
          word={state.word}
          usual={result?.phase === "complete" && state.tone === "neutral"}
          facts={state.facts}
        />
      </PopoverButton>
    </span>
  );
}
