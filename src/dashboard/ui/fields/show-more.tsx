import { useState, type ReactNode } from "react";
import { formatCount } from "../../../domain/format/number.ts";
import { Button } from "./button.tsx";

interface ListNames {
  readonly items?: string | undefined;
  readonly list?: string;
}

export function useShowMore<Item>(items: readonly Item[], first: number, names: ListNames) {
  const [all, setAll] = useState(false);
  return showFirst(items, first, all, () => setAll(!all), names);
}

/**
 * For lists whose owner keeps which of them are shown whole.
 * The button `more` shows all, or the first again. It is null if nothing would be hidden.
 */
export function showFirst<Item>(
  items: readonly Item[],
  first: number,
  all: boolean,
  onToggle: () => void,
  names: ListNames,
): { readonly shown: readonly Item[]; readonly more: ReactNode } {
  // Show everything if only a few items would be hidden.
  if (items.length <= first * 1.25) return { shown: items, more: null };
  const count = formatCount(all ? first : items.length).text;
  const text = `${all ? "Show the first" : "Show all"} ${count}${names.items === undefined ? "" : ` ${names.items}`}`;
  return {
    shown: all ? items : items.slice(0, first),
    more: (
      <Button
        variant="link"
        className="-mx-2.5 pointer-coarse:h-11"
        aria-label={names.list === undefined ? undefined : `${text}, ${names.list}`}
        aria-expanded={all}
        onClick={onToggle}
      >
        {text}
      </Button>
    ),
  };
}
