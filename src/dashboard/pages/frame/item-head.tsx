import { Bell, ChevronLeft, ChevronRight, Star, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { openAlertForm, type AlertDraft } from "../../data/alerts/alert-draft.ts";
import { useAlertRules } from "../../queries/alerts.ts";
import { formatCount } from "../../../domain/format/number.ts";
import type { MarketIcons } from "../../../domain/market/market-text.ts";
import { IconButton } from "../../ui/fields/button.tsx";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { backTo, openingList } from "../../view-state/back-link.ts";
import { PageHeading } from "./page-heading.tsx";

const listNames = { asset: "Assets", market: "Markets" } as const;

interface ListPlaceProps<Item> {
  readonly what: keyof typeof listNames;
  readonly href: string;
  readonly criteria: readonly string[];
  readonly items: readonly Item[];
  /** Negative if the item is not in the list, for example because a filter hides it. */
  readonly at: number;
  readonly isPartial?: boolean;
  readonly linkTo: (item: Item) => { readonly name: string; readonly href: string };
}

export function ItemHead<Item>({
  id,
  name,
  icons,
  tags,
  line,
  star,
  alert,
  children,
  ...place
}: ListPlaceProps<Item> & {
  readonly id: string;
  readonly name: string;
  readonly icons: Pick<MarketIcons, "icon"> & Partial<MarketIcons>;
  readonly tags: readonly string[];
  readonly line: ReactNode;
  readonly star: { readonly starred: ReadonlySet<string>; readonly toggle: (id: string) => void };
  readonly alert: AlertDraft;
  readonly children: ReactNode;
}): ReactNode {
  const rules = useAlertRules().rules.filter(({ target }) =>
    target.kind === "market" ? target.id === id : target.kind === "asset" && target.mint === id,
  );
  const count = formatCount(rules.length).text;
  const announce = useAnnounce();
  const isStarred = star.starred.has(id);
  return (
    <>
      <ListPlace {...place} />
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-3 md:items-center">
        <MarketIcon {...icons} size={44} />
        <div className="min-w-0 flex-1 basis-52">
          <div
            className={classNames(
              "flex flex-wrap items-center gap-x-2 gap-y-1",
              tags.length === 0 && "min-[360px]:flex-nowrap",
            )}
          >
            <PageHeading key={id}>{name}</PageHeading>
            {tags.map((tag) => (
              <Explained
                key={tag}
                help="A tag of the token catalog, or the token's family."
                className="rounded-item border border-line2 px-1.5 text-tiny leading-[18px] text-text2"
              >
                {tag}
              </Explained>
            ))}
            <span className="inline-flex shrink-0 gap-1">
              <IconButton
                label={`Star ${name}`}
                aria-pressed={isStarred}
                title={isStarred ? "Remove star" : "Star"}
                icon={<Star className={isStarred ? "size-4 fill-current text-text" : "size-4"} />}
                onClick={() => {
                  star.toggle(id);
                  announce(isStarred ? "Star removed." : "Starred.");
                }}
              />
              <IconButton
                label={rules.length === 0 ? "New alert rule" : `New alert rule, ${count} here`}
                className="relative"
                icon={
                  <>
                    <Bell className={rules.length === 0 ? "size-4" : "size-4 fill-current text-text"} />
                    {rules.length === 0 ? null : (
                      <span
                        aria-hidden="true"
                        className="absolute top-0 right-0 min-w-4 rounded-full bg-fill px-1 text-center text-tiny leading-4 font-semibold text-white pointer-coarse:top-1.5 pointer-coarse:right-1.5"
                      >
                        {count}
                      </span>
                    )}
                  </>
                }
                onClick={() => openAlertForm(alert)}
              />
            </span>
          </div>
          {line}
        </div>
        {children}
      </div>
    </>
  );
}

function ListPlace<Item>({
  what,
  href,
  criteria,
  items,
  at,
  isPartial = false,
  linkTo,
}: ListPlaceProps<Item>): ReactNode {
  const style = "inline-flex size-7 items-center justify-center rounded-control pointer-coarse:size-11";
  const neighbor = (which: string, Icon: LucideIcon, item: Item | undefined): ReactNode => {
    const icon = <Icon className="size-4" />;
    if (item === undefined)
      return (
        <span aria-hidden="true" className={`${style} text-text3 opacity-40`}>
          {icon}
        </span>
      );
    const link = linkTo(item);
    return (
      <Link
        href={link.href}
        replace
        state={openingList()}
        aria-label={`${which} ${what}: ${link.name}`}
        title={`${which}: ${link.name}`}
        className={`${style} text-text2 hover:bg-hover hover:text-text`}
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
          onClick={backTo(href)}
          className="flex shrink-0 items-center gap-1 rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11"
        >
          <ChevronLeft className="size-3.5" />
          {listNames[what]}
        </Link>
        <span className="line-clamp-2 text-small text-text2">{criteria.join(" · ")}</span>
      </nav>
      {at < 0 ? null : (
        <nav
          aria-label={`${listNames[what]} of the list`}
          className="ml-auto flex shrink-0 items-center gap-1"
        >
          <span className="mr-1 text-small whitespace-nowrap text-text2">
            {formatCount(at + 1).text} of {formatCount(items.length).text}
            {isPartial ? " so far" : ""}
          </span>
          {neighbor("Previous", ChevronLeft, items[at - 1])}
          {neighbor("Next", ChevronRight, items[at + 1])}
        </nav>
      )}
    </div>
  );
}

/** Shown until the item is found. */
export function LoadingItem({
  what,
  href,
  children,
}: Pick<ListPlaceProps<never>, "what" | "href"> & { readonly children?: ReactNode }): ReactNode {
  return (
    <div className="px-4 py-4 md:px-6" aria-busy="true">
      <nav aria-label="Breadcrumb">
        <Link href={href} className="font-medium text-accent hover:underline">
          {listNames[what]}
        </Link>
      </nav>
      <h1 className="mt-4 text-title font-semibold">Loading {what}…</h1>
      <p className="mt-1 text-text2">{children}</p>
      <div aria-hidden="true" className="mt-6 grid gap-4 opacity-60">
        <div className="h-20 rounded-panel bg-track" />
        <div className="h-80 rounded-panel bg-track opacity-60" />
      </div>
    </div>
  );
}
