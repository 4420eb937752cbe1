// What a wide screen draws while the first page of markets is on its way, fetched as one file: the table with the actions in
// its rows, the filters beside it and the tools over it.
import type { ReactNode } from "react";
import type { MarketListProps } from "../table/market-list.ts";
import { MarketsTable } from "../table/markets-table.tsx";
import { renderActions } from "./render-actions.tsx";

export { SidebarFilters } from "./sidebar-filters.tsx";
export { ToolbarTools } from "./toolbar-tools.tsx";

export function TableWithActions(props: MarketListProps): ReactNode {
  return <MarketsTable {...props} renderActions={renderActions} />;
}
