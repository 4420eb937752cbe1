// Decides which actions a market offers as buttons and in its menu, and where each one leads.
import { Bell, Copy, ExternalLink } from "lucide-react";
import { ratedMarketTypes } from "../../contract/market.ts";
import { blockedBy } from "../../domain/market/assess/capacity.ts";
import { memoizeLast } from "../../domain/memoize.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { readParameter } from "../../domain/view-state/search-text.ts";
import { openAlertForm } from "../data/alerts/alert-draft.ts";
import { copyText } from "../ui/fields/copy-text.ts";
import type { MenuItem } from "../ui/overlay/menu.tsx";
import type { Announce } from "../ui/page/live-region.tsx";
import { hrefTo } from "../view-state/address.ts";
import { refusalReasons, toWebsiteLink, type WebsiteLink } from "./links.ts";
import type { MarketAction } from "./market-actions.ts";

export const newTab = "opens in a new tab";

/** Plain data, because rows render hundreds of actions. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly href: string | undefined;
  readonly host?: string;
  /** Why a link is refused, or leads elsewhere. */
  readonly title?: string;
  /** Opens the provider's page instead of the action. */
  readonly leaves: boolean;
  readonly main: boolean;
}

/** Adds the list's parameters to an action page of ours. */
function placedHref(href: string, row: MarketRow, search: string): string {
  if (!href.startsWith("/")) return href;
  const [path = "", query = ""] = href.split("?", 2);
  const own = [
    ["action", readParameter(query, "action")],
    ["market", row.id],
  ] as const;
  return hrefTo(path, search, own);
}

const buttonKeys: ReadonlySet<string> = new Set(["deposit", "borrow", "openPosition", "setup"]);
export const maxButtons = 2;

// Kept for the rows of a list, which all have the same search.
const leadOf = memoizeLast((search: string) =>
  readParameter(search, "view") === "borrow" ? "borrow" : "deposit",
);

/** False for deposits at the cap and loans with nothing left. The menu keeps those links. */
export function isPossible(row: MarketRow, { key }: MarketAction): boolean {
  return (
    (key !== "deposit" && key !== "borrow") ||
    blockedBy(row, { side: key, size: undefined, loops: undefined }) === undefined
  );
}

export function pickButtons(
  row: MarketRow,
  actions: readonly MarketAction[],
  isRow: boolean,
  search: string,
): readonly MarketAction[] {
  const lead = leadOf(search);
  const offered = actions.filter((action) => buttonKeys.has(action.key) && isPossible(row, action));
  // The Borrow view has no deposit button. The menu has that action.
  const own =
    lead === "borrow" && !offered.some(({ key }) => key === "borrow")
      ? offered.filter(({ key }) => key !== "deposit")
      : offered;
  const wanted = own.toSorted((a, b) => Number(b.key === lead) - Number(a.key === lead)).slice(0, maxButtons);
  return isRow && wanted[0]?.key === "openPosition" ? wanted.slice(0, 1) : wanted;
}

/** If there is no action, offers the provider's page. */
export function toRowActions(
  row: MarketRow,
  picked: readonly MarketAction[],
  search: string,
): readonly RowAction[] {
  if (picked.length > 0) return picked.map((action) => toRowAction(row, action, search));
  const website = toWebsiteLink(row.websiteUrl);
  if (website === undefined) return [];
  const common = {
    key: "website",
    label: `Open on ${row.providerName}`,
    text: "Open",
    leaves: true,
    main: false,
  };
  if (website.ok) return [{ ...common, href: website.href, host: website.host }];
  const reason = refusalReasons[website.refusal];
  return [{ ...common, href: undefined, title: `${row.providerName}'s page cannot be opened: ${reason}.` }];
}

/** A refused link leads to the provider's page instead. */
export function toRowAction(row: MarketRow, action: MarketAction, search: string): RowAction {
  const { providerName, websiteUrl } = row;
  const { key, label, link } = action;
  const text = key === "openPosition" ? "Open" : label;
  const common = { key, label, text, main: key === leadOf(search) };
  if (link.ok) return { ...common, href: placedHref(link.href, row, search), host: link.host, leaves: false };
  const reason = refusalReasons[link.refusal];
  const website = toWebsiteLink(websiteUrl);
  return website?.ok === true
    ? {
        ...common,
        href: website.href,
        host: website.host,
        title: `${label} cannot be opened from here: ${reason}. This opens ${providerName} instead: ${website.host}, ${newTab}.`,
        leaves: true,
      }
    : { ...common, href: undefined, title: `${label} cannot be opened: ${reason}.`, leaves: false };
}

const realSite = "The real site; figures here are simulated";

export function menuItems({
  row,
  others,
  search,
  hasWebsite,
  announce,
  demo = false,
}: {
  readonly row: MarketRow;
  readonly others: readonly MarketAction[];
  readonly search: string;
  /** The provider's page is in the menu; if false, it is a button. */
  readonly hasWebsite: boolean;
  readonly announce: Announce;
  /** The demo's figures are simulated, but the provider's page is real. */
  readonly demo?: boolean;
}): readonly MenuItem[] {
  const links = others.map(({ key, label, link }): MenuItem =>
    link.ok
      ? { key, label, name: `${label}, ${link.host}, ${newTab}`, href: placedHref(link.href, row, search) }
      : { key, label, hint: `Unavailable here: ${refusalReasons[link.refusal]}.`, disabled: true },
  );
  const website = hasWebsite ? toWebsiteLink(row.websiteUrl) : undefined;
  const own: MenuItem[] = [];
  if (website !== undefined) own.push(websiteItem(`Open on ${row.providerName}`, website, demo));
  if (ratedMarketTypes.some((type) => type === row.kind))
    own.push({
      key: "alert",
      label: "New alert rule",
      icon: <Bell />,
      onSelect: () => openAlertForm({ kind: "market", row }),
    });
  own.push({
    key: "copy-id",
    label: "Copy market id",
    icon: <Copy />,
    onSelect: () => void copyText(row.id, "Market id", announce),
  });
  const [first, ...more] = own;
  return first === undefined ? links : [...links, { ...first, hasSeparator: links.length > 0 }, ...more];
}

function websiteItem(label: string, website: WebsiteLink, demo: boolean): MenuItem {
  const item = { key: "website", label };
  if (!website.ok)
    return { ...item, hint: `Unavailable: ${refusalReasons[website.refusal]}.`, disabled: true };
  // Voice control needs the visible text first, and in one piece.
  const name = `${label}${demo ? `. ${realSite}. ` : ", "}${website.host}, ${newTab}`;
  return { ...item, name, ...(demo ? { hint: realSite } : {}), href: website.href, icon: <ExternalLink /> };
}
