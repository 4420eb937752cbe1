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
import { toWebsiteLink } from "./website-link.ts";

const realSite = "The real site; figures here are simulated";

function isRated({ kind }: MarketRow): boolean {
  return ratedMarketTypes.some((type) => type === kind);
}

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
  const website = hasWebsite ? toWebsiteLink(row.websiteUrl) : undefined;
  const items: MenuItem[] = others.map(({ key, label, link }) =>
    link.ok
      ? { key, label, name: `${label}, ${link.host}, ${newTab}`, href: link.href }
      : { key, label, hint: `Unavailable here: ${refusalReasons[link.refusal]}.`, disabled: true },
  );
  const parted = items.length > 0;
  if (website !== undefined) {
    const label = `Open on ${row.providerName}`;
    const item = { key: "website", label, parted };
    if (website.ok) {
      // Voice control needs the visible text first, and in one piece.
      const name = `${label}${demo ? `. ${realSite}. ` : ", "}${website.host}, ${newTab}`;
      items.push({
        ...item,
        name,
        ...(demo ? { hint: realSite } : {}),
        href: website.href,
        icon: <ExternalLink />,
      });
    } else items.push({ ...item, hint: `Unavailable: ${refusalReasons[website.refusal]}.`, disabled: true });
  }
  const rings = isRated(row);
  if (rings)
    items.push({
      key: "alert",
      label: "New alert rule",
      icon: <Bell />,
      parted: parted && website === undefined,
      onSelect: () => openAlertForm({ kind: "market", row }),
    });
  items.push({
    key: "copy-id",
    label: "Copy market id",
    icon: <Copy />,
    parted: parted && website === undefined && !rings,
    onSelect: () => void copyText(row.id, "Market id", announce),
  });
  return items;
}
