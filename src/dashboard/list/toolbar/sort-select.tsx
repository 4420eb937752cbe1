// Chooses the order where there are no column headers to press.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, type ReactNode } from "react";
import { isSortableColumnId, type SortableColumnId } from "../../market/columns.ts";
import { classNames } from "../../ui/page/class-names.ts";
import type { SortKey } from "../../view-state/view-state.ts";

export interface SortSelectProps {
  readonly options: readonly { readonly column: SortableColumnId; readonly label: string }[];
  readonly sort: readonly SortKey[];
  readonly onSort: (sort: readonly SortKey[]) => void;
  /** The direction a column begins with: figures from the greatest, names from A. */
  readonly descendingFirst: (column: SortableColumnId) => boolean;
  /** `bar`: label before, 28 px. `card`: label inside, for a phone. */
  readonly place: "bar" | "card";
}

export function SortSelect({ options, sort, onSort, descendingFirst, place }: SortSelectProps): ReactNode {
  const id = useId();
  const [leading] = sort;
  if (leading === undefined) return null;
  const Arrow = leading.descending ? ArrowDown : ArrowUp;
  const bar = place === "bar";
  const label = (
    <label
      htmlFor={id}
      className={
        bar
          ? "text-small whitespace-nowrap text-text3"
          : "pointer-events-none absolute top-1 left-2.5 text-tiny text-text3"
      }
    >
      Sort by
    </label>
  );
  return (
    <div className={bar ? "flex items-center gap-2" : undefined}>
      {bar ? label : null}
      <div
        className={classNames(
          "relative flex min-w-0 rounded-control border border-control bg-inset focus-within:border-accent hover:border-text2",
          bar ? "h-7 w-[152px] pointer-coarse:h-9" : "h-11",
        )}
      >
        {bar ? null : label}
        <select
          id={id}
          value={leading.column}
          onChange={(event) => {
            const column = event.currentTarget.value;
            if (isSortableColumnId(column)) onSort([{ column, descending: descendingFirst(column) }]);
          }}
          className={classNames(
            "h-full w-full min-w-0 appearance-none truncate rounded-control bg-transparent text-text",
            bar ? "pr-8 pl-2 text-small font-medium" : "pt-4 pr-9 pl-2.5 text-[14px]",
          )}
        >
          {options.map((option) => (
            <option key={option.column} value={option.column} className="bg-raised">
              {option.label}
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-label={`Sort direction: ${leading.descending ? "descending" : "ascending"}`}
          onClick={() => onSort([{ column: leading.column, descending: !leading.descending }])}
          className={classNames(
            "absolute inset-y-0 right-0 inline-flex items-center justify-center rounded-control border-l border-line text-text hover:bg-hover",
            bar ? "w-7" : "w-8",
          )}
        >
          <Arrow aria-hidden="true" className={bar ? "size-3.5" : "size-4"} />
        </button>
      </div>
    </div>
  );
}
