import { Search, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { filters } from "../../../domain/market/filters/filters.ts";
import { TextField } from "../../ui/fields/text-field.tsx";

const searchIcon = <Search className="size-4 shrink-0 text-text2" />;

export function SearchField({
  label = filters.query.label,
  onEnter,
  ...field
}: Pick<ComponentProps<typeof TextField>, "id" | "text" | "onText" | "className"> & {
  /** Defaults to markets. */
  readonly label?: string;
  readonly onEnter?: (() => void) | undefined;
}): ReactNode {
  const { text, onText } = field;
  return (
    <TextField
      {...field}
      type="search"
      label={label}
      labelPlace="hidden"
      aria-keyshortcuts="/"
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={(event) => {
        if (event.key === "Enter") onEnter?.();
        if (event.key !== "Escape") return;
        event.preventDefault();
        if (text === "") event.currentTarget.blur();
        else onText("");
      }}
      fieldClassName="[&_::-webkit-search-cancel-button]:hidden"
      before={searchIcon}
      after={
        text === "" ? (
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
            onClick={() => onText("")}
            className="-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-item hover:text-text pointer-coarse:-mr-2 pointer-coarse:size-11"
          >
            <X className="size-3.5" />
          </button>
        )
      }
    />
  );
}
