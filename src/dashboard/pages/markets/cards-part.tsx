// What a phone draws where a wide screen draws a table: the cards with the actions in them, and the choice of their order,
// since there are no headers to press.
import type { ReactNode } from "react";
import { isSortableColumnId, type ColumnId, columnHeader, startsDescending } from "../../market/columns.ts";
import type { SelectContext } from "../../market/column.ts";
import { SortSelect } from "../../list/toolbar/sort-select.tsx";
import { MarketCards } from "../../list/cards/market-cards.tsx";
import type { MarketListProps } from "../../list/market-list.ts";
import type { SortKey } from "../../view-state/view-state.ts";
import { renderActions } from "./render-actions.tsx";

export function CardsWithActions(props: MarketListProps): ReactNode {
  return <MarketCards {...props} renderActions={renderActions} />;
}

export interface SortToolProps {
  readonly columns: readonly ColumnId[];
  readonly sort: readonly SortKey[];
  readonly context: SelectContext;
  readonly onSort: (sort: readonly SortKey[]) => void;
}

export function SortTool({ columns, sort, context, onSort }: SortToolProps): ReactNode {
  const sortable = columns.filter(isSortableColumnId);
  const leading = sort[0]?.column;
  // The order in force is listed even when its column is not shown.
  const options = leading === undefined || sortable.includes(leading) ? sortable : [leading, ...sortable];
  return (
    <SortSelect
      options={options.map((column) => ({ column, label: columnHeader(column, context) }))}
      sort={sort}
      onSort={onSort}
      descendingFirst={startsDescending}
    />
  );
}
