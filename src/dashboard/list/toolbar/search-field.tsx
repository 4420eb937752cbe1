import { Search, X } from "lucide-react";
import type { ReactNode } from "react";
import { filters } from "../../../domain/market/filters/filters.ts";
import { TextField } from "../../ui/fields/text-field.tsx";

interface SearchFieldProps {
  readonly id: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onEnter?: (() => void) | undefined;
  /** Defaults to markets. */
  readonly label?: string;
  readonly className: string;
}

const searchIcon = <Search className="size-4 shrink-0 text-text2" />;

export function SearchField({
  id,
  query,
  onQuery,
  onEnter,
  label = filters.query.label,
  className,
}: SearchFieldProps): ReactNode {
  return (
    <TextField
      id={id}
      type="search"
      label={label}
      labelPlace="hidden"
      aria-keyshortcuts="/"
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      text={query}
      onText={onQuery}
      onKeyDown={(event) => {
        if (event.key === "Enter") onEnter?.();
        if (event.key !== "Escape") return;
        event.preventDefault();
        if (query === "") event.currentTarget.blur();
        else onQuery("");
      }}
      className={className}
      fieldClassName="[&_::-webkit-search-cancel-button]:hidden"
      before={searchIcon}
      after={
        query === "" ? (
          <kbd
            aria-hidden="true"
            className="shrink-0 rounded-item border border-line2 px-1.5 font-sans text-tiny leading-4 pointer-coarse:hidden"
          >
            /
          </kbd>
        ) : (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => onQuery("")}
            className="-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-item hover:text-text pointer-coarse:-mr-2 pointer-coarse:size-11"
          >
            <X className="size-3.5" />
          </button>
        )
      }
    />
  );
}
