// Joins `list` and `actions`, which may not import each other.
import type { ReactNode } from "react";
import { useRowActions } from "../../../actions/action-buttons.tsx";
import type { MarketListProps } from "../../../list/market-list.ts";
import { MarketsTable } from "../../../list/table/markets-table.tsx";

export function TableWithActions(props: MarketListProps): ReactNode {
  return <MarketsTable {...props} actions={useRowActions()} />;
}
