import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { HTMLAttributes, ReactNode, RefObject } from "react";
import { classNames } from "../page/class-names.ts";
import { listenOutside } from "./outside-press.ts";

/** Focus returns to the anchor only for keyboard reasons. */
export type CloseReason = "escape" | "outside" | "away" | "tab" | "chosen";

/** The end says which edges are in line. */
const placements = {
  "above-start": "[position-area:top_span-right] mt-2 mr-2 mb-1.5",
  "below-start": "[position-area:bottom_span-right] mt-1.5 mr-2 mb-2",
  "below-end": "[position-area:bottom_span-left] mt-1.5 mb-2 ml-2",
} as const;
export type Placement = keyof typeof placements;

interface FloatingProps extends HTMLAttributes<HTMLDivElement> {
  readonly anchor: HTMLElement;
  readonly placement: Placement;
  readonly onClose: (reason: CloseReason) => void;
  readonly panelRef: RefObject<HTMLDivElement | null>;
  readonly swallowsPress?: boolean;
  readonly scrolls?: boolean;
  readonly children: ReactNode;
}

/**
 * In the top layer (`popover="manual"`), beside its anchor, or on another side where it does not fit. Asks to close on
 * Escape, on an outside press, and when the anchor leaves the window. The caller sets the role.
 */
export function Floating({
  anchor,
  placement,
  onClose,
  panelRef,
  swallowsPress = false,
  scrolls = false,
  children,
  className,
  ...rest
}: FloatingProps): ReactNode {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const panel = panelRef.current;
    // Without a top layer, as in unit tests, it is shown in place.
    if (panel === null || !("showPopover" in panel)) return undefined;
    // The source is what CSS places the panel beside.
    panel.showPopover({ source: anchor });
    return () => panel.hidePopover();
  }, [anchor, panelRef]);

  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === false) close("away");
    });
    watcher.observe(anchor);
    const stopListening = listenOutside(
      (target) => panelRef.current?.contains(target) === true || anchor.contains(target),
      () => close("outside"),
      swallowsPress,
    );
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close("escape");
    };
    document.addEventListener("keydown", key);
    return () => {
      watcher.disconnect();
      stopListening();
      document.removeEventListener("keydown", key);
    };
  }, [anchor, panelRef, swallowsPress]);

  return (
    <div
      {...rest}
      ref={panelRef}
      popover="manual"
      className={classNames(
        "fixed inset-auto z-50 overflow-y-auto overscroll-contain border-0 p-0 text-text",
        "[position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline,bottom_span-all,top_span-all]",
        // Each time another height is tried, Chromium takes back what was scrolled: what scrolls takes the roomier side.
        scrolls
          ? "max-h-[calc(100%-14px)] [position-try-order:most-block-size]"
          : "max-h-[calc(100dvh-16px)]",
        placements[placement],
        className,
      )}
    >
      {children}
    </div>
  );
}
