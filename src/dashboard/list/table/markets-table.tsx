import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import type { MouseEvent, ReactNode } from "react";
import { columnHeader } from "../../market/columns.ts";
import type { SelectContext } from "../../market/column.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { columnCell, compareBox, starButton, type CellContext, type MarketControls } from "./cells.tsx";
import { marketName } from "../../market/market-text.ts";
import { ColumnHeaders } from "./column-header.tsx";
import { useTableModel, type Leaf } from "./table-model.ts";
import type { MarketListProps } from "../market-list.ts";
import { topOf, useRowWindow } from "./row-window.ts";
import type { RowWindow, Unfolded } from "./row-window.ts";
import { fold } from "../../ui/marks/signs.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import type { SortKey } from "../../view-state/view-state.ts";
import { SkippableRegion } from "../../ui/page/skippable-region.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { focusedIn } from "../list-focus.ts";
import { useMarketList } from "../use-market-list.tsx";
import "./table.css";

const rowDetail = lazyPart(
  async () => (await import("./row-detail.tsx")).RowDetail,
  <div className="row-detail h-36" />,
);

const headHeight = 32;
const rowHeights = { normal: 40, compact: 32 } as const;

/** Below this width of the region, pinned actions would leave no room for the columns between. */
const roomForPinnedEnd = 720;

interface RowProps extends MarketControls {
  readonly row: MarketRow;
  readonly index: number;
  readonly leaves: readonly Leaf[];
  readonly cells: CellContext;
  /** The element of its details while they are shown. */
  readonly detailId: string | undefined;
  readonly onDetails: (event: MouseEvent<HTMLButtonElement>) => void;
}

const TableRow = memo(function TableRow({
  row,
  index,
  leaves,
  cells,
  detailId,
  onDetails,
  ...controls
}: RowProps): ReactNode {
  return (
    <tr
      className={controls.picked ? "markets-row picked" : "markets-row"}
      aria-rowindex={index + 2}
      data-row={index}
      data-id={row.id}
    >
      {leaves.map(({ id, className, offset }) => {
        if (id === "pick") {
          return (
            <td key={id} className={className} style={offset}>
              {compareBox(row, controls)}
            </td>
          );
        }
        if (id === "star") {
          return (
            <td key={id} className={className} style={offset}>
              {starButton(row, controls)}
            </td>
          );
        }
        if (id === "fold") {
          return (
            <td key={id} className={className} style={offset}>
              <button
                type="button"
                className="row-fold"
                data-id={row.id}
                aria-label={`Details of ${marketName(row)}`}
                aria-expanded={detailId !== undefined}
                {...(detailId === undefined ? {} : { "aria-controls": detailId })}
                onPointerEnter={rowDetail.preload}
                onClick={onDetails}
              >
                {fold}
              </button>
            </td>
          );
        }
        if (id === "market") {
          return (
            <th key={id} scope="row" className={className} style={offset}>
              {columnCell("market", row, cells)}
            </th>
          );
        }
        return (
          // What opens from an action belongs to this market and must not pass to the next one in this slot.
          <td key={id === "actions" ? row.id : id} className={className} style={offset}>
            {columnCell(id, row, cells)}
          </td>
        );
      })}
    </tr>
  );
});

/**
 * The list of markets as a native table in its own scroll region. Only the rows around the visible part are in the
 * document; `aria-rowcount` and `aria-rowindex` tell the whole. Sorting is the caller's: the table only asks for it.
 */
export function MarketsTable(props: MarketListProps): ReactNode {
  const { rows, columns, sort, onSort, context, density, starred } = props;
  const announce = useAnnounce();
  const { stale = false, provisional = false, loading = false } = props;
  const region = useRef<HTMLElement | null>(null);
  const [roomy, setRoomy] = useState(true);
  const rowHeight = rowHeights[density];
  const captionId = useId();

  const beforeMove = useCallback((next: RowWindow): void => {
    const row = focusedIn(region.current);
    if (row === null) return;
    const index = Number(row.dataset["row"]);
    if (index < next.start || index >= next.end) region.current?.focus({ preventScroll: true });
  }, []);
  // At most one market has its details under its row; with it the details go when filters take it away.
  const [unfoldedId, setUnfoldedId] = useState<string | undefined>(undefined);
  const [detailHeight, setDetailHeight] = useState(0);
  const unfoldedAt = useMemo(
    () => (unfoldedId === undefined ? -1 : rows.findIndex((row) => row.id === unfoldedId)),
    [rows, unfoldedId],
  );
  const unfolded = useMemo(
    (): Unfolded | undefined => (unfoldedAt < 0 ? undefined : { index: unfoldedAt, height: detailHeight }),
    [unfoldedAt, detailHeight],
  );
  const detailId = useId();
  const onDetails = useCallback((event: MouseEvent<HTMLButtonElement>): void => {
    const { id } = event.currentTarget.dataset;
    setUnfoldedId((now) => (now === id ? undefined : id));
  }, []);
  const rowWindow = useRowWindow(region, rowHeight, rows.length, beforeMove, unfolded);
  const { start, end, slots } = rowWindow;
  const data = useMemo(() => rows.slice(start, end), [rows, start, end]);

  const reveal = (index: number): void => {
    const element = region.current;
    if (element === null) return;
    const top = topOf(index, rowHeight, unfolded);
    const seen = element.clientHeight - headHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (seen > 0 && top + rowHeight > element.scrollTop + seen)
      element.scrollTop = top + rowHeight - seen;
  };
  const { cells, onPick, onStar, picked, opened } = useMarketList(props, {
    holder: region,
    kind: "rows",
    drawn: end - start,
    page: () => Math.max(1, Math.floor(((region.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    reveal,
    compact: density === "compact",
    onDetails: (id) => {
      setUnfoldedId(id === unfoldedId ? undefined : id);
      return id !== unfoldedId;
    },
    scrolled: {
      mark: () => ({ top: region.current?.scrollTop ?? 0, left: region.current?.scrollLeft ?? 0 }),
      restore: ({ top, left }) => {
        if (region.current === null) return;
        region.current.scrollTop = top;
        region.current.scrollLeft = left;
      },
    },
  });

  const onSortChange = (keys: readonly SortKey[]): void => {
    onSort(keys);
    announce(sortSentence(keys, context));
  };
  const { basis } = context;
  const { table, leaves } = useTableModel({ data, columns, basis, roomy, sort, onSort: onSortChange });

  useEffect(() => {
    const element = region.current;
    if (element === null || typeof ResizeObserver !== "function") return undefined;
    const sizes = new ResizeObserver(() => {
      setRoomy(element.clientWidth >= roomForPinnedEnd);
      element.style.setProperty("--seen-width", `${String(element.clientWidth)}px`);
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);

  const empty = rows.length === 0;
  const before = topOf(start, rowHeight, unfolded);
  const after = topOf(rows.length, rowHeight, unfolded) - topOf(end, rowHeight, unfolded);

  return (
    <SkippableRegion
      region={region}
      label="Markets, scrollable"
      what="table"
      className={`markets-region ${density === "compact" ? "compact" : ""} ${stale ? "stale" : ""}`}
      beside={
        <>
          {provisional ? (
            <span id={captionId} hidden>
              The order is provisional: markets are still arriving.
            </span>
          ) : null}
          {opened}
        </>
      }
    >
      <table
        className="markets-table"
        aria-label="Markets"
        aria-rowcount={empty && loading ? -1 : rows.length + 1}
        aria-busy={loading}
        aria-describedby={provisional ? captionId : undefined}
        style={{ minWidth: table.getTotalSize() }}
      >
        <colgroup>
          {leaves.map(({ id, width }) => (
            <col key={id} {...(id === "market" ? {} : { style: { width } })} />
          ))}
        </colgroup>
        <ColumnHeaders leaves={leaves} sort={sort} context={context} provisional={provisional} />
        {empty && loading ? <TableSkeleton leaves={leaves} density={density} /> : null}
        <tbody>
          {start > 0 ? <tr aria-hidden="true" className="row-spacer" style={{ height: before }} /> : null}
          {table.getRowModel().rows.flatMap(({ original: row }, offset) => {
            const index = start + offset;
            const drawn = (
              <TableRow
                // The slot, not the market: scrolling refills elements that are there.
                key={index % slots}
                row={row}
                index={index}
                leaves={leaves}
                cells={cells}
                picked={picked.has(row.id)}
                starred={starred.has(row.id)}
                detailId={index === unfoldedAt ? detailId : undefined}
                onPick={onPick}
                onStar={onStar}
                onDetails={onDetails}
              />
            );
            if (index !== unfoldedAt) return [drawn];
            return [
              drawn,
              // Known by its market, so that keys and the focus in it belong to that.
              <tr key="details" data-row={index} data-id={row.id}>
                <td colSpan={leaves.length} className="row-detail-cell">
                  <rowDetail.Part
                    id={detailId}
                    row={row}
                    rows={rows}
                    shown={columns}
                    cells={cells}
                    onHeight={setDetailHeight}
                  />
                </td>
              </tr>,
            ];
          })}
          {after > 0 ? <tr aria-hidden="true" className="row-spacer" style={{ height: after }} /> : null}
        </tbody>
      </table>
    </SkippableRegion>
  );
}

/** "Sorted by Deposit APY, descending, then by Deposits, ascending". */
function sortSentence(keys: readonly SortKey[], context: SelectContext): string {
  const names = keys.map(
    (key) => `${columnHeader(key.column, context)}, ${key.descending ? "descending" : "ascending"}`,
  );
  return `Sorted by ${names.join(", then by ")}`;
}
