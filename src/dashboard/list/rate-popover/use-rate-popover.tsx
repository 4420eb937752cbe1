import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { MouseEvent, ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { lazyWithPreload } from "../../ui/page/network/lazy-with-preload.tsx";
import { LoadBoundary } from "../../ui/page/load-boundary.tsx";
import { marketIdAt } from "../list-focus.ts";
import type { OpenedRate } from "./rate-panel.tsx";

const hoverDelayMs = 500;
const leaveDelayMs = 180;
/** Milliseconds. After scrolling the rate came to the pointer, not the pointer to the rate. */
const scrolledLatelyMs = 200;

const RatePanel = lazyWithPreload(async () => (await import("./rate-panel.tsx")).RatePanel);
fetchLater(RatePanel);

interface RatePointer {
  readonly currentTarget: HTMLElement;
  readonly pointerType: string;
}

export interface RateHandlers {
  readonly onRateClick: (event: { readonly currentTarget: HTMLElement }) => void;
  readonly onRateEnter: (event: RatePointer) => void;
  readonly onRateLeave: (event: RatePointer) => void;
  readonly onRateFocus: (anchor: HTMLElement) => void;
  readonly onRateBlur: () => void;
}

function openedBy(anchor: HTMLElement, pinned: boolean): OpenedRate | undefined {
  const { side } = anchor.dataset;
  const id = marketIdAt(anchor);
  if (id === undefined || (side !== "deposit" && side !== "borrow")) return undefined;
  return { anchor, id, side, pinned };
}

export function useRatePopover(options: {
  readonly rows: readonly MarketRow[];
  readonly context: SelectContext;
  readonly sourceLabel: string | undefined;
  readonly hrefOf: (id: string) => string;
  readonly onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly onBenchmark: ((id: string | undefined) => void) | undefined;
}): readonly [handlers: RateHandlers, popover: ReactNode, close: () => void] {
  const { rows, context, sourceLabel, hrefOf, onLinkClick, onBenchmark } = options;
  const [opened, setOpened] = useState<OpenedRate | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);

  const later = useCallback((run: () => void, delay: number): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(run, delay);
  }, []);
  const stay = useCallback((): void => window.clearTimeout(timer.current), []);
  const close = useCallback((): void => {
    window.clearTimeout(timer.current);
    setOpened(undefined);
  }, []);
  const leave = useCallback((): void => {
    later(() => setOpened((now) => (now?.pinned === true ? now : undefined)), leaveDelayMs);
  }, [later]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onScroll = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest("[popover]") !== null) return;
      scrolledAt.current = performance.now();
      stay();
      setOpened((now) => (now?.pinned === true ? now : undefined));
    };
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", onScroll, { capture: true });
  }, [stay]);

  const handlers = useMemo(
    (): RateHandlers => ({
      onRateClick: (event) => {
        stay();
        const next = openedBy(event.currentTarget, true);
        setOpened((now) => (now?.pinned === true && now.anchor === next?.anchor ? undefined : next));
      },
      onRateEnter: (event) => {
        if (event.pointerType === "touch" || performance.now() - scrolledAt.current < scrolledLatelyMs)
          return;
        const anchor = event.currentTarget;
        void RatePanel.preload();
        later(() => setOpened((now) => (now?.pinned === true ? now : openedBy(anchor, false))), hoverDelayMs);
      },
      onRateLeave: (event) => {
        if (event.pointerType !== "touch") leave();
      },
      onRateFocus: (anchor) => {
        if (anchor.matches(":focus-visible"))
          later(
            () => setOpened((now) => (now?.pinned === true ? now : openedBy(anchor, false))),
            leaveDelayMs,
          );
      },
      onRateBlur: leave,
    }),
    [later, leave, stay],
  );

  // On the element, so that no row rerenders.
  const anchor = opened?.anchor;
  useEffect(() => {
    if (anchor === undefined) return undefined;
    const name = anchor.hasAttribute("aria-haspopup") ? "aria-expanded" : "data-open";
    anchor.setAttribute(name, "true");
    return () => anchor.removeAttribute(name);
  }, [anchor]);

  const row = useMemo(
    () => (opened === undefined ? undefined : rows.find((candidate) => candidate.id === opened.id)),
    [opened, rows],
  );
  // Only the DOM tells that a row shows another market.
  const openId = opened?.id;
  useEffect(() => {
    if (anchor === undefined || openId === undefined) return undefined;
    const watcher = new MutationObserver(() => {
      if (marketIdAt(anchor) !== openId) close();
    });
    const holder = anchor.closest("[data-id]");
    if (holder !== null) watcher.observe(holder, { attributeFilter: ["data-id"] });
    return () => watcher.disconnect();
  }, [anchor, openId, close]);

  const popover =
    opened === undefined || row === undefined ? null : (
      <LoadBoundary key={`${opened.id} ${opened.side}`}>
        <RatePanel
          {...opened}
          row={row}
          context={context}
          sourceLabel={sourceLabel}
          href={hrefOf(row.id)}
          onLinkClick={onLinkClick}
          onBenchmark={onBenchmark}
          onClose={close}
          onPointerEnter={stay}
          onPointerLeave={leave}
        />
      </LoadBoundary>
    );
  return [handlers, popover, close];
}
