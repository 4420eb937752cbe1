import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { HTMLAttributes, ReactNode, RefObject } from "react";
import { listenOutside } from "./outside-press.ts";
import { observeSize } from "../page/observe-size.ts";

interface FloatingProps extends HTMLAttributes<HTMLDivElement> {
  readonly anchor: HTMLElement;
  readonly placement: Placement;
  readonly onClose: (reason: "escape" | "outside" | "away") => void;
  readonly panelRef: RefObject<HTMLDivElement | null>;
  readonly consumesOutsidePress?: boolean;
  readonly children: ReactNode;
}

function isShown(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.right > 0 && box.top < window.innerHeight && box.left < window.innerWidth;
}

/**
 * A panel in the top layer (`popover="manual"`) next to its anchor. Calls `onClose` on Escape, on a press
 * outside and when the anchor leaves the window. The caller sets the role.
 */
export function Floating({
  anchor,
  placement,
  onClose,
  panelRef,
  consumesOutsidePress = false,
  children,
  className = "",
  ...rest
}: FloatingProps): ReactNode {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = panelRef.current;
    if (element === null) return undefined;
    // Browsers without popover show it as a fixed panel.
    if ("showPopover" in element && !element.matches(":popover-open")) element.showPopover();
    const settle = (): void => {
      element.style.maxHeight = "";
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { left, top, bottom, maxHeight } = place(
        anchor.getBoundingClientRect(),
        size,
        viewport,
        placement,
      );
      element.style.inset =
        bottom === undefined ? `${top}px auto auto ${left}px` : `auto auto ${bottom}px ${left}px`;
      element.style.maxHeight = `${maxHeight}px`;
    };
    settle();
    let frame = 0;
    const follow = (event: Event): void => {
      if (event.target instanceof Node && element.contains(event.target)) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (isShown(anchor)) settle();
        else close("away");
      });
    };
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    // Content that loads late changes the size, and with it the position.
    const stopObserving = observeSize([element], settle);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
      stopObserving();
    };
  }, [anchor, placement, panelRef]);

  useEffect(() => {
    const stopListening = listenOutside(
      (target) => panelRef.current?.contains(target) === true || anchor.contains(target),
      () => close("outside"),
      consumesOutsidePress,
    );
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close("escape");
    };
    document.addEventListener("keydown", key);
    return () => {
      stopListening();
      document.removeEventListener("keydown", key);
    };
  }, [anchor, panelRef, consumesOutsidePress]);

  return (
    <div
      {...rest}
      ref={panelRef}
      popover="manual"
      className={`fixed inset-[0_auto_auto_0] z-50 m-0 overflow-y-auto overscroll-contain border-0 p-0 text-text ${className}`}
    >
      {children}
    </div>
  );
}

/** The first word is the preferred side; the second says which edges align. */
export type Placement = "above-start" | "below-start" | "below-end";

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;

const gap = 6;
const edge = 8;

/** Prefers the given side unless the other has more room; always stays inside the viewport. CSS pixels. */
export function place(
  anchor: Box,
  panel: Pick<Box, "width" | "height">,
  viewport: Pick<Box, "width" | "height">,
  preferred: Placement,
) {
  const below = viewport.height - edge - (anchor.top + anchor.height + gap);
  const above = anchor.top - gap - edge;
  const goesAbove =
    preferred === "above-start"
      ? panel.height <= above || above > below
      : panel.height > below && above > below;
  const space = Math.max(0, goesAbove ? above : below);
  const height = Math.min(panel.height, space);
  const start = preferred === "below-end" ? anchor.left + anchor.width - panel.width : anchor.left;
  const left = Math.max(edge, Math.min(start, viewport.width - edge - panel.width));
  const top = goesAbove ? anchor.top - gap - height : anchor.top + anchor.height + gap;
  // Above, its bottom stays, so that content that loads late never covers the anchor and the pointer on it.
  const bottom = goesAbove ? viewport.height - top - height : undefined;
  return { left, top, bottom, maxHeight: space };
}
