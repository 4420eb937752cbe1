import { Bell, Copy, ExternalLink } from "lucide-react";
import { ratedMarketTypes } from "../../contract/market.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { openAlertForm } from "../data/alerts/alert-draft.ts";
import type { MenuItem } from "../ui/overlay/menu.tsx";
import { copyText } from "../ui/fields/copy-text.ts";
import type { Announce } from "../ui/page/live-region.tsx";
import { refusalReasons } from "./action-labels.ts";
import type { MarketAction } from "./market-actions.ts";
import { newTab } from "./offered-actions.ts";
import { toWebsiteLink, type WebsiteLink } from "./website-link.ts";

const realSite = "The real site; figures here are simulated";

interface MenuInput {
  readonly row: MarketRow;
  readonly others: readonly MarketAction[];
  /** The provider's page is in the menu; if false, it is a button. */
  readonly hasWebsite: boolean;
  readonly announce: Announce;
  /** The demo's figures are simulated, but the provider's page is real. */
  readonly demo?: boolean;
}

export function menuItems({
  row,
  others,
  hasWebsite,
  announce,
  demo = false,
}: MenuInput): readonly MenuItem[] {
  const links = others.map(({ key, label, link }): MenuItem =>
    link.ok
      ? { key, label, name: `${label}, ${link.host}, ${newTab}`, href: link.href }
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
  return first === undefined ? links : [...links, { ...first, parted: links.length > 0 }, ...more];
}

function websiteItem(label: string, website: WebsiteLink, demo: boolean): MenuItem {
  const item = { key: "website", label };
  if (!website.ok)
    return { ...item, hint: `Unavailable: ${refusalReasons[website.refusal]}.`, disabled: true };
  // Voice control needs the visible text first, and in one piece.
  const name = `${label}${demo ? `. ${realSite}. ` : ", "}${website.host}, ${newTab}`;
  return { ...item, name, ...(demo ? { hint: realSite } : {}), href: website.href, icon: <ExternalLink /> };
}
