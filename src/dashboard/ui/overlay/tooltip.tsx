import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type DOMAttributes,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { createPortal } from "react-dom";
import { Floating } from "./floating.tsx";

const hoverDelayMs = 400;
/** A tooltip stays while the pointer crosses the gap, so that the pointer can rest on it (WCAG 1.4.13). */
const graceMs = 150;
const pressDelayMs = 500;

/** Elements with a tooltip of their own. */
const explained = "[aria-description]";

export type TipHandlers = Omit<DOMAttributes<HTMLElement>, "children" | "dangerouslySetInnerHTML">;

/** Position of the last press: a page that opens under a resting pointer shows no tooltip until the pointer moves. */
let lastPress: { readonly clientX: number; readonly clientY: number } | undefined;

function rememberPress({ pointerType, clientX, clientY }: PointerEvent): void {
  lastPress = pointerType === "touch" ? undefined : { clientX, clientY };
}

/**
 * One tooltip for many elements, on hover, focus or long press: for those with the handlers or, with a `selector`,
 * for matching elements inside. Screen readers do not see it, so set a description too.
 */
export function useTooltip(
  content: (anchor: HTMLElement) => ReactNode,
  selector?: string,
): readonly [handlers: TipHandlers, tooltip: ReactNode] {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  const under = useRef<HTMLElement | undefined>(undefined);
  const isPressed = useRef(false);
  const pressedAt = useRef(Number.POSITIVE_INFINITY);
  const cancel = useCallback((): void => window.clearTimeout(timer.current), []);
  const close = useCallback((): void => {
    cancel();
    setAnchor(undefined);
  }, [cancel]);
  useEffect(() => {
    // All tooltips add the same function, so it is registered only once.
    document.addEventListener("pointerdown", rememberPress, { capture: true, passive: true });
    return cancel;
  }, [cancel]);
  const handlers = useMemo((): TipHandlers => {
    const isTip = (element: EventTarget | null | undefined): element is HTMLElement =>
      element instanceof HTMLElement && (selector === undefined || element.matches(selector));
    const tipAround = (target: EventTarget, container: HTMLElement): HTMLElement | undefined => {
      const element = target instanceof Element ? target.closest(selector ?? explained) : null;
      // A part inside may have a tooltip of its own.
      if (selector === undefined)
        return element === null || element.contains(container) ? container : undefined;
      return isTip(element) ? element : undefined;
    };
    const follow = (element: HTMLElement | undefined, delay: number): void => {
      if (element === under.current) return;
      under.current = element;
      cancel();
      if (delay === 0) setAnchor(element);
      else
        timer.current = window.setTimeout(() => {
          setAnchor(undefined);
          timer.current = window.setTimeout(() => setAnchor(element), delay - graceMs);
        }, graceMs);
    };
    const leave = (): void => follow(undefined, 0);
    const release = (): void => {
      if (isPressed.current) cancel();
      isPressed.current = false;
    };
    return {
      onPointerOver: ({ pointerType, target, currentTarget, clientX, clientY }) => {
        const isAtRest = clientX === lastPress?.clientX && clientY === lastPress.clientY;
        if (pointerType !== "touch" && !isAtRest) follow(tipAround(target, currentTarget), hoverDelayMs);
      },
      onPointerLeave: ({ pointerType }) => {
        if (pointerType !== "touch") follow(undefined, hoverDelayMs);
      },
      onPointerDown: ({ pointerType, clientX, clientY, target, currentTarget }) => {
        close();
        isPressed.current = pointerType === "touch";
        pressedAt.current = isPressed.current ? performance.now() : Number.POSITIVE_INFINITY;
        if (!isPressed.current) return;
        leave();
        // Looks below the top element, because a card's link covers its figures.
        const pressed =
          selector === undefined
            ? tipAround(target, currentTarget)
            : document.elementsFromPoint(clientX, clientY).find(isTip);
        follow(pressed, pressDelayMs);
      },
      onPointerUp: release,
      onPointerCancel: release,
      // A long press that shows a tooltip must neither press the element nor open the browser's menu.
      onClickCapture: (event) => {
        // Clicks from the keyboard have a detail of 0.
        if (event.detail === 0 || under.current === undefined) return;
        if (performance.now() - pressedAt.current < pressDelayMs) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onContextMenu: (event) => {
        if (isPressed.current && under.current !== undefined) event.preventDefault();
      },
      onFocus: ({ target, currentTarget }) => {
        const element = selector === undefined ? currentTarget : target;
        if (isTip(element) && element.matches(":focus-visible")) follow(element, 0);
      },
      onBlur: leave,
    };
  }, [selector, cancel, close]);
  const stay = useCallback((): void => {
    cancel();
    under.current = anchor;
  }, [anchor, cancel]);
  const tooltip = (
    <Tooltip
      key="tooltip"
      anchor={anchor}
      content={content}
      onClose={close}
      onEnter={stay}
      onLeave={handlers.onPointerLeave}
    />
  );
  return [handlers, tooltip];
}

/** React passes events of the tooltip on to its anchor: a press on the tooltip must not press the anchor. */
const stop = (event: SyntheticEvent): void => event.stopPropagation();

interface TooltipProps {
  readonly anchor: HTMLElement | undefined;
  readonly content: (anchor: HTMLElement) => ReactNode;
  readonly onClose: () => void;
  readonly onEnter: () => void;
  readonly onLeave: TipHandlers["onPointerLeave"];
}

function Tooltip({ anchor, content, onClose, onEnter, onLeave }: TooltipProps): ReactNode {
  const panel = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    if (anchor === undefined) return undefined;
    // After scrolling, another market may be under the pointer.
    const leave = (): void => {
      if (anchor !== document.activeElement) onClose();
    };
    document.addEventListener("scroll", leave, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", leave, { capture: true });
  }, [anchor, onClose]);
  const shown = anchor === undefined ? undefined : content(anchor);
  if (anchor === undefined || shown === undefined || shown === null) return null;
  // A portal, because a table head may not contain such an element.
  return createPortal(
    <Floating
      anchor={anchor}
      // Leaves visible what is read or pressed next: below most anchors, but above table heads.
      placement={anchor.closest("[role=columnheader], thead") === null ? "above-start" : "below-start"}
      onClose={onClose}
      panelRef={panel}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onPointerOver={stop}
      onPointerDown={stop}
      onClick={stop}
      className="max-w-[280px] empty:hidden rounded-control bg-raised px-3 py-2 text-left text-small font-normal whitespace-normal text-text shadow-float forced-colors:border"
    >
      {shown}
    </Floating>,
    anchor.closest("main") ?? document.body,
  );
}

/** @param isStop false if another element with the same help is a tab stop already, as in the first card of a list */
export function useHelp(
  help: string | undefined,
  isStop = true,
): readonly [
  props: TipHandlers & { readonly tabIndex?: 0; readonly "aria-description"?: string },
  tooltip: ReactNode,
] {
  const [handlers, tooltip] = useTooltip(() => help);
  if (help === undefined) return [{}, null];
  const props = { ...handlers, "aria-description": help };
  return [isStop ? { ...props, tabIndex: 0 } : props, tooltip];
}

export function Explained({
  as: Element = "span",
  help,
  className,
  children,
}: {
  readonly as?: "span" | "div" | "ul" | "li";
  readonly help: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  const [props, tooltip] = useHelp(help);
  return (
    <Element {...props} className={className}>
      {children}
      {tooltip}
    </Element>
  );
}
