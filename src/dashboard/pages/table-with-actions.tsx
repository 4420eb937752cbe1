// The table and the actions in its rows, fetched as one.
import type { ReactNode } from "react";
import type { MarketListProps } from "../table/market-list.ts";
import { MarketsTable } from "../table/markets-table.tsx";
import { renderActions } from "./render-actions.tsx";

export function TableWithActions(props: MarketListProps): ReactNode {
  return <MarketsTable {...props} renderActions={renderActions} />;
}
