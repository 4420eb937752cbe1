// The header row: sort buttons with their help. Drawn again only when columns, order, size or benchmark change.
import { memo, useEffect, useId, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import {
  isSortableColumnId,
  type ColumnId,
  type SortableColumnId,
  columnHeader,
  isColumnId,
} from "../../market/columns.ts";
import type { SelectContext } from "../../market/column.ts";
import { useTooltip } from "../../ui/overlay/tooltip.tsx";
import type { SortKey } from "../../view-state/view-state.ts";
import type { ColumnHelp } from "../../market/column-help.ts";
import { sortedDown, sortedUp } from "../../ui/marks/signs.tsx";

/** What a row can be told to do, before its market's name: its header, for those who do not see it. */
export const controls = { pick: "Compare", star: "Star", fold: "Details" } as const;
export type ControlId = keyof typeof controls;

export function isControl(id: string): id is ControlId {
  return Object.hasOwn(controls, id);
}

/** A column's place in the header: its class and, when it is pinned, its offset. */
export interface HeaderCell {
  readonly id: ColumnId | ControlId;
  readonly className: string;
  readonly offset: { readonly insetInlineStart?: number; readonly insetInlineEnd?: number };
}

const helpDelayMs = 300;

type Help = (id: ColumnId, context: SelectContext) => ColumnHelp;

/** What the columns mean, once it has been loaded, which waits until the page has nothing better to do. */
function useColumnHelp(): Help | undefined {
  const [help, setHelp] = useState<Help | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    const load = async (): Promise<void> => {
      const { helpOf } = await import("../../market/column-help.ts");
      if (wanted) setHelp(() => helpOf);
    };
    const timer = window.setTimeout(() => void load(), helpDelayMs);
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, []);
  return help;
}

function HelpText({ what, unit, formula }: ColumnHelp): ReactNode {
  return (
    <>
      <span className="block">{what}</span>
      <span className="block pt-1 text-text3">Unit: {unit}.</span>
      {formula === undefined ? null : <span className="block pt-1 text-text2">{formula}</span>}
    </>
  );
}

export const ColumnHeaders = memo(function ColumnHeaders({
  cells,
  sort,
  context,
  provisional,
  onSortBy,
}: {
  readonly cells: readonly HeaderCell[];
  readonly sort: readonly SortKey[];
  readonly context: SelectContext;
  readonly provisional: boolean;
  readonly onSortBy: (column: SortableColumnId, adding: boolean) => void;
}): ReactNode {
  const idBase = useId();
  const help = useColumnHelp();
  const [handlers, tooltip] = useTooltip((anchor) => {
    const { column } = anchor.dataset;
    const text = column !== undefined && isColumnId(column) ? help?.(column, context) : undefined;
    return text === undefined ? null : <HelpText {...text} />;
  });

  const sortButton = (id: SortableColumnId): ReactNode => {
    const at = sort.findIndex((key) => key.column === id);
    const key = sort[at];
    return (
      <button
        type="button"
        className="column-button"
        data-column={id}
        aria-describedby={`${idBase}${id}`}
        {...handlers}
        onClick={(event: MouseEvent) => onSortBy(id, event.shiftKey)}
        onKeyDown={(event: KeyboardEvent) => {
          // Not every browser tells a click made by Shift+Enter from a plain one.
          if (event.key !== "Enter" || !event.shiftKey) return;
          event.preventDefault();
          onSortBy(id, true);
        }}
      >
        <span className="truncate">{columnHeader(id, context)}</span>
        {key === undefined ? null : (
          <span aria-hidden="true" className="flex shrink-0 items-center">
            {key.descending ? sortedDown : sortedUp}
            {sort.length > 1 ? <span className="sort-rank">{String(at + 1)}</span> : null}
          </span>
        )}
      </button>
    );
  };

  return (
    <thead>
      <tr aria-rowindex={1}>
        {cells.map(({ id, className, offset }) => {
          if (isControl(id)) {
            return (
              <th key={id} scope="col" className={className} style={offset}>
                <span className="sr-only">{controls[id]}</span>
              </th>
            );
          }
          const at = sort.findIndex((key) => key.column === id);
          const key = sort[at];
          const text = help?.(id, context);
          return (
            <th
              key={id}
              scope="col"
              className={`${className} ${key === undefined ? "" : "sorted"}`}
              style={offset}
              // Only the leading key may carry the state; the others are told in the button's description.
              {...(at === 0 ? { "aria-sort": key?.descending === true ? "descending" : "ascending" } : {})}
            >
              {isSortableColumnId(id) ? (
                <>
                  {sortButton(id)}
                  <span id={`${idBase}${id}`} hidden>
                    {at > 0
                      ? `Sort key ${String(at + 1)}, ${key?.descending === true ? "descending" : "ascending"}. `
                      : ""}
                    {provisional && at === 0 ? "The order is provisional: markets are still arriving. " : ""}
                    {text === undefined ? "" : `${text.what} Unit: ${text.unit}.`}
                    {text?.formula === undefined ? "" : ` ${text.formula}.`}
                  </span>
                </>
              ) : (
                <span className="sr-only">{columnHeader(id, context)}</span>
              )}
            </th>
          );
        })}
      </tr>
      {tooltip}
    </thead>
  );
});
