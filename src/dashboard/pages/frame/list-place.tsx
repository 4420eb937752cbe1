import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { formatCount } from "../../format/number.ts";
import { goBackTo, openingList } from "../../view-state/way-back.ts";

const lists = { asset: "Assets", market: "Markets" } as const;

/** Over the page of one item of a list: the way back to the list, and the items before and after it. */
export function ListPlace<Item>({
  what,
  href,
  asked,
  items,
  at,
  isPartial = false,
  linkTo,
}: {
  readonly what: keyof typeof lists;
  readonly href: string;
  /** Filters and order of the list, in words. */
  readonly asked: readonly string[];
  readonly items: readonly Item[];
  /** Index in the list; under 0 where the item is not in it, for instance because a filter hides it. */
  readonly at: number;
  /** Whether items are still arriving. */
  readonly isPartial?: boolean;
  readonly linkTo: (item: Item) => { readonly name: string; readonly href: string };
}): ReactNode {
  const look = "inline-flex size-7 items-center justify-center rounded-control pointer-coarse:size-11";
  const neighbour = (which: "Previous" | "Next"): ReactNode => {
    const [Icon, item] = which === "Previous" ? [ChevronLeft, items[at - 1]] : [ChevronRight, items[at + 1]];
    const icon = <Icon aria-hidden="true" className="size-4" />;
    if (item === undefined)
      return (
        <span aria-hidden="true" className={`${look} text-text3 opacity-40`}>
          {icon}
        </span>
      );
    const link = linkTo(item);
    return (
      <Link
        href={link.href}
        // Going along the list replaces the page, so that Back leads to the list at once.
        replace
        state={openingList()}
        aria-label={`${which} ${what}: ${link.name}`}
        title={`${which}: ${link.name}`}
        className={`${look} text-text2 hover:bg-hover hover:text-text`}
      >
        {icon}
      </Link>
    );
  };
  return (
    <div className="flex min-h-7 items-center gap-3">
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2">
        <Link
          href={href}
          onClick={goBackTo(href)}
          className="flex shrink-0 items-center gap-1 rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11"
        >
          <ChevronLeft aria-hidden="true" className="size-3.5" />
          {lists[what]}
        </Link>
        <span className="truncate text-small text-text2">{asked.join(", ")}</span>
      </nav>
      {at < 0 ? null : (
        <nav aria-label={`${lists[what]} of the list`} className="ml-auto flex shrink-0 items-center gap-1">
          <span className="mr-1 text-small whitespace-nowrap text-text2">
            {formatCount(at + 1).text} of {formatCount(items.length).text}
            {isPartial ? " so far" : ""}
          </span>
          {neighbour("Previous")}
          {neighbour("Next")}
        </nav>
      )}
    </div>
  );
}
