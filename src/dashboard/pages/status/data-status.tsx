// The pill in the header that says how the data is, and opens the panel with the details.
import type { ReactNode } from "react";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { useOnline } from "../../ui/page/network/online.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { PillContent, pillClass } from "../../ui/marks/pill.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import { useCurrentMarkets } from "../frame/current-markets.ts";
import { dataState } from "./data-state.ts";
import { stateIcon } from "./state-icon.tsx";

const statusPanel = lazyPart(
  async () => (await import("./status-panel.tsx")).StatusPanel,
  <p className="p-4 text-text2">Loading…</p>,
);

fetchLater(statusPanel);

export function DataStatus(): ReactNode {
  const result = useCurrentMarkets();
  const now = useNow(ageTickMs);
  const state = dataState(result, now, useOnline());
  return (
    <span className="inline-flex min-w-0" onPointerEnter={statusPanel.preload} onFocus={statusPanel.preload}>
      <PopoverButton
        label="Data status"
        placement="below-end"
        className={pillClass(state.tone)}
        panelClassName="w-[344px] max-w-[calc(100vw-16px)]"
        content={(close) => <statusPanel.Part onLeave={close} />}
      >
        {/* Part of the content, so that the name holds what is read on the button. */}
        <span className="sr-only">Data status </span>
        <PillContent
          tone={state.tone}
          icon={stateIcon(state.word, result?.error)}
          word={state.word}
          usual={state.word === "Complete"}
          facts={state.facts}
        />
      </PopoverButton>
    </span>
  );
}
