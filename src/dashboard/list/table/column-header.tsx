import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import {
  columnHeader,
  columnOf,
  columnShape,
  isColumnId,
  type ColumnId,
} from "../../../domain/market/columns.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { provisionalNote } from "../use-market-list.tsx";
import { useColumnHelp } from "../row/use-cell-tooltip.tsx";
import type { SortKey } from "../../../domain/view-state/view-state.ts";
import {
  sortByHeader,
  type MarketColumn,
  type MarketHeader,
  type PinnedHeaders,
} from "./use-market-columns.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { sortedDown, sortedUp } from "../../ui/marks/inline-icons.tsx";

export const ColumnHeaders = memo(function ColumnHeaders({
  headers: { start, center, end },
  sort,
  context,
  provisional,
}: {
  readonly headers: PinnedHeaders;
  readonly sort: readonly SortKey[];
  readonly context: SelectContext;
  readonly provisional: boolean;
}): ReactNode {
  const help = useColumnHelp();
  const directionOf = (at: number) => (sort[at]?.descending === true ? "descending" : "ascending");

  const sortButton = (id: ColumnId, column: MarketColumn, at: number): ReactNode => {
    const { name, header = name } = columnOf(id);
    const text = columnHeader(id, context);
    const explained = help?.(id, context);
    const described = {
      "aria-description": joinParts(
        [
          at > 0 && `Sort key ${String(at + 1)}, ${directionOf(at)}.`,
          provisional && at === 0 && provisionalNote,
          explained && `${explained.what} Unit: ${explained.unit}.`,
          explained?.formula && `${explained.formula}.`,
        ],
        " ",
      ),
    };
    return (
      <button
        type="button"
        className={classNames(
          "relative inline-flex h-6 pointer-coarse:h-11 max-w-full touch-manipulation items-center gap-1 rounded-item hover:text-text focus-visible:outline-offset-0",
          at < 0 ? "font-medium" : "font-semibold text-text",
        )}
        data-column={id}
        // The column's own name too, which stays the same whatever the size or collateral.
        aria-label={text.includes(header) ? undefined : `${text}, ${header}`}
        {...described}
        onClick={(event: MouseEvent) => sortByHeader(column, event.shiftKey)}
        onKeyDown={(event: KeyboardEvent) => {
          // Handled here, because some browsers do not report Shift in the click that Shift+Enter causes.
          if (event.key !== "Enter" || !event.shiftKey) return;
          event.preventDefault();
          sortByHeader(column, true);
        }}
      >
        <span className="truncate">{text}</span>
        {at < 0 ? null : (
          <span
            aria-hidden="true"
            className={classNames(
              "flex shrink-0 items-center",
              // In the padding, so that the arrow never cuts off a name, and is nearest to its own.
              columnShape(id, context.basis).align === "end" &&
                "absolute right-full translate-x-0.5 flex-row-reverse",
            )}
          >
            {sort[at]?.descending === true ? sortedDown : sortedUp}
            {sort.length > 1 ? <span className="-mx-0.5 text-tiny text-text3">{String(at + 1)}</span> : null}
          </span>
        )}
      </button>
    );
  };

  const head = ({ column }: MarketHeader): ReactNode => {
    const { id } = column;
    const style = column.columnDef.meta?.style;
    if (!isColumnId(id) || id === "actions")
      return (
        <div
          key={id}
          role="columnheader"
          className={id === "actions" ? "cell start row-end" : "cell start row-controls"}
          style={style}
        >
          <span className="sr-only">{String(column.columnDef.header)}</span>
        </div>
      );
    const at = sort.findIndex((key) => key.column === id);
    const { align } = columnShape(id, context.basis);
    return (
      <div
        key={id}
        role="columnheader"
        className={id === "market" ? "cell start flex flex-[1_0_auto]! items-center pr-0!" : `cell ${align}`}
        style={style}
        // Only the first sort key may have this state. The descriptions mention the others.
        aria-sort={at === 0 ? directionOf(at) : undefined}
      >
        {sortButton(id, column, at)}
      </div>
    );
  };

  return (
    <div
      role="rowgroup"
      className="markets-head sticky top-0 z-3 border-b border-line2 bg-surface text-[12px]/[31px] text-text2 pointer-coarse:leading-[45px] print:static"
    >
      <div role="row" aria-rowindex={1} className="head-row flex h-[31px] bg-surface pointer-coarse:h-[45px]">
        <div role="none" className="row-start">
          {start.map(head)}
        </div>
        {center.map(head)}
        {end.map(head)}
      </div>
    </div>
  );
});
