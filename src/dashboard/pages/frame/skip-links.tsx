// The first stops of the keyboard: past the header to the page, and past the filters to the first market.
import type { MouseEvent, ReactNode } from "react";

const linkClass =
  "sr-only z-50 rounded-control bg-raised px-3 py-2 text-accent shadow-float focus:not-sr-only focus:absolute focus:top-2 focus:left-2";

export function SkipLinks({ list }: { readonly list: boolean }): ReactNode {
  return (
    <>
      <a href="#main" className={linkClass} onClick={(event) => leadTo(event, "#main")}>
        Skip to content
      </a>
      {list ? (
        <a
          href="#main"
          className={linkClass}
          onClick={(event) => leadTo(event, "#main a.market-link, #main")}
        >
          Skip to markets
        </a>
      ) : null}
    </>
  );
}

/**
 * Moves the focus and leaves the address alone: after a jump to a fragment the browser itself gives the focus to the fragment
 * on the way back to a page, and the row that was opened would not get it.
 */
function leadTo(event: MouseEvent, selector: string): void {
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  (all.find((element) => element.id !== "main") ?? all[0])?.focus();
}
