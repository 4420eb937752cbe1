import type { ReactNode } from "react";

export function SkipLink({ to, label }: { readonly to: string; readonly label: string }): ReactNode {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-control bg-raised px-3 py-2 text-accent shadow-float focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      onClick={(event) => {
        // Not a fragment, because on Back the browser would focus it instead of the opened row.
        event.preventDefault();
        const all = [...document.querySelectorAll<HTMLElement>(to)];
        (all.find(({ id }) => id !== "main") ?? all[0])?.focus();
      }}
    >
      {label}
    </a>
  );
}
