import { memo, type ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { classNames } from "../../ui/page/class-names.ts";
import type { RowState, TableMeta } from "./table-cells.tsx";
import type { MarketHeader, PinnedHeaders } from "./use-market-columns.tsx";

interface MarketTableRowProps extends RowState {
  readonly row: MarketRow;
  readonly index: number;
  readonly top: number;
  readonly isLinkFocused: boolean;
  readonly meta: TableMeta;
  readonly headers: PinnedHeaders;
}

/** Its element is reused for other markets while scrolling. */
export const MarketTableRow = memo(function MarketTableRow({
  row,
  index,
  top,
  isLinkFocused,
  meta,
  headers,
  ...state
}: MarketTableRowProps): ReactNode {
  const cell = ({ column: { columnDef } }: MarketHeader): ReactNode =>
    columnDef.meta?.renderCell({ row, meta, style: columnDef.meta.style, state });
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-id={row.id}
      className={classNames("markets-row", state.isPicked && "picked", isLinkFocused && "link-focused")}
      style={{ top }}
    >
      <div role="none" className="row-start">
        {headers.start.map(cell)}
      </div>
      {headers.center.map(cell)}
      {headers.end.map(cell)}
    </div>
  );
});
