// After navigation, the focus moves to the heading and the page starts at its top, like a new document. Back and
// Forward return to the previous scroll position.
import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { takeReloadMark } from "../../ui/page/load-boundary.tsx";

let moved = false;

/** On the first page, the focus stays where the browser put it. */
function loadedPath(): string | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  return entry === undefined || !URL.canParse(entry.name) ? undefined : new URL(entry.name).pathname;
}

function hasMoved(): boolean {
  moved ||= loadedPath() !== window.location.pathname || takeReloadMark();
  return moved;
}

/** Scroll positions by history entry. The list keeps its own. */
const tops = new Map<string, number>();

/** Undefined in browsers before Safari 26.2 and Firefox 147. */
function historyKey(): string | undefined {
  return "navigation" in window ? window.navigation.currentEntry?.key : undefined;
}

/** A layout effect: its cleanup runs before the browser reports the scroll that a shorter next page causes. */
function useScrollRestoration(): void {
  useLayoutEffect(() => {
    const main = document.querySelector("#main");
    if (hasMoved()) {
      const top = tops.get(historyKey() ?? "") ?? 0;
      // On a phone the document scrolls; otherwise the page does.
      window.scrollTo(0, top);
      main?.scrollTo(0, top);
    }
    const remember = (): void => {
      const key = historyKey();
      if (key !== undefined) tops.set(key, window.scrollY + (main?.scrollTop ?? 0));
    };
    document.addEventListener("scroll", remember, { capture: true, passive: true });
    return () => {
      document.removeEventListener("scroll", remember, { capture: true });
      moved = true;
    };
  }, []);
}

/** For the list, whose heading is hidden and whose rows restore the focus themselves. */
export function useMainFocus(): void {
  useEffect(() => {
    if (hasMoved() && document.activeElement === document.body)
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
  }, []);
}

/** A new key marks another page, which takes the focus. */
export function PageHeading({ children }: { readonly children: ReactNode }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useScrollRestoration();
  useEffect(() => {
    if (hasMoved()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="min-w-0 text-[22px] leading-7 font-semibold tracking-[-0.02em] [overflow-wrap:anywhere] outline-none"
    >
      {children}
    </h1>
  );
}

interface PageHeadProps {
  readonly title: string;
  readonly documentTitle?: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

/** `title` is the heading and, unless another one is given, the title of the document. */
export function PageHead({ title, documentTitle = title, about, children }: PageHeadProps): ReactNode {
  usePageTitle(documentTitle);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <PageHeading key={title}>{title}</PageHeading>
      {typeof about === "string" ? (
        <p className="text-text2">
          <NonBreakingFigures text={about} />
        </p>
      ) : (
        about
      )}
      {children === undefined ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:ml-auto">{children}</div>
      )}
    </div>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Yieldboard`;
  }, [title]);
}
