// After navigation focus moves to the heading, as on a new document.
import { useEffect, useRef, type ReactNode, type RefObject } from "react";

let moved = false;

/** The first page leaves focus where the browser put it. */
function loadedPath(): string | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  return entry === undefined || !URL.canParse(entry.name) ? undefined : new URL(entry.name).pathname;
}

/** Needs `tabIndex={-1}`. Focus moves when `page` changes; undefined while loading. */
function usePageFocus(page: string | undefined): RefObject<HTMLHeadingElement | null> {
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

/** For the list, whose heading is hidden and whose rows take the focus back on their own. */
export function useMainFocus(): void {
  useEffect(() => {
    moved ||= loadedPath() !== window.location.pathname;
    if (moved && document.activeElement === document.body)
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
  }, []);
}

export function PageHeading(props: { readonly page: string; readonly children: ReactNode }): ReactNode {
  return (
    <h1
      ref={usePageFocus(props.page)}
      tabIndex={-1}
      className="min-w-0 text-[22px] leading-7 font-semibold tracking-[-0.02em] [overflow-wrap:anywhere] outline-none"
    >
      {props.children}
    </h1>
  );
}

/** `title` names the page in the heading and, unless another is given, in the browser. */
export function PageHead({
  title,
  documentTitle = title,
  about,
  children,
}: {
  readonly title: string;
  readonly documentTitle?: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  usePageTitle(documentTitle);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <PageHeading page={title}>{title}</PageHeading>
      {typeof about === "string" ? <p className="text-text2">{about}</p> : about}
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
