import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { filters } from "../../../domain/market/filters/filters.ts";

interface SearchFieldProps {
  readonly id: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onEnter?: (() => void) | undefined;
  /** Default: markets. */
  readonly label?: string;
  readonly className?: string;
}

export function SearchField({
  id,
  query,
  onQuery,
  onEnter,
  label = filters.query.label,
  className = "",
}: SearchFieldProps): ReactNode {
  return (
    <div
      className={`flex h-8 items-center gap-2 rounded-control border border-control bg-inset px-2 transition-colors focus-within:border-accent focus-within:outline-1 focus-within:-outline-offset-2 focus-within:outline-accent hover:border-text2 pointer-coarse:h-11 ${className}`}
    >
      <Search aria-hidden="true" className="size-4 shrink-0 text-text2" />
      <input
        id={id}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter?.();
          if (event.key !== "Escape") return;
          event.preventDefault();
          if (query === "") event.currentTarget.blur();
          else onQuery("");
        }}
        className="h-full w-full min-w-0 appearance-none bg-transparent text-body text-text outline-none placeholder:text-text3 pointer-coarse:text-[16px] [&::-webkit-search-cancel-button]:hidden"
      />
      {query === "" ? (
        <kbd
          aria-hidden="true"
          className="shrink-0 rounded-item border border-line2 px-1.5 font-sans text-tiny leading-4 text-text3 pointer-coarse:hidden"
        >
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onQuery("")}
          className="-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-item text-text3 hover:text-text pointer-coarse:size-9"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </div>
  );
}
