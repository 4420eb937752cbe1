import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { useOnline } from "../../ui/page/network/online.ts";
import { lazyPart, Loading } from "../../ui/page/load-boundary.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import { dataState, type DataStatusProps } from "./data-state.ts";

const StatusPanel = lazyPart(async () => (await import("./status-panel.tsx")).StatusPanel, {
  waiting: <Loading />,
});
const preloadPanel = (): void => void StatusPanel.preload();
fetchLater(StatusPanel);

export function DataStatus({ result, onRefresh }: DataStatusProps): ReactNode {
  const now = useNow(ageTickMs);
  const { word, Icon, tone, facts } = dataState(result, now, useOnline());
  const isDanger = tone === "danger";
  // Narrow screens then show only the icon.
  const isUsual = result?.phase === "complete" && !isDanger;
  return (
    <span className="inline-flex min-w-0" onPointerEnter={preloadPanel} onFocus={preloadPanel}>
      <PopoverButton
        label="Data status"
        placement="below-end"
        className={classNames(
          "inline-flex h-7 min-w-0 items-center gap-2 rounded-control border px-2 text-small transition-colors hover:bg-hover active:bg-pressed pointer-coarse:h-11",
          isDanger
            ? "border-danger text-danger"
            : "border-line2 text-text aria-expanded:border-accent max-md:border-transparent max-md:aria-expanded:border-accent",
        )}
        panelClassName="w-[344px] max-w-[calc(100vw-16px)]"
        content={(close) => <StatusPanel result={result} onRefresh={onRefresh} onLeave={close} />}
      >
        {/* Part of the content rather than a label, so that the accessible name contains the visible text. */}
        <span className="sr-only">Data status </span>
        <span aria-hidden="true" className="flex shrink-0">
          <Icon className="size-3.5 shrink-0" />
        </span>
        <span className={classNames("font-semibold", isUsual && "max-lg:sr-only")}>{word}</span>{" "}
        {/* Facts that do not fit wrap below the only line shown. The empty first item lets all of them wrap. */}
        <span className="-ml-2 flex h-lh min-w-0 flex-wrap content-start gap-x-2 overflow-hidden before:h-lh before:w-0 before:content-['']">
          {facts.map(({ text, short }) => (
            <span
              key={text}
              className={classNames(
                "items-center gap-2 whitespace-nowrap",
                !isDanger && "text-text2",
                short === undefined ? "hidden xl:flex" : "flex",
              )}
            >
              <span
                className={classNames(
                  "h-3 w-px shrink-0",
                  isUsual && "max-lg:hidden",
                  isDanger ? "bg-danger-line" : "bg-line2",
                )}
              />
              {/* As wide as an age in seconds, so that the button keeps its width while the age grows. */}
              <span className={classNames(short !== undefined && "hidden min-w-20 xl:inline-block")}>
                {text}
              </span>{" "}
              {short === undefined ? null : <span className="xl:hidden">{short}</span>}
            </span>
          ))}
        </span>
        <ChevronDown className="hidden size-3 shrink-0 text-text3 md:block" />
      </PopoverButton>
    </span>
  );
}
