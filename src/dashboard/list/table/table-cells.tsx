import { memo, type CSSProperties, type FocusEvent, type MouseEvent, type ReactNode } from "react";
import { columnShape, type ColumnId } from "../../../domain/market/columns.ts";
import { toMarketIcons, marketName, nameLines } from "../../../domain/market/market-text.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { RowActions } from "../../actions/action-buttons.tsx";
import { newTab, type RowAction } from "../../actions/offered-actions.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import {
  warningIcon,
  warningWords,
  renderCellContent,
  iconButton,
  PickButton,
  quietUnit,
  rateClassOf,
  sideOf,
  StarButton,
  type CellContext,
  type RateColumn,
  type RateProps,
} from "../market-cells.tsx";
import { marketIdAt } from "../list-focus.ts";
import { rateBarLayers } from "../rate-bar.tsx";
import { MarketLink } from "../market-link.tsx";
import { renderFlags } from "../row/row-flags.tsx";
import { renderOutcomes } from "../row/row-outcomes.tsx";
import { TokenIcon } from "./token-icon.tsx";
import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { inNewTab } from "../../ui/fields/button.tsx";

export const RowDetail = lazyPart(async () => (await import("./row-detail.tsx")).RowDetail);

/** Begins the ids of its parts. A page has one such table. */
export const tableId = "markets-table";
export const detailsId = `${tableId}-expanded`;

export interface TableMeta {
  readonly cells: CellContext;
  readonly actions: RowActions;
  readonly isCompact: boolean;
  readonly leadingRate: RateColumn | undefined;
  readonly onToggleDetails: (id: string) => void;
  /** Opens the menu of the market whose row contains `anchor`. */
  readonly onMenu: (anchor: HTMLElement, from: "first" | "last") => void;
}

export interface RowState {
  /** Belongs to the slot, so it stays the same when the row shows another market. */
  readonly ownId: string;
  readonly isPicked: boolean;
  readonly isStarred: boolean;
  readonly isExpanded: boolean;
  readonly isNear: boolean;
  readonly tabIndex: 0 | -1;
  readonly hasMenu: boolean;
}

export interface CellProps {
  readonly row: MarketRow;
  readonly meta: TableMeta;
  readonly style: CSSProperties;
  readonly state: RowState;
}

/** Hidden until the row is hovered or focused. Touch screens show them, in a wider column. */
const quiet = "not-pointer-coarse:opacity-0";
const overName = "over-name size-6 pointer-coarse:size-11";

/** Calls `act` with the market that the row shows when it is pressed. */
function onMarket(act: (id: string) => void): (event: MouseEvent<HTMLElement>) => void {
  return ({ currentTarget }) => {
    const id = marketIdAt(currentTarget);
    if (id !== undefined) act(id);
  };
}

interface ControlsCellProps extends RowState {
  readonly style: CSSProperties;
  readonly onTogglePick: CellContext["onTogglePick"];
  readonly onToggleStar: CellContext["onToggleStar"];
  readonly onToggleDetails: TableMeta["onToggleDetails"];
}

/**
 * On wide screens only the checkbox has a place; star and details cover the name on hover. Memoized, so that showing
 * another market in the row renders nothing here.
 */
export const ControlsCell = memo(function ControlsCell({
  ownId,
  isPicked,
  isStarred,
  isExpanded,
  isNear,
  tabIndex,
  style,
  onTogglePick,
  onToggleStar,
  onToggleDetails,
}: ControlsCellProps): ReactNode {
  const name = (control: string): string => `${tableId}-${control} ${ownId}-name`;
  return (
    <div role="cell" data-column="controls" className="cell start row-controls px-0!" style={style}>
      <PickButton
        isOn={isPicked}
        className={classNames(
          "size-6 before:size-3.5 pointer-coarse:size-11 pointer-coarse:before:size-[18px]",
          !isPicked && !isNear && quiet,
        )}
        aria-labelledby={name("pick")}
        tabIndex={tabIndex}
        onClick={onMarket(onTogglePick)}
      />
      <StarButton
        isOn={isStarred}
        className={classNames(
          overName,
          "right-6",
          (isStarred || isNear) && "bg-(--row)",
          !isStarred && !isNear && quiet,
        )}
        aria-labelledby={name("star")}
        tabIndex={tabIndex}
        onClick={onMarket(onToggleStar)}
      />
      <button
        type="button"
        className={classNames(
          iconButton,
          overName,
          "right-0 bg-(--row) [--icon-size:10px] [--icon:var(--icon-chevron)] hover:bg-pressed aria-expanded:bg-pressed aria-expanded:before:rotate-90",
          !isExpanded && !isNear && quiet,
        )}
        aria-labelledby={name("details")}
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? detailsId : undefined}
        tabIndex={tabIndex}
        onClick={onMarket(onToggleDetails)}
        onPointerEnter={() => void RowDetail.preload()}
      />
    </div>
  );
});

/** Focusing a flag scrolls it into view, so scroll back to the first one. */
function showFirstFlag({ currentTarget }: FocusEvent): void {
  currentTarget.scrollTop = 0;
}

export function MarketCell({ row, meta, style, state }: CellProps): ReactNode {
  const { cells, isCompact, leadingRate } = meta;
  const { name, id, place } = nameLines(row, cells.hasOneToken);
  const flags = isCompact ? undefined : renderFlags(row, cells.context);
  const warning = warningWords(row, cells.context);
  const outcomes = isCompact ? undefined : renderOutcomes(row, cells, "table");
  return (
    <div
      role="rowheader"
      data-column="market"
      className={classNames(
        "cell start relative flex-[1_0_auto]! overflow-hidden pr-0! leading-[18px] text-ellipsis",
        isCompact
          ? "flex flex-wrap content-start gap-x-1 pl-[33px]! leading-[calc(var(--row-height)-1px)]!"
          : "pl-[39px]!",
      )}
      style={style}
    >
      <TokenIcon
        {...toMarketIcons(row)}
        size={isCompact ? 20 : 26}
        id={`${state.ownId}-name`}
        name={marketName(row)}
      />
      <MarketLink
        marketId={row.id}
        className="market-link flex w-fit max-w-full min-w-0 shrink-0 font-semibold text-text hover:underline hover:underline-offset-2 focus-visible:outline-none"
        aria-label={`${id === "" ? name : `${name} · ${id}`}${warning}, ${place}`}
        aria-describedby={
          leadingRate === undefined || row[leadingRate] === undefined
            ? undefined
            : `${tableId}-lead ${state.ownId}-${leadingRate}`
        }
        title={state.isNear ? marketName(row) : undefined}
        tabIndex={state.tabIndex}
        onClick={cells.onLinkClick}
      >
        <span className="truncate in-[.tall]:line-clamp-2 in-[.tall]:leading-4 in-[.tall]:whitespace-normal">
          {name}
        </span>
        {/* Never cut off, because it distinguishes two markets of the same name. */}
        {id === "" ? null : <span className="flex-none whitespace-pre"> · {id}</span>}
        {warningIcon(row, cells.context)}
      </MarketLink>
      {isCompact ? (
        // Wraps out of sight if only a letter or two would be left.
        <span
          aria-hidden="true"
          className="min-w-0 flex-[1_1_48px] truncate text-[12px] leading-[inherit] text-text2"
        >
          {place}
        </span>
      ) : (
        // The provider wraps out of sight first, because its badge stays visible.
        <div
          className={classNames(
            "flex flex-wrap items-center gap-x-2 overflow-hidden text-tiny/4 text-text2",
            outcomes === undefined ? "h-4" : "-my-1 h-6",
          )}
          onBlur={showFirstFlag}
        >
          {flags}
          {outcomes ?? (
            <span aria-hidden="true" className="max-w-full truncate">
              {place}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

const lowBarClass = "in-[.compact]:w-auto in-[.compact]:bg-none! in-[.compact]:px-1";

/** Not a button, because a column of them makes rows slow. The row's details have one. */
function tableRate({ id, row, cells, text, leads, isLevered }: RateProps, ownId: string): ReactNode {
  const { context, maxRate } = cells;
  const bar = leads ? rateBarLayers(row, context, maxRate) : undefined;
  return (
    <span
      id={`${ownId}-${id}`}
      data-panel=""
      data-side={sideOf(id)}
      className={classNames(
        rateClassOf(id, row, context),
        "inline-block data-open:outline-[1.5px] data-open:outline-accent",
        isLevered
          ? "-mb-4 h-[34px] bg-origin-content pb-4 leading-[18px] pointer-coarse:h-11 pointer-coarse:pt-2 in-[.compact]:mb-0 in-[.compact]:h-[26px] in-[.compact]:pb-0 in-[.compact]:leading-[26px]"
          : "h-[min(30px,var(--row-height)-6px)] leading-[min(30px,var(--row-height)-6px)] pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:leading-11",
        bar && `${bar.className} -ml-1 w-[132px] pr-[74px] pl-0`,
        leads && isLevered && lowBarClass,
      )}
      style={bar?.style}
    >
      {typeof text === "string" ? text : quietUnit(text)}
    </span>
  );
}

/** A plain function, because a component per cell would cost more than what it renders. */
export function valueCell(id: ColumnId, { row, meta, style: width, state }: CellProps): ReactNode {
  const { className, style, description, label, children, second } = renderCellContent(
    id,
    row,
    meta.cells,
    (rate) => tableRate(rate, state.ownId),
  );
  return (
    <div
      key={id}
      role="cell"
      data-column={id}
      className={`cell ${columnShape(id, meta.cells.context.basis).align} ${className}`}
      style={style === undefined ? width : { ...width, ...style }}
      aria-label={label}
      // Only failed checks appear nowhere else in the row.
      {...(id === "doubts" && label === undefined ? { "aria-description": description } : {})}
    >
      {second === null ? (
        children
      ) : (
        <>
          {children}
          {second}
        </>
      )}
    </div>
  );
}

const noActions: readonly RowAction[] = [];

export function ActionsCell({ row, meta, style, state }: CellProps): ReactNode {
  // For a blocked market, its own page says why and keeps the links.
  const isBlocked = meta.cells.blocked.has(row.id);
  const [first, second] = isBlocked ? noActions : meta.actions.buttonsOf(row);
  const action = (own: RowAction | undefined, isSecond: boolean): ReactNode => {
    if (own === undefined) return null;
    const { label, text, href, host = "", title, leaves, main } = own;
    const isRefused = href === undefined;
    return (
      // The same element for links and refused links, so that a row can reuse it for any market.
      <a
        href={href}
        {...inNewTab}
        role={isRefused ? "link" : undefined}
        aria-disabled={isRefused ? true : undefined}
        aria-label={`${label}, ${marketName(row)}${isRefused ? "" : `, ${host}, ${newTab}`}`}
        title={title}
        tabIndex={state.tabIndex}
        className={classNames(
          "row-action relative inline-block h-[26px] flex-none max-w-[74px] truncate rounded-control border px-[7px] align-middle text-[12px]/6 font-medium pointer-coarse:h-11 pointer-coarse:leading-[42px] aria-disabled:cursor-not-allowed aria-disabled:text-text3",
          main && state.isNear && !isRefused
            ? "border-transparent bg-fill text-white hover:bg-fill-hover"
            : "border-line2 bg-surface text-text hover:bg-hover active:bg-pressed",
          leaves &&
            "icon pr-5 [--icon-size:12px] [--icon:var(--icon-leave)] before:absolute before:top-1.5 before:right-1",
          // This action is also in the menu, so it may hide rather than cover a figure.
          isSecond && "-order-1 ring-4 ring-(--row) in-data-tight:hidden pointer-coarse:hidden",
        )}
      >
        {text}
      </a>
    );
  };
  return (
    <div role="cell" data-column="actions" className="cell start row-end leading-6" style={style}>
      {action(first, false)}
      {state.isNear ? action(second, true) : null}
      <MenuButton
        isQuiet={!state.hasMenu && !state.isNear}
        isOpen={state.hasMenu}
        labelledBy={`${tableId}-more ${state.ownId}-name`}
        tabIndex={state.tabIndex}
        onMenu={meta.onMenu}
      />
    </div>
  );
}

const MenuButton = memo(function MenuButton({
  isQuiet,
  isOpen,
  labelledBy,
  tabIndex,
  onMenu,
}: {
  readonly isQuiet: boolean;
  readonly isOpen: boolean;
  readonly labelledBy: string;
  readonly tabIndex: 0 | -1;
  readonly onMenu: TableMeta["onMenu"];
}): ReactNode {
  return (
    <button
      type="button"
      className={classNames(
        iconButton,
        "size-[26px] pointer-coarse:size-11 [--icon-size:16px] [--icon:var(--icon-more)] hover:bg-pressed aria-expanded:bg-pressed",
        isQuiet && quiet,
      )}
      aria-labelledby={labelledBy}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      tabIndex={tabIndex}
      onClick={(event) => onMenu(event.currentTarget, "first")}
      onKeyDown={(event) => {
        const from = event.key === "ArrowDown" ? "first" : event.key === "ArrowUp" ? "last" : undefined;
        if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onMenu(event.currentTarget, from);
      }}
    />
  );
});
