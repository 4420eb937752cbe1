// Chooses the order where there are no column headers to press.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { SelectContext } from "../../market/column.ts";
import { columnHeader, isSortableColumnId, startsDescending, type ColumnId } from "../../market/columns.ts";
import type { SortKey } from "../../view-state/view-state.ts";

interface SortSelectProps {
  readonly columns: readonly ColumnId[];
  readonly sort: readonly SortKey[];
  readonly context: SelectContext;
  readonly onSort: (sort: readonly SortKey[]) => void;
}

export function SortSelect({ columns, sort, context, onSort }: SortSelectProps): ReactNode {
  const id = useId();
  const [leading] = sort;
  if (leading === undefined) return null;
  const sortable = columns.filter(isSortableColumnId);
  // The order in force is listed even when its column is not shown.
  const options = sortable.includes(leading.column) ? sortable : [leading.column, ...sortable];
  const Arrow = leading.descending ? ArrowDown : ArrowUp;
  return (
    <div>
      <div className="relative flex h-11 min-w-0 rounded-control border border-control bg-inset focus-within:border-accent hover:border-text2">
        <label htmlFor={id} className="pointer-events-none absolute top-1 left-2.5 text-tiny text-text3">
          Sort by
        </label>
        <select
          id={id}
          value={leading.column}
          onChange={(event) => {
            const column = event.currentTarget.value;
            if (isSortableColumnId(column)) onSort([{ column, descending: startsDescending(column) }]);
          }}
          className="h-full w-full min-w-0 appearance-none truncate rounded-control bg-transparent pt-4 pr-12 pl-2.5 text-[16px] leading-none text-text"
        >
          {options.map((column) => (
            <option key={column} value={column} className="bg-raised">
              {columnHeader(column, context)}
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-label={`Sort direction: ${leading.descending ? "descending" : "ascending"}`}
          onClick={() => onSort([{ column: leading.column, descending: !leading.descending }])}
          className="absolute -inset-y-px right-0 inline-flex w-11 items-center justify-center rounded-control border-l border-line text-text hover:bg-hover"
        >
          <Arrow aria-hidden="true" className="size-4" />
        </button>
      </div>
    </div>
  );
}
