// A long list that shows its first items, and all of them on request.
import { useState, type ReactNode } from "react";
import { formatCount } from "../../format/number.ts";
import { Button } from "./button.tsx";

/**
 * The items to draw, and the button that shows or hides the others; null where there are none.
 * @param first so many are read at a glance
 * @param what they are called, where several lists of a page fold: "deposits"
 */
export function useShowMore<Item>(
  items: readonly Item[],
  first: number,
  what = "",
): { readonly shown: readonly Item[]; readonly more: ReactNode } {
  const [all, setAll] = useState(false);
  // A few more are not worth a button.
  if (items.length <= first * 1.25) return { shown: items, more: null };
  return {
    shown: all ? items : items.slice(0, first),
    more: (
      <Button
        variant="link"
        className="-mx-2.5 pointer-coarse:h-11"
        aria-expanded={all}
        onClick={() => setAll(!all)}
      >
        {all ? "Show the first" : "Show all"} {formatCount(all ? first : items.length).text} {what}
      </Button>
    ),
  };
}
