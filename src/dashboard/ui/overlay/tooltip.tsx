import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Floating } from "./floating.tsx";

const hoverDelayMs = 400;
/** A tooltip stays while the pointer crosses the gap, so that the pointer can rest on it (WCAG 1.4.13). */
const graceMs = 150;
const pressDelayMs = 500;

/** Position of the last press: a page that opens under a resting pointer shows no tooltip until the pointer moves. */
let lastPress: { readonly clientX: number; readonly clientY: number } | undefined;

function rememberPress({ pointerType, clientX, clientY }: PointerEvent): void {
  lastPress = pointerType === "touch" ? undefined : { clientX, clientY };
}

/** Shows what the pointer rests on or what has the focus, after a delay. */
class Follower {
  under: HTMLElement | undefined = undefined;
  readonly #show: (anchor: HTMLElement | undefined) => void;
  #timer: number | undefined = undefined;

  constructor(show: (anchor: HTMLElement | undefined) => void) {
    this.#show = show;
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  hold(anchor: HTMLElement): void {
    this.stop();
    this.under = anchor;
  }

  close(): void {
    this.stop();
    this.#show(undefined);
  }

  follow(element: HTMLElement | undefined, delay: number): void {
    if (element === this.under) return;
    this.under = element;
    this.stop();
    if (delay === 0) this.#show(element);
    else
      this.#timer = window.setTimeout(() => {
        this.#show(undefined);
        this.#timer = window.setTimeout(() => this.#show(element), delay - graceMs);
      }, graceMs);
  }
}

/**
 * One tooltip for all elements in the container that match the selector, on hover, focus or long press. Screen
 * readers do not see it, so set a description too. The container defaults to the page.
 */
export function useTooltip(
  content: (anchor: HTMLElement) => ReactNode,
  selector: string,
  container?: RefObject<HTMLElement | null>,
): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const [follower] = useState(() => new Follower(setAnchor));
  const panel = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const area = container === undefined ? document.body : container.current;
    return area === null ? undefined : followIn(area, selector, follower);
  }, [container, selector, follower]);
  useLayoutEffect(() => {
    if (anchor === undefined) return undefined;
    // After scrolling, another market may be under the pointer.
    const leave = (): void => {
      if (anchor !== document.activeElement) follower.close();
    };
    document.addEventListener("scroll", leave, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", leave, { capture: true });
  }, [anchor, follower]);
  const shown = anchor === undefined ? undefined : content(anchor);
  if (anchor === undefined || shown === undefined || shown === null) return null;
  // A portal, because a table head may not contain such an element.
  return createPortal(
    <Floating
      anchor={anchor}
      // Leaves visible what is read or pressed next: below most anchors, but above table heads.
      placement={anchor.closest("[role=columnheader], thead") === null ? "above-start" : "below-start"}
      onClose={() => follower.close()}
      panelRef={panel}
      role="tooltip"
      onPointerEnter={() => follower.hold(anchor)}
      onPointerLeave={({ pointerType }) => {
        if (pointerType !== "touch") follower.follow(undefined, hoverDelayMs);
      }}
      className="max-w-[280px] empty:hidden rounded-control bg-raised px-3 py-2 text-left text-small font-normal whitespace-normal text-text shadow-float forced-colors:border"
    >
      {shown}
    </Floating>,
    anchor.closest("main") ?? document.body,
    "tooltip",
  );
}

/** Follows pointer and focus in the area. Returns a stop function. */
function followIn(area: HTMLElement, selector: string, follower: Follower): () => void {
  let isPressed = false;
  let pressedAt = Number.POSITIVE_INFINITY;
  const isTip = (element: EventTarget | null): element is HTMLElement =>
    element instanceof HTMLElement && element.matches(selector);
  const tipAround = (target: EventTarget | null): HTMLElement | undefined => {
    const element = target instanceof Element ? target.closest(selector) : null;
    return isTip(element) ? element : undefined;
  };
  /** Looks below the top element, because a card's link covers its figures. */
  const tipBelow = ({ target, clientX, clientY }: PointerEvent): HTMLElement | undefined => {
    const row = target instanceof Element ? target.closest("[data-row]") : null;
    const drawn = document.elementsFromPoint(clientX, clientY);
    return drawn.filter(isTip).find((element) => row?.contains(element) === true);
  };
  const release = (): void => {
    if (isPressed) follower.stop();
    isPressed = false;
  };
  // All tooltips add the same function, so it is registered only once.
  document.addEventListener("pointerdown", rememberPress, { capture: true, passive: true });
  const abort = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    act: (event: HTMLElementEventMap[Type]) => void,
    capture = false,
  ): void => area.addEventListener(type, act, { capture, signal: abort.signal });
  on("pointerover", ({ pointerType, target, clientX, clientY }) => {
    const isAtRest = clientX === lastPress?.clientX && clientY === lastPress.clientY;
    if (pointerType === "touch" || isAtRest || isInTooltip(target)) return;
    follower.follow(tipAround(target), hoverDelayMs);
  });
  on("pointerout", ({ pointerType, relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && area.contains(relatedTarget);
    if (pointerType !== "touch" && !isInside) follower.follow(undefined, hoverDelayMs);
  });
  on("pointerdown", (event) => {
    if (isInTooltip(event.target)) return;
    follower.close();
    isPressed = event.pointerType === "touch";
    pressedAt = isPressed ? performance.now() : Number.POSITIVE_INFINITY;
    if (!isPressed) return;
    follower.follow(undefined, 0);
    follower.follow(tipAround(event.target) ?? tipBelow(event), pressDelayMs);
  });
  on("pointerup", release);
  on("pointercancel", release);
  // A long press that shows a tooltip must neither press the element nor open the browser's menu.
  const suppressClick = (event: MouseEvent): void => {
    // Clicks from the keyboard have a detail of 0.
    if (event.detail === 0 || follower.under === undefined) return;
    if (performance.now() - pressedAt < pressDelayMs) return;
    event.preventDefault();
    event.stopPropagation();
  };
  on("click", suppressClick, true);
  on("contextmenu", (event) => {
    if (isPressed && follower.under !== undefined) event.preventDefault();
  });
  on("focusin", ({ target }) => {
    if (isTip(target) && target.matches(":focus-visible")) follower.follow(target, 0);
  });
  on("focusout", () => follower.follow(undefined, 0));
  return () => {
    abort.abort();
    follower.stop();
  };
}

function isInTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="tooltip"]') !== null;
}

/** For the elements that `tipProps` and `data-tip` explain. */
export function HelpTooltip(): ReactNode {
  return useTooltip(
    (anchor) => anchor.dataset["tip"] || anchor.getAttribute("aria-description"),
    "[data-tip]",
  );
}

/** @param isStop false if another element with the same help is a tab stop already, as in the first card of a list */
export function tipProps(help: string | undefined, isStop = true) {
  if (help === undefined) return {};
  return { "data-tip": "", "aria-description": help, tabIndex: isStop ? 0 : undefined };
}

interface ExplainedProps {
  readonly as?: "span" | "div" | "ul" | "li";
  readonly help: string | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Explained({ as: Element = "span", help, className, children }: ExplainedProps): ReactNode {
  return (
    <Element {...tipProps(help)} className={className}>
      {children}
    </Element>
  );
}
