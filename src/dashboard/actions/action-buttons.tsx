import { Ellipsis, ExternalLink } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { useDashboardConfig } from "../queries/configuration.ts";
import { buttonClass, inNewTab, linkButtonClass, type ButtonSize } from "../ui/fields/button.tsx";
import { Menu, type MenuItem } from "../ui/overlay/menu.tsx";
import { classNames } from "../ui/page/class-names.ts";
import { useAnnounce } from "../ui/page/live-region.tsx";
import { useSharedParameters } from "../view-state/address.ts";
import { listMarketActions } from "./market-actions.ts";
import {
  isPossible,
  menuItems,
  maxButtons,
  newTab,
  pickButtons,
  toRowAction,
  toRowActions,
  type RowAction,
} from "./offered-actions.tsx";

export type ActionsVariant = "row" | "cell" | "card" | "bar" | "page" | "panel";

interface MarketActionsProps extends Omit<RowActionButtonProps, "action"> {
  readonly wanted?: readonly string[] | undefined;
  readonly more?: readonly MenuItem[];
}

/** Main actions are buttons, the others are in a menu. If a link is refused, it says why. */
export function MarketActions({ row, variant, of, wanted, more }: MarketActionsProps): ReactNode {
  const config = useDashboardConfig();
  const announce = useAnnounce();
  const search = useSharedParameters();
  const actions = listMarketActions(row, config);
  const picked =
    wanted === undefined
      ? pickButtons(row, actions, variant === "row", search)
      : wanted
          .flatMap((key) => actions.find((action) => action.key === key && isPossible(row, action)) ?? [])
          .slice(0, maxButtons);
  const items = [
    ...menuItems({
      row,
      others: actions.filter((action) => !picked.includes(action)),
      search,
      hasWebsite: picked.length > 0,
      announce,
      demo: config.source.kind === "demo",
    }),
    ...(more ?? []),
  ];
  const rowActions = toRowActions(row, picked, search);
  // A menu that can only copy the id is not worth a line.
  if (variant === "card" && rowActions.length === 0 && items.length === 1) return null;

  const buttons = rowActions.map((action) => (
    <RowActionButton key={action.key} action={action} row={row} variant={variant} of={of} />
  ));
  const style = buttonStyles[variant];
  const menu = (
    <Menu
      key="menu"
      label={`More actions${nameOfOwner(row, variant)}`}
      items={items}
      className={buttonClass(variant === "row" ? "quiet" : "outline", style.size, style.menu)}
    >
      {variant === "page" ? "More" : null}
      <Ellipsis className="size-4" />
    </Menu>
  );
  // Token names may need two lines. Keeps the menu from being alone on the second.
  if (of !== undefined)
    return (
      <div className="flex flex-wrap gap-2 print:hidden">
        {buttons.slice(0, -1)}
        <div className="flex flex-1 gap-2">
          {buttons.at(-1)}
          {menu}
        </div>
      </div>
    );
  return (
    <div className={style.group}>
      {/* In the head of a page the main action is at the outer edge, so the order is reversed. */}
      {variant === "page" && picked.length > 0 ? [menu, ...buttons.toReversed()] : [...buttons, menu]}
    </div>
  );
}

interface LeadActionProps extends Pick<RowActionButtonProps, "row" | "of"> {
  readonly wanted: string;
  readonly missing: ReactNode;
}

export function LeadAction({ row, wanted, of, missing }: LeadActionProps): ReactNode {
  const search = useSharedParameters();
  const action = listMarketActions(row, useDashboardConfig()).find(({ key }) => key === wanted);
  if (action === undefined) return missing;
  return (
    <div className="flex">
      <RowActionButton action={toRowAction(row, action, search)} row={row} variant="panel" of={of} />
    </div>
  );
}

/** The first of these actions that the market has, or the provider's page. */
export function OneAction({
  row,
  keys,
}: {
  readonly row: MarketRow;
  readonly keys: readonly string[];
}): ReactNode {
  const actions = listMarketActions(row, useDashboardConfig());
  const picked = keys.flatMap((key) => actions.find((one) => one.key === key) ?? []);
  const [action] = toRowActions(row, picked, useSharedParameters());
  return action === undefined ? null : <RowActionButton action={action} row={row} variant="cell" />;
}

export type RowActions = ReturnType<typeof useRowActions>;

export function useRowActions() {
  const config = useDashboardConfig();
  const announce = useAnnounce();
  const search = useSharedParameters();
  return useMemo(
    () => ({
      buttonsOf: (row: MarketRow) =>
        toRowActions(row, pickButtons(row, listMarketActions(row, config), true, search), search),
      menuOf: (row: MarketRow) => {
        const actions = listMarketActions(row, config);
        const [button] = pickButtons(row, actions, true, search);
        const others = actions.filter((action) => action !== button);
        return menuItems({ row, others, search, hasWebsite: button !== undefined, announce });
      },
    }),
    [config, announce, search],
  );
}

interface ButtonStyle {
  readonly size: ButtonSize;
  readonly group?: string;
  readonly menu?: string;
  readonly button?: string;
}

const buttonStyles: Readonly<Record<ActionsVariant, ButtonStyle>> = {
  row: { size: "small", group: "flex items-center justify-end gap-1 print:hidden", menu: "min-w-7" },
  cell: { size: "normal" },
  card: {
    size: "touch",
    group: "flex flex-wrap gap-3 print:hidden",
    menu: "min-w-12",
    button: "min-w-fit flex-1 px-2!",
  },
  bar: { size: "touch", group: "flex gap-2", menu: "min-w-12", button: "min-w-fit flex-1 px-3!" },
  page: { size: "large", group: "flex flex-wrap items-center justify-end gap-2" },
  panel: { size: "large", button: "h-10! flex-1 text-[14px]!" },
};

/** Makes the names of forty Deposit buttons different. A market's own page does not need that. */
function nameOfOwner(row: MarketRow, variant: ActionsVariant): string {
  return variant === "page" || variant === "panel" ? "" : `, ${marketName(row)}`;
}

interface RowActionButtonProps {
  readonly action: RowAction;
  readonly row: MarketRow;
  readonly variant: ActionsVariant;
  readonly of?: string | undefined;
}

function RowActionButton({ action, row, variant, of }: RowActionButtonProps): ReactNode {
  const isWebsite = action.key === "website";
  const label = of === undefined || isWebsite ? action.label : `${action.label} ${of}`;
  const { href, host } = action;
  const fills = variant === "panel" || (action.main && (variant === "bar" || variant === "page"));
  const style =
    isWebsite && variant === "page" ? "quiet" : fills && href !== undefined ? "primary" : "outline";
  const className = linkButtonClass(
    style,
    buttonStyles[variant].size,
    classNames(
      of === undefined || variant === "panel" ? buttonStyles[variant].button : "min-w-fit flex-1 px-2!",
      isWebsite && "max-w-full min-w-0!",
      href === undefined && "cursor-not-allowed text-text3",
    ),
  );
  const content = (
    <>
      <span className="min-w-0 truncate">{variant === "cell" ? action.text : label}</span>
      {action.leaves ? <ExternalLink className="size-3 shrink-0" /> : null}
    </>
  );
  if (href === undefined)
    return (
      <button type="button" aria-disabled="true" title={action.title} className={className}>
        {content}
      </button>
    );
  const ownerName = nameOfOwner(row, variant);
  const where = action.leaves && !isWebsite ? ` on ${row.providerName}` : "";
  return (
    <a
      href={href}
      {...inNewTab}
      aria-label={`${label}${where}${ownerName}, ${host ?? ""}, ${newTab}`}
      title={action.title}
      className={className}
    >
      {content}
    </a>
  );
}
