import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { formatCount, countMarkets } from "../../../domain/format/number.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { viewIds, type ViewId } from "../../../domain/view-state/view-state.ts";
import { views } from "../../../domain/view-state/views.ts";

interface ViewTabsProps {
  readonly view: ViewId;
  readonly onView: (view: ViewId) => void;
  /** Undefined if the view's types are not loaded. */
  readonly countOf: (view: ViewId) => number | undefined;
  readonly panelId: string;
}

export function ViewTabs({ view, onView, countOf, panelId }: ViewTabsProps): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent, tab: ViewId): void => {
    const at = viewIds.indexOf(tab);
    const next = new Map([
      ["ArrowRight", viewIds[(at + 1) % viewIds.length]],
      ["ArrowLeft", viewIds.at(at - 1)],
      ["Home", viewIds[0]],
      ["End", viewIds.at(-1)],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    // Arrow keys move the focus without selecting, because a view may start a request.
    list.current?.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Views"
      className="-my-px flex h-full min-w-0 items-stretch gap-5 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
    >
      {viewIds.map((tab) => {
        const count = countOf(tab);
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            data-view={tab}
            data-count={count === undefined ? undefined : formatCount(count).text}
            aria-label={views[tab].label}
            aria-selected={tab === view}
            aria-controls={panelId}
            {...(count === undefined ? {} : { "aria-describedby": `${id}-${tab}-count` })}
            tabIndex={tab === view ? 0 : -1}
            onClick={() => onView(tab)}
            onKeyDown={(event) => go(event, tab)}
            className={classNames(
              // Written with an attribute, because the count is not part of the tab's name.
              "flex shrink-0 items-center gap-1.5 border-b-2 data-count:after:text-small data-count:after:font-normal data-count:after:text-text3 data-count:after:min-w-[3ch] data-count:after:content-[attr(data-count)] text-body font-medium whitespace-nowrap transition-colors -outline-offset-2 md:min-h-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center",
              tab === view ? "border-accent text-text" : "border-transparent text-text2 hover:text-text",
            )}
          >
            {views[tab].label}
            {count === undefined ? null : (
              <span id={`${id}-${tab}-count`} hidden>
                {countMarkets(count)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
