import { memo, type ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { classNames } from "../../ui/page/class-names.ts";
import type { RowState, TableMeta } from "./table-cells.tsx";
import type { MarketHeader, PinnedHeaders } from "./use-market-columns.tsx";

interface RowCellsProps extends RowState {
  readonly row: MarketRow;
  readonly meta: TableMeta;
  readonly headers: PinnedHeaders;
}

interface MarketTableRowProps extends RowCellsProps {
  readonly index: number;
  readonly top: number;
  readonly isLinkFocused: boolean;
}

/** Its element is reused for other markets. A market that only moves up or down does not render its cells. */
export function MarketTableRow({ index, top, isLinkFocused, ...cells }: MarketTableRowProps): ReactNode {
  const { row, isPicked } = cells;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-id={row.id}
      className={classNames("markets-row", isPicked && "picked", isLinkFocused && "link-focused")}
      // Unlike `top`, it neither needs a layout nor counts as a layout shift when pages arrive.
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <RowCells {...cells} />
    </div>
  );
}

const RowCells = memo(function RowCells({ row, meta, headers, ...state }: RowCellsProps): ReactNode {
  const cell = ({ column: { columnDef } }: MarketHeader): ReactNode =>
    columnDef.meta?.renderCell({ row, meta, style: columnDef.meta.style, state });
  return (
    <>
      <div role="none" className="row-start">
        {headers.start.map(cell)}
      </div>
      {headers.center.map(cell)}
      {headers.end.map(cell)}
    </>
  );
});
