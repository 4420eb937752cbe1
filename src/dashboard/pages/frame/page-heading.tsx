// After a navigation the focus moves to the new page's heading, as it would to the top of a new document.
import { useEffect, useRef, type ReactNode, type RefObject } from "react";

let moved = false;

/** The page the document was loaded with keeps the focus where the browser put it. */
function loadedPath(): string | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  return entry === undefined || !URL.canParse(entry.name) ? undefined : new URL(entry.name).pathname;
}

/**
 * The ref of a page's heading, which needs `tabIndex={-1}`.
 * @param page what the heading is about: when it changes, the focus moves; undefined while there is nothing to read yet
 */
export function usePageFocus(page: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement | null>(null);
  useEffect(() => {
    if (page === undefined) return undefined;
    moved ||= loadedPath() !== window.location.pathname;
    if (moved) {
      window.scrollTo(0, 0);
      document.querySelector("#main")?.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    return () => {
      moved = true;
    };
  }, [page]);
  return heading;
}

export function PageHeading(props: { readonly page: string; readonly children: ReactNode }): ReactNode {
  return (
    <h1
      ref={usePageFocus(props.page)}
      tabIndex={-1}
      className="min-w-0 text-title font-semibold [overflow-wrap:anywhere] outline-none"
    >
      {props.children}
    </h1>
  );
}

/** @param title "Compare 3 markets" */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Yieldboard`;
  }, [title]);
}
