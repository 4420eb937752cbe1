import { useState, type ReactNode } from "react";
import { formatCount } from "../../../domain/format/number.ts";
import { Button } from "./button.tsx";

export function useShowMore<Item>(
  items: readonly Item[],
  first: number,
  names: {
    readonly items?: string;
    readonly list?: string;
  },
): { readonly shown: readonly Item[]; readonly more: ReactNode } {
  const [all, setAll] = useState(false);
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
        onClick={() => setAll(!all)}
      >
        {text}
      </Button>
    ),
  };
}
