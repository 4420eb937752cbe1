// Leads through a page step by step: a card beside the element it speaks of, and a ring around that element. Nothing is dimmed
// and nothing is blocked: the page can be used meanwhile, and the card stays with its element while that moves.
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { Button } from "../fields/button.tsx";
import { placeCallout, ringAround } from "./callout-placement.ts";
import { ignoreRestingPointer } from "./resting-pointer.ts";
import { createScrolling } from "./scroll-to.ts";
import { isDrawn, seenBox } from "./seen-box.ts";

export interface TourStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The elements it speaks of, which must lie together; none when the page does not have them now. */
  readonly find: () => readonly Element[];
}

export interface TourProps {
  /** At least one; in a stable array. Those whose elements are not on the page are left out. */
  readonly steps: readonly TourStep[];
  /** The words for how far one is: "2 of 6". */
  readonly progress: (place: number, count: number) => string;
  /** On a phone: the card lies at the window's edge, as wide as it, with large buttons. */
  readonly docked: boolean;
  /** Called by the last button, by Escape, and when nothing is left to speak of. */
  readonly onEnd: () => void;
}

/** How long an element may be gone, for instance while its code is fetched, before its step is left. */
const graceMs = 1000;

const unplaced: CSSProperties = { position: "fixed", inset: "auto", margin: 0, left: 0, top: 0 };

const isPresent = (step: TourStep): boolean => step.find().some(isDrawn);

/**
 * Open as long as it is rendered. The focus goes to the card with each step, and in the end back to where it was; so does what was
 * scrolled.
 */
export function Tour({ steps, progress, docked, onEnd }: TourProps): ReactNode {
  const card = useRef<HTMLDivElement | null>(null);
  const ring = useRef<HTMLDivElement | null>(null);
  /** The step the focus was moved for. */
  const read = useRef<string | undefined>(undefined);
  const end = useRef(onEnd);
  const [scrolling] = useState(createScrolling);
  const id = useId();
  const [present, setPresent] = useState(() => steps.filter(isPresent).map((step) => step.id));
  const [wanted, setWanted] = useState(present[0]);
  const step = steps.find((candidate) => candidate.id === wanted) ?? steps[0];
  // One whose element is gone for a moment keeps its place.
  const shown = steps.filter((candidate) => candidate === step || present.includes(candidate.id));
  const at = shown.findIndex((candidate) => candidate === step);
  const previous = shown[at - 1];
  const next = shown[at + 1];

  useLayoutEffect(() => {
    end.current = onEnd;
  });

  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = card.current;
    return () => {
      ignoreRestingPointer();
      scrolling.back();
      read.current = undefined;
      const now = document.activeElement;
      const elsewhere = now !== null && now !== document.body && dialog?.contains(now) !== true;
      if (!elsewhere && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [scrolling]);

  useLayoutEffect(() => {
    const dialog = card.current;
    const frame = ring.current;
    if (dialog === null || frame === null || step === undefined) return undefined;
    for (const element of [frame, dialog])
      // Browsers without the attribute still get fixed, positioned elements.
      if ("showPopover" in element && !element.matches(":popover-open")) element.showPopover();

    let lost: number | undefined;
    const leave = (): void => {
      const there = steps.filter(isPresent);
      const to = there.find((other) => steps.indexOf(other) > steps.indexOf(step)) ?? there.at(-1);
      if (to === undefined) end.current();
      else {
        // Nobody asked for the other step: the focus stays where it is.
        read.current = to.id;
        setWanted(to.id);
      }
    };
    let targets = step.find();
    const bring = (): void => {
      const [first] = targets;
      if (first !== undefined) scrolling.to(first);
    };
    const settle = (): void => {
      if (targets.length === 0 || !targets.every(isDrawn)) {
        targets = step.find();
        if (targets.length > 0) bring();
      }
      if (targets.length > 0) {
        window.clearTimeout(lost);
        lost = undefined;
      } else lost ??= window.setTimeout(leave, graceMs);
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const target = seenBox(targets);
      const spot = placeCallout(
        target,
        { width: dialog.offsetWidth, height: dialog.offsetHeight },
        viewport,
        docked,
      );
      dialog.style.left = `${String(spot.left)}px`;
      dialog.style.top = `${String(spot.top)}px`;
      frame.style.visibility = target === undefined ? "hidden" : "";
      if (target === undefined) return;
      const around = ringAround(target, viewport);
      frame.style.left = `${String(around.left)}px`;
      frame.style.top = `${String(around.top)}px`;
      frame.style.width = `${String(around.width)}px`;
      frame.style.height = `${String(around.height)}px`;
    };
    bring();
    settle();
    // A screen reader then reads the step: the name and the description of the dialog.
    if (read.current !== step.id) {
      dialog.focus({ preventScroll: true });
      ignoreRestingPointer();
    }
    read.current = step.id;

    let waiting = 0;
    const later = (act: () => void): void => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(act);
    };
    const follow = (): void => later(settle);
    let changed = false;
    const look = (): void => {
      changed = false;
      const ids = steps.filter(isPresent).map((other) => other.id);
      setPresent((old) => (old.join() === ids.join() ? old : ids));
    };
    // Rows that arrive, a banner that comes, a part whose code was fetched: each may move the element or take it away.
    const changes = new MutationObserver(() => {
      changed = true;
      later(() => {
        if (changed) look();
        settle();
      });
    });
    changes.observe(document.body, { childList: true, characterData: true, subtree: true });
    window.addEventListener("scroll", follow, { capture: true, passive: true });
    window.addEventListener("resize", follow);
    return () => {
      window.clearTimeout(lost);
      cancelAnimationFrame(waiting);
      changes.disconnect();
      window.removeEventListener("scroll", follow, { capture: true });
      window.removeEventListener("resize", follow);
    };
  }, [steps, step, docked, scrolling]);

  useEffect(() => {
    // On the window, after everything on the page: what was opened over the tour is closed first.
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector("dialog:modal") !== null) return;
      event.preventDefault();
      end.current();
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, []);

  if (step === undefined) return null;
  const size = docked ? "touch" : "normal";
  return (
    <>
      <div
        ref={ring}
        aria-hidden="true"
        data-tour-ring=""
        popover="manual"
        style={unplaced}
        className="pointer-events-none z-50 rounded-control border-2 border-accent bg-transparent p-0 forced-colors:border-[Highlight] print:hidden"
      />
      <div
        ref={card}
        popover="manual"
        // A <dialog> is hidden by the browser until it is opened as one, and would be given the focus by it.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-labelledby={`${id}-title ${id}-place`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        style={unplaced}
        className={`z-50 max-h-[46dvh] overflow-y-auto overscroll-contain rounded-panel border-0 bg-raised px-4 pt-3 pb-3 text-text shadow-float focus:outline-none forced-colors:border print:hidden ${docked ? "w-[calc(100vw-16px)] max-w-[480px]" : "w-[332px] max-w-[calc(100vw-16px)]"}`}
      >
        <div className="flex items-baseline gap-3">
          <h2 id={`${id}-title`} className="min-w-0 flex-1 text-[14px] leading-5 font-semibold">
            {step.title}
          </h2>
          <span id={`${id}-place`} className="shrink-0 text-small text-text3">
            {progress(at + 1, shown.length)}
          </span>
        </div>
        <p id={`${id}-text`} className="mt-1 text-body text-text2">
          {step.text}
        </p>
        <div className="mt-3 flex items-center gap-2">
          <Button
            variant="primary"
            size={size}
            onClick={() => (next === undefined ? onEnd() : setWanted(next.id))}
          >
            {next === undefined ? "Done" : "Next"}
          </Button>
          {previous === undefined ? null : (
            <Button size={size} onClick={() => setWanted(previous.id)}>
              Back
            </Button>
          )}
          {next === undefined ? null : (
            <Button variant="quiet" size={size} className="-mr-2 ml-auto" onClick={onEnd}>
              End the tour
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
