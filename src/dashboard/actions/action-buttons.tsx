import { Bell, Copy, Ellipsis, ExternalLink } from "lucide-react";
import { useCallback, useMemo, type ReactNode } from "react";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { ratedMarketTypes } from "../../contract/market.ts";
import { openAlertForm } from "../data/alerts/alert-draft.ts";
import { useDashboardConfig } from "../queries/configuration.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { buttonClass, linkButtonClass, type ButtonSize, type ButtonVariant } from "../ui/fields/button.tsx";
import { copyText } from "../ui/page/copy-text.ts";
import { useAnnounce, type Announce } from "../ui/page/live-region.tsx";
import { marketName } from "../../domain/market/market-text.ts";
import { Menu, type MenuItem } from "../ui/overlay/menu.tsx";
import { hrefTo, useSearch, useTravels } from "../view-state/address.ts";
import { readParameter } from "../../domain/view-state/search-text.ts";
import { refusalReason } from "./action-labels.ts";
import type { ActionLink, ActionLinkOptions } from "./action-link.ts";
import { listMarketActions, type MarketAction } from "./market-actions.ts";
import { toWebsiteLink, type WebsiteLink } from "./website-link.ts";
import type { RowAction, RowActions } from "../market/row-actions.ts";

export type ActionsVariant = "row" | "card" | "bar" | "page" | "panel";

const linkAttributes = {
  target: "_blank",
  rel: "noopener noreferrer",
  referrerPolicy: "no-referrer",
} as const;

const newTab = "opens in a new tab";
const realSite = "The real site; figures here are simulated";

// One object per configuration, because rows cache by identity.
const optionsByConfig = new WeakMap<DashboardConfig, ActionLinkOptions>();

function linkOptions(config: DashboardConfig): ActionLinkOptions {
  const known = optionsByConfig.get(config);
  if (known !== undefined) return known;
  const { interstitialUrl, actionHosts } = config;
  const options = { interstitialUrl, ...(actionHosts === undefined ? {} : { hosts: actionHosts }) };
  optionsByConfig.set(config, options);
  return options;
}

function placedHref(href: string, row: MarketRow, search: string): string {
  if (!href.startsWith("/")) return href;
  const [path = "", query = ""] = href.split("?", 2);
  const own = [
    ["action", readParameter(query, "action")],
    ["market", row.id],
  ] as const;
  return hrefTo(path, search, own);
}

function withPlace(link: ActionLink, row: MarketRow, search: string): ActionLink {
  return link.ok ? { ...link, href: placedHref(link.href, row, search) } : link;
}

const buttonKeys: ReadonlySet<string> = new Set(["deposit", "borrow", "openPosition", "setup"]);
const mostButtons = 2;

function leadOf(search: string): "borrow" | "deposit" {
  return readParameter(search, "view") === "borrow" ? "borrow" : "deposit";
}

function pickButtons(
  actions: readonly MarketAction[],
  variant: ActionsVariant,
  lead: string,
): readonly MarketAction[] {
  const offered = actions.filter((action) => buttonKeys.has(action.key));
  // Borrow has no deposit button; the menu has one.
  const own =
    lead === "borrow" && !offered.some(({ key }) => key === "borrow")
      ? offered.filter(({ key }) => key !== "deposit")
      : offered;
  const wanted = own
    .toSorted((a, b) => Number(b.key === lead) - Number(a.key === lead))
    .slice(0, mostButtons);
  return variant === "row" && wanted[0]?.key === "openPosition" ? wanted.slice(0, 1) : wanted;
}

/** Main actions as buttons, the rest in a menu. A refused link says why. */
export function MarketActions({
  row,
  variant = "row",
  wanted,
  of,
  more,
}: {
  readonly row: MarketRow;
  readonly variant?: ActionsVariant;
  readonly wanted?: readonly string[];
  readonly of?: string | undefined;
  readonly more?: readonly MenuItem[];
}): ReactNode {
  const config = useDashboardConfig();
  const options = linkOptions(config);
  const announce = useAnnounce();
  const search = useTravels();
  const website = toWebsiteLink(row.websiteUrl);
  const actions = listMarketActions(row, options).map(({ key, label, link }) => ({
    key,
    label,
    link: withPlace(link, row, search),
  }));
  const lead = leadOf(search);
  const buttons =
    wanted === undefined
      ? pickButtons(actions, variant, lead)
      : wanted.flatMap((key) => actions.find((action) => action.key === key) ?? []).slice(0, mostButtons);
  const others = actions.filter((action) => !buttons.includes(action));
  const websiteIsButton = buttons.length === 0;
  const items = [
    ...menuItems({
      row,
      others,
      website: websiteIsButton ? undefined : website,
      announce,
      demo: config.source.kind === "demo",
    }),
    ...(more ?? []),
  ];

  const whose = nameOfOwner(row, variant);
  const menu = (
    <Menu label={`More actions${whose}`} items={items} className={menuClasses[variant]}>
      {variant === "page" ? "More" : null}
      <Ellipsis aria-hidden="true" className="size-4" />
    </Menu>
  );
  const websiteButton = websiteIsButton ? (
    <WebsiteButton row={row} website={website} variant={variant} />
  ) : null;
  const actionButtons = buttons.map((action) => (
    <ActionButton
      key={action.key}
      action={action}
      lead={lead}
      row={row}
      website={website}
      variant={variant}
      of={of}
    />
  ));

  // A menu that could only copy the id is not worth a line.
  if (variant === "card" && buttons.length === 0 && website === undefined && items.length === 1) return null;
  // Names of tokens may take two lines, and the menu is never alone on the second.
  if (of !== undefined)
    return (
      <div className="flex flex-wrap gap-2">
        {actionButtons.slice(0, -1)}
        <div className="flex flex-1 gap-2">
          {actionButtons.at(-1)}
          {websiteButton}
          {menu}
        </div>
      </div>
    );
  // In a page head the main action is at the outer edge, so the order is reversed.
  return (
    <div className={groupClasses[variant]}>
      {variant === "page" ? null : actionButtons}
      {websiteButton}
      {menu}
      {variant === "page" ? actionButtons.toReversed() : null}
    </div>
  );
}

export function LeadAction({
  row,
  wanted,
  of,
  missing,
}: {
  readonly row: MarketRow;
  readonly wanted: string;
  readonly of: string | undefined;
  readonly missing: ReactNode;
}): ReactNode {
  const options = linkOptions(useDashboardConfig());
  const search = useTravels();
  const action = listMarketActions(row, options).find(({ key }) => key === wanted);
  if (action === undefined) return missing;
  const { key, label, link } = action;
  return (
    <div className="flex">
      <ActionButton
        action={{ key, label, link: withPlace(link, row, search) }}
        lead={wanted}
        row={row}
        website={toWebsiteLink(row.websiteUrl)}
        variant="panel"
        of={of}
      />
    </div>
  );
}

/** A stable function, for memoized rows. */
export function renderActions(row: MarketRow): ReactNode {
  return <MarketActions row={row} variant="card" />;
}

export function useRowActions(): RowActions {
  const options = linkOptions(useDashboardConfig());
  const announce = useAnnounce();
  const search = useSearch();
  const lead = leadOf(search);
  const buttonsOf = useCallback((row: MarketRow) => rowButtons(row, options, lead), [options, lead]);
  return useMemo(
    () => ({
      buttonsOf,
      placed: (href, row) => (href === undefined ? undefined : placedHref(href, row, search)),
      menuOf: (row) => {
        const actions = listMarketActions(row, options);
        const website = toWebsiteLink(row.websiteUrl);
        const buttons = pickButtons(actions, "row", lead);
        const others = actions
          .filter((action) => action !== buttons[0])
          .map(({ key, label, link }) => ({ key, label, link: withPlace(link, row, search) }));
        return menuItems({ row, others, website: buttons.length === 0 ? undefined : website, announce });
      },
    }),
    [buttonsOf, options, announce, lead, search],
  );
}

function rowButtons(row: MarketRow, options: ActionLinkOptions, lead: string): readonly RowAction[] {
  const actions = listMarketActions(row, options);
  const buttons = pickButtons(actions, "row", lead).map((action) => rowButton(row, action, lead));
  if (buttons.length > 0) return buttons;
  const website = toWebsiteLink(row.websiteUrl);
  if (website === undefined) return [];
  const label = `Open on ${row.providerName}`;
  return [{ key: "website", label, text: "Open", ...websiteWay(row, website), leaves: true, main: false }];
}

function rowButton(row: MarketRow, { key, label, link }: MarketAction, lead: string): RowAction {
  const main = key === lead;
  if (link.ok)
    return {
      key,
      label,
      ...(key === "openPosition" ? { text: "Open" } : {}),
      href: link.href,
      title: `${link.host}, ${newTab}`,
      leaves: false,
      main,
    };
  const reason = refusalReason(link.refusal);
  const website = toWebsiteLink(row.websiteUrl);
  return website?.ok === true
    ? {
        key,
        label,
        href: website.href,
        title: `${label} cannot be opened from here: ${reason}. This opens ${row.providerName} instead.`,
        leaves: true,
        main,
      }
    : { key, label, href: undefined, title: `${label} cannot be opened: ${reason}.`, leaves: false, main };
}

function websiteWay(
  { providerName }: MarketRow,
  website: WebsiteLink,
): { readonly href: string | undefined; readonly title: string } {
  return website.ok
    ? { href: website.href, title: `${website.host}, ${newTab}` }
    : {
        href: undefined,
        title: `The page of ${providerName} cannot be opened: ${refusalReason(website.refusal)}.`,
      };
}

const sizes: Readonly<Record<ActionsVariant, ButtonSize>> = {
  row: "small",
  card: "touch",
  bar: "touch",
  page: "large",
  panel: "large",
};
const groupClasses: Readonly<Record<ActionsVariant, string>> = {
  row: "flex items-center justify-end gap-1",
  card: "flex flex-wrap gap-3",
  bar: "flex gap-2",
  page: "flex flex-wrap items-center justify-end gap-2",
  panel: "flex",
};
const menuClasses: Readonly<Record<ActionsVariant, string>> = {
  row: buttonClass("quiet", "small", "min-w-7"),
  card: buttonClass("outline", "touch", "min-w-12"),
  bar: buttonClass("outline", "touch", "min-w-12"),
  page: buttonClass("outline", "large"),
  panel: buttonClass("outline", "large"),
};

// `markets-row` is the class of the table's rows.
const fillsWithRow =
  "in-[.markets-row:hover]:border-transparent in-[.markets-row:hover]:bg-fill in-[.markets-row:hover]:text-white in-[.markets-row:hover]:hover:bg-fill-hover";

function lookOf(
  leads: boolean,
  variant: ActionsVariant,
): { readonly look: ButtonVariant; readonly extra?: string } {
  if (variant === "card" || variant === "bar")
    return {
      look: leads && variant === "bar" ? "primary" : "outline",
      extra: variant === "bar" ? "min-w-fit flex-1 px-3!" : "min-w-0 flex-1",
    };
  if (variant === "panel") return { look: "primary", extra: "h-10! flex-1 text-[14px]!" };
  if (!leads) return { look: "outline" };
  return variant === "page" ? { look: "primary" } : { look: "outline", extra: fillsWithRow };
}

interface WayOutProps {
  readonly href: string | undefined;
  readonly name?: string;
  readonly title?: string;
  readonly look: ButtonVariant;
  readonly variant: ActionsVariant;
  readonly extra?: string | undefined;
  readonly children: ReactNode;
}

function WayOut({ href, name, title, look, variant, extra = "", children }: WayOutProps): ReactNode {
  if (href === undefined) {
    const className = linkButtonClass(look, sizes[variant], `cursor-not-allowed text-text3 ${extra}`);
    return (
      <button type="button" aria-disabled="true" title={title} className={className}>
        {children}
      </button>
    );
  }
  return (
    <a
      {...linkAttributes}
      href={href}
      aria-label={`${name}, ${newTab}`}
      title={title}
      className={linkButtonClass(look, sizes[variant], extra)}
    >
      {children}
    </a>
  );
}

interface ActionButtonProps {
  readonly action: MarketAction;
  readonly lead: string;
  readonly row: MarketRow;
  readonly website: WebsiteLink | undefined;
  readonly variant: ActionsVariant;
  readonly of?: string | undefined;
}

/** Tells forty Deposit buttons apart. A market's page need not. */
function nameOfOwner(row: MarketRow, variant: ActionsVariant): string {
  return variant === "page" || variant === "panel" ? "" : `, ${marketName(row)}`;
}

function ActionButton({ action, lead, row, website, variant, of }: ActionButtonProps): ReactNode {
  const { link } = action;
  const label = of === undefined ? action.label : `${action.label} ${of}`;
  const look = lookOf(action.key === lead, variant);
  const shown = {
    ...look,
    variant,
    ...(of === undefined || variant === "panel" ? {} : { extra: "min-w-fit flex-1 px-2!" }),
  };
  const whose = nameOfOwner(row, variant);
  if (link.ok)
    return (
      <WayOut {...shown} href={link.href} name={`${label}${whose}, ${link.host}`}>
        {label}
      </WayOut>
    );
  const reason = refusalReason(link.refusal);
  if (website?.ok === true)
    return (
      <WayOut
        {...shown}
        href={website.href}
        name={`${label} on ${row.providerName}${whose}, ${website.host}`}
        title={`${label} cannot be opened from here: ${reason}. This opens ${row.providerName} instead.`}
      >
        {label}
        <ExternalLink aria-hidden="true" className="size-3" />
      </WayOut>
    );
  return (
    <WayOut {...shown} look="outline" href={undefined} title={`${label} cannot be opened: ${reason}.`}>
      {label}
    </WayOut>
  );
}

function WebsiteButton({ row, website, variant }: Omit<ActionButtonProps, "action" | "lead">): ReactNode {
  if (website === undefined) return null;
  const label = `Open on ${row.providerName}`;
  const shown = {
    look: variant === "page" ? "quiet" : "outline",
    extra: variant === "card" || variant === "bar" ? "min-w-0 flex-1" : "max-w-full min-w-0",
    variant,
    children: (
      <>
        <span className="min-w-0 truncate">{label}</span>
        <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      </>
    ),
  } as const;
  const whose = nameOfOwner(row, variant);
  if (website.ok) return <WayOut {...shown} href={website.href} name={`${label}${whose}, ${website.host}`} />;
  return <WayOut {...shown} href={undefined} title={websiteWay(row, website).title} />;
}

function isRated({ kind }: MarketRow): boolean {
  return ratedMarketTypes.some((type) => type === kind);
}

interface MenuInput {
  readonly row: MarketRow;
  readonly others: readonly MarketAction[];
  readonly website: WebsiteLink | undefined;
  readonly announce: Announce;
  /** The figures are simulated, but the provider's page is real. */
  readonly demo?: boolean;
}

function menuItems({ row, others, website, announce, demo = false }: MenuInput): readonly MenuItem[] {
  const items: MenuItem[] = others.map(({ key, label, link }) =>
    link.ok
      ? { key, label, name: `${label}, ${link.host}, ${newTab}`, href: link.href }
      : { key, label, hint: `Not possible from here: ${refusalReason(link.refusal)}.`, disabled: true },
  );
  const parted = items.length > 0;
  if (website !== undefined) {
    const label = `Open on ${row.providerName}`;
    const item = { key: "website", label, parted };
    if (website.ok) {
      // Voice control needs the visible text first and unbroken.
      const name = `${label}${demo ? `. ${realSite}. ` : ", "}${website.host}, ${newTab}`;
      items.push({
        ...item,
        name,
        ...(demo ? { hint: realSite } : {}),
        href: website.href,
        icon: <ExternalLink />,
      });
    } else items.push({ ...item, hint: `Not possible: ${refusalReason(website.refusal)}.`, disabled: true });
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
