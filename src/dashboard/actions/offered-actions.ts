// Decides which actions a market offers as buttons, and where each one leads.
import type { MarketRow } from "../../domain/market/market-row.ts";
import { readParameter } from "../../domain/view-state/search-text.ts";
import type { RowAction } from "../market/row-actions.ts";
import { hrefTo } from "../view-state/address.ts";
import { refusalReasons } from "./action-labels.ts";
import type { MarketAction } from "./market-actions.ts";
import { toWebsiteLink } from "./website-link.ts";

export const newTab = "opens in a new tab";

export function placedHref(href: string, row: MarketRow, search: string): string {
  if (!href.startsWith("/")) return href;
  const [path = "", query = ""] = href.split("?", 2);
  const own = [
    ["action", readParameter(query, "action")],
    ["market", row.id],
  ] as const;
  return hrefTo(path, search, own);
}

export function placedActions(
  actions: readonly MarketAction[],
  row: MarketRow,
  search: string,
): readonly MarketAction[] {
  return actions.map(({ key, label, link }) => ({
    key,
    label,
    link: link.ok ? { ...link, href: placedHref(link.href, row, search) } : link,
  }));
}

const buttonKeys: ReadonlySet<string> = new Set(["deposit", "borrow", "openPosition", "setup"]);
export const mostButtons = 2;

export function leadOf(search: string): "borrow" | "deposit" {
  return readParameter(search, "view") === "borrow" ? "borrow" : "deposit";
}

export function pickButtons(
  actions: readonly MarketAction[],
  isRow: boolean,
  lead: string,
): readonly MarketAction[] {
  const offered = actions.filter((action) => buttonKeys.has(action.key));
  // The Borrow view has no deposit button. The menu has that action.
  const own =
    lead === "borrow" && !offered.some(({ key }) => key === "borrow")
      ? offered.filter(({ key }) => key !== "deposit")
      : offered;
  const wanted = own
    .toSorted((a, b) => Number(b.key === lead) - Number(a.key === lead))
    .slice(0, mostButtons);
  return isRow && wanted[0]?.key === "openPosition" ? wanted.slice(0, 1) : wanted;
}

/** If there is no action, offers the provider's page. */
export function waysOut(row: MarketRow, picked: readonly MarketAction[], lead: string): readonly RowAction[] {
  if (picked.length > 0) return picked.map((action) => wayOut(row, action, lead));
  const website = toWebsiteLink(row.websiteUrl);
  if (website === undefined) return [];
  const way = {
    key: "website",
    label: `Open on ${row.providerName}`,
    text: "Open",
    leaves: true,
    main: false,
  };
  if (website.ok) return [{ ...way, href: website.href, host: website.host, title: title(website.host) }];
  const reason = refusalReasons[website.refusal];
  return [{ ...way, href: undefined, title: `${row.providerName}'s page cannot be opened: ${reason}.` }];
}

/** A refused link leads to the provider's page instead. */
export function wayOut(
  { providerName, websiteUrl }: MarketRow,
  action: MarketAction,
  lead: string,
): RowAction {
  const { key, label, link } = action;
  const way = { key, label, ...(key === "openPosition" ? { text: "Open" } : {}), main: key === lead };
  if (link.ok) return { ...way, href: link.href, host: link.host, title: title(link.host), leaves: false };
  const reason = refusalReasons[link.refusal];
  const website = toWebsiteLink(websiteUrl);
  return website?.ok === true
    ? {
        ...way,
        href: website.href,
        host: website.host,
        title: `${label} cannot be opened from here: ${reason}. This opens ${providerName} instead.`,
        leaves: true,
      }
    : { ...way, href: undefined, title: `${label} cannot be opened: ${reason}.`, leaves: false };
}

function title(host: string): string {
  return `${host}, ${newTab}`;
}
