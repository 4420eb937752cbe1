import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { columnHeader } from "../../../domain/market/columns.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { ColumnHeaders } from "./column-header.tsx";
import type { MarketListProps } from "../market-list.ts";
import { firstRate } from "../market-cells.tsx";
import { TableBody } from "./table-body.tsx";
import { detailsId, RowDetail, tableId, type TableMeta } from "./table-cells.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { useFittedColumns } from "./use-fitted-columns.ts";
import { useMarketColumns } from "./use-market-columns.tsx";
import { ScrollPosition, topOf } from "./use-row-window.ts";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import { sortText } from "../../../domain/view-state/views.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { MenuPanel } from "../../ui/overlay/menu.tsx";
import { SkippableRegion } from "../../ui/page/skippable-region.tsx";
import { useMediaQuery } from "../../ui/page/media-query.ts";
import { useSameFields } from "../../data/use-stable.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { usePanelOfRow } from "../list-focus.ts";
import { useMarketList } from "../use-market-list.tsx";
import { useRowActions } from "../../actions/action-buttons.tsx";

const rowControls = [
  ["pick", "Compare"],
  ["star", "Star"],
  ["details", "Details of"],
  ["more", "More actions"],
] as const;

const rowHeights = { normal: 44, compact: 32 } as const;
/** For touch, where 44 px is the minimum, and for events. */
const tallRowHeights = { normal: 52, compact: 46 } as const;

/**
 * Has a scroll region of its own and renders only the rows in view; `aria-rowcount` and `aria-rowindex` describe all.
 * The caller sorts.
 */
export function MarketsTable(props: MarketListProps): ReactNode {
  const { rows, columns, sort, onSort, context, density, onOpen, stale, provisional, loading } = props;
  const announce = useAnnounce();
  const actions = useRowActions();
  const region = useRef<HTMLElement | null>(null);
  const probe = useRef<HTMLSpanElement | null>(null);
  const [scroll] = useState(() => new ScrollPosition());
  const [regionHeight, setRegionHeight] = useState<number | undefined>(undefined);
  const [stretch, setStretch] = useState(1);
  const isTouch = useMediaQuery("(pointer: coarse)");
  const isCompact = density === "compact";
  // The titles of events take up to two lines.
  const isTall = props.outcomes !== undefined && !isCompact;
  const rowHeight = (isTouch || isTall ? tallRowHeights : rowHeights)[density];
  const heightStyle: CSSProperties & Record<"--row-height", string> = {
    "--row-height": `${String(rowHeight)}px`,
  };
  const headHeight = isTouch ? 46 : 32;

  const { expanded, expandedRow, onToggleDetails, onDetailHeight } = useExpandedRow(rows);
  const { cells, picked, opened, focus, starred, orderNote, blockedFrom } = useMarketList(props, {
    container: region,
    kind: "rows",
    page: () => Math.max(1, Math.floor(((region.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    reveal: (index) =>
      revealRow(region.current, topOf(index, rowHeight, expanded, blockedFrom), rowHeight, headHeight),
    onDetails: (id) => {
      onToggleDetails(id);
      return id !== expandedRow?.id;
    },
    scrolled: scroll,
  });

  const { opened: menu, toggle: onMenu, close: closeMenu } = usePanelOfRow<"first" | "last">(rows);
  const leadingRate = firstRate(columns);
  const meta = useSameFields<TableMeta>({
    cells,
    actions,
    isCompact,
    leadingRate,
    onToggleDetails,
    onMenu,
  });
  const onSortChange = useCallback(
    (keys: readonly SortKey[]): void => {
      onSort(keys);
      announce(sortSentence(keys, context));
    },
    [onSort, announce, context],
  );
  const headers = useMarketColumns({ columns, sort, onSort: onSortChange, context, stretch, isTouch });

  useFittedColumns(region, probe, headers, setStretch);
  // The height is state, so that the first frame has rows. A store's change would come one frame later.
  useLayoutEffect(() => {
    if (region.current === null) return undefined;
    return scroll.attach(region.current, setRegionHeight);
  }, [scroll]);
  const order = sortText(sort);
  const shownOrder = useRef(order);
  useLayoutEffect(() => {
    // Start at the top when the order changes.
    if (shownOrder.current !== order) scroll.toTop();
    shownOrder.current = order;
  }, [order, scroll]);

  const empty = rows.length === 0;
  return (
    <SkippableRegion
      region={region}
      label="Markets, scrollable"
      what="table"
      className={classNames(
        "markets-region relative scroll-pt-8 scroll-pr-[106px] scroll-pl-[246px] overflow-auto overscroll-contain bg-surface [scrollbar-width:thin] focus-visible:-outline-offset-2 print:h-auto! print:overflow-visible!",
        isCompact && "compact",
        isTall && "tall",
        stale && "stale",
      )}
      beside={
        <>
          {/* Hints that there is more to the right, if no pinned column does. */}
          <span
            aria-hidden="true"
            className="edge-shade pointer-events-none absolute inset-y-0 right-0 w-4 bg-linear-to-l from-line2 to-transparent"
          />
          {rowControls.map(([id, words]) => (
            <span key={id} id={`${tableId}-${id}`} hidden>
              {words}
            </span>
          ))}
          {leadingRate === undefined ? null : (
            <span id={`${tableId}-lead`} hidden>
              {columnHeader(leadingRate, context)}
            </span>
          )}
          {opened}
          {menu === undefined ? null : (
            <MenuPanel
              key={menu.row.id}
              id={`${tableId}-menu`}
              anchor={menu.anchor}
              label="More actions"
              items={actions.menuOf(menu.row)}
              from={menu.options}
              onClose={closeMenu}
            />
          )}
        </>
      }
    >
      <span ref={probe} className="pointer-events-none invisible absolute text-body" aria-hidden="true">
        0000000000
      </span>
      {/* A native table cannot keep several cells of a row in view as one box. */}
      <div
        role="table"
        className="min-w-(--least-width) print:min-w-0!"
        style={heightStyle}
        aria-label="Markets"
        aria-rowcount={empty && loading ? -1 : rows.length + 1}
        aria-busy={loading}
        {...orderNote}
        {...focus.handlers}
      >
        <ColumnHeaders headers={headers} sort={sort} context={context} provisional={provisional} />
        {empty && loading ? <TableSkeleton headers={headers} density={density} /> : null}
        <TableBody
          rows={rows}
          headers={headers}
          meta={meta}
          scroll={scroll}
          height={regionHeight === undefined ? undefined : regionHeight - headHeight}
          rowHeight={rowHeight}
          picked={picked}
          starred={starred}
          onOpen={onOpen}
          expanded={expanded}
          details={
            expandedRow === undefined ? null : (
              <div role="cell" className="border-b border-line bg-inset">
                <RowDetail
                  id={detailsId}
                  row={expandedRow}
                  shown={columns}
                  cells={cells}
                  onHeight={onDetailHeight}
                />
              </div>
            )
          }
          menuId={menu?.row.id}
          focus={focus}
          blockedFrom={blockedFrom}
        />
      </div>
    </SkippableRegion>
  );
}

function revealRow(region: HTMLElement | null, top: number, rowHeight: number, headHeight: number): void {
  if (region === null) return;
  const seen = region.clientHeight - headHeight;
  if (top < region.scrollTop) region.scrollTop = top;
  else if (seen > 0 && top + rowHeight > region.scrollTop + seen) region.scrollTop = top + rowHeight - seen;
}

/** At most one market is expanded, and filters may remove it. */
function useExpandedRow(rows: readonly MarketRow[]) {
  const [expandedId, setExpandedId] = useState<string | undefined>(undefined);
  const [height, onDetailHeight] = useState(0);
  const index = useMemo(
    () => (expandedId === undefined ? -1 : rows.findIndex((row) => row.id === expandedId)),
    [rows, expandedId],
  );
  const expanded = useMemo(() => (index < 0 ? undefined : { index, height }), [index, height]);
  const onToggleDetails = useCallback(
    (id: string) => setExpandedId((now) => (now === id ? undefined : id)),
    [],
  );
  return { expanded, expandedRow: rows[index], onToggleDetails, onDetailHeight };
}

function sortSentence(keys: readonly SortKey[], context: SelectContext): string {
  const names = keys.map(
    (key) => `${columnHeader(key.column, context)}, ${key.descending ? "descending" : "ascending"}`,
  );
  return `Sorted by ${names.join(", then by ")}`;
}
