import { useEffect, useMemo, useRef, useState, type DOMAttributes, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Floating } from "./floating.tsx";

const hoverDelayMs = 400;
const pressDelayMs = 500;

type TooltipHandlers = Pick<
  DOMAttributes<HTMLElement>,
  "onPointerEnter" | "onPointerLeave" | "onPointerDown" | "onPointerUp" | "onFocus" | "onBlur"
>;

/**
 * One tooltip for many elements: it opens where the pointer rests, where the keyboard's focus lands, and under a long press. Give each
 * element its text as a description too, because screen readers do not see the tooltip.
 */
export function useTooltip(
  content: (anchor: HTMLElement) => ReactNode,
): readonly [handlers: TooltipHandlers, tooltip: ReactNode] {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const panel = useRef<HTMLDivElement | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const handlers = useMemo((): TooltipHandlers => {
    const cancel = (): void => window.clearTimeout(timer.current);
    const openLater = (element: HTMLElement, delay: number): void => {
      cancel();
      timer.current = window.setTimeout(() => setAnchor(element), delay);
    };
    const close = (): void => {
      cancel();
      setAnchor(undefined);
    };
    return {
      onPointerEnter: (event) => {
        if (event.pointerType !== "touch") openLater(event.currentTarget, hoverDelayMs);
      },
      onPointerLeave: (event) => {
        if (event.pointerType !== "touch") close();
      },
      onPointerDown: (event) => {
        close();
        if (event.pointerType === "touch") openLater(event.currentTarget, pressDelayMs);
      },
      onPointerUp: cancel,
      onFocus: (event) => {
        if (event.currentTarget.matches(":focus-visible")) setAnchor(event.currentTarget);
      },
      onBlur: close,
    };
  }, []);
  // Outside the anchor's markup, which may not allow such a child, as in a table head.
  const tooltip =
    anchor === undefined
      ? null
      : createPortal(
          <Floating
            anchor={anchor}
            onClose={() => setAnchor(undefined)}
            panelRef={panel}
            role="tooltip"
            className="pointer-events-none max-w-[280px] rounded-control bg-raised px-3 py-2 text-left text-small font-normal whitespace-normal text-text shadow-float forced-colors:border"
          >
            {content(anchor)}
          </Floating>,
          anchor.closest("main") ?? document.body,
        );
  return [handlers, tooltip];
}

export function useHelp(
  help: string | undefined,
): readonly [
  props: TooltipHandlers & { readonly tabIndex?: 0; readonly "aria-description"?: string },
  tooltip: ReactNode,
] {
  const [handlers, tooltip] = useTooltip(() => help);
  return help === undefined ? [{}, null] : [{ ...handlers, tabIndex: 0, "aria-description": help }, tooltip];
}

export function Explained({
  help,
  className,
  children,
}: {
  readonly help: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  const [props, tooltip] = useHelp(help);
  return (
    <span {...props} className={className}>
      {children}
      {tooltip}
    </span>
  );
}
