// What a wide screen draws where markets are a table: the table with the actions in its rows.
import type { ReactNode } from "react";
import type { MarketListProps } from "../../list/market-list.ts";
import { MarketsTable } from "../../list/table/markets-table.tsx";
import { renderActions } from "./render-actions.tsx";

export function TableWithActions(props: MarketListProps): ReactNode {
  return <MarketsTable {...props} renderActions={renderActions} />;
}
