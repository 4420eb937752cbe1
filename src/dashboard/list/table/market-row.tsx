import { memo, useMemo, type ReactNode } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { RowStateContext, type RowState, type TableMeta } from "./table-cells.tsx";
import type { TableRow } from "./use-market-columns.tsx";

interface MarketTableRowProps extends RowState {
  readonly row: TableRow;
  /** Its place in the list, from 0. */
  readonly index: number;
  /** How far its upper edge is below that of the first, in pixels. */
  readonly top: number;
  readonly isLinkFocused: boolean;
  /** Only compared: with other shared values, headers or images the cells render again. */
  readonly meta: TableMeta;
  readonly headers: unknown;
  readonly images: number;
}

type Cells = ReturnType<TableRow["getCenterVisibleCells"]>;

/** Calls the renderers as functions: `FlexRender` would make a component of each cell. */
function renderCells(cells: Cells): readonly ReactNode[] {
  return cells.map((cell): ReactNode => {
    const { cell: template } = cell.column.columnDef;
    return typeof template === "function" ? template(cell.getContext()) : template;
  });
}

/** A row of the table. In its place of the window it is given to one market after another. */
export const MarketTableRow = memo(function MarketTableRow({
  row,
  index,
  top,
  isLinkFocused,
  ownId,
  isPicked,
  isStarred,
  detailId,
  isNear,
  isTabStop,
  hasMenu,
}: MarketTableRowProps): ReactNode {
  const state = useMemo(
    () => ({ ownId, isPicked, isStarred, detailId, isNear, isTabStop, hasMenu }),
    [ownId, isPicked, isStarred, detailId, isNear, isTabStop, hasMenu],
  );
  const market: MarketRow = row.original;
  return (
    <RowStateContext value={state}>
      <div
        role="row"
        aria-rowindex={index + 2}
        data-row={index}
        data-id={market.id}
        className={classNames(
          "markets-row",
          isPicked && "picked",
          isNear && "near",
          isLinkFocused && "link-focused",
        )}
        style={{ top }}
      >
        <div role="none" className="row-start">
          {renderCells(row.getStartVisibleCells())}
        </div>
        {renderCells(row.getCenterVisibleCells())}
        {renderCells(row.getEndVisibleCells())}
      </div>
    </RowStateContext>
  );
});
