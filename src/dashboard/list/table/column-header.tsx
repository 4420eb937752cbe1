// The header row: sort buttons with their help. Drawn again only when columns, order, size or benchmark change.
import { memo, useEffect, useId, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { columnHeader, isColumnId, type ColumnId } from "../../market/columns.ts";
import type { SelectContext } from "../../market/column.ts";
import { useTooltip } from "../../ui/overlay/tooltip.tsx";
import type { SortKey } from "../../view-state/view-state.ts";
import type { ColumnHelp } from "../../market/column-help.ts";
import { pressHeader, type Leaf } from "./table-model.ts";
import { sortedDown, sortedUp } from "../../ui/marks/signs.tsx";

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
  leaves,
  sort,
  context,
  provisional,
}: {
  readonly leaves: readonly Leaf[];
  readonly sort: readonly SortKey[];
  readonly context: SelectContext;
  readonly provisional: boolean;
}): ReactNode {
  const idBase = useId();
  const help = useColumnHelp();
  const [handlers, tooltip] = useTooltip((anchor) => {
    const { column } = anchor.dataset;
    const text = column !== undefined && isColumnId(column) ? help?.(column, context) : undefined;
    return text === undefined ? null : <HelpText {...text} />;
  });

  const sortButton = (leaf: Leaf, id: ColumnId): ReactNode => {
    const direction = leaf.column.getIsSorted();
    return (
      <button
        type="button"
        className="column-button"
        data-column={id}
        aria-describedby={`${idBase}${id}`}
        {...handlers}
        onClick={(event: MouseEvent) => pressHeader(leaf, event.shiftKey)}
        onKeyDown={(event: KeyboardEvent) => {
          // Not every browser tells a click made by Shift+Enter from a plain one.
          if (event.key !== "Enter" || !event.shiftKey) return;
          event.preventDefault();
          pressHeader(leaf, true);
        }}
      >
        <span className="truncate">{columnHeader(id, context)}</span>
        {direction === false ? null : (
          <span aria-hidden="true" className="flex shrink-0 items-center">
            {direction === "desc" ? sortedDown : sortedUp}
            {sort.length > 1 ? (
              <span className="sort-rank">{String(leaf.column.getSortIndex() + 1)}</span>
            ) : null}
          </span>
        )}
      </button>
    );
  };

  return (
    <thead>
      <tr aria-rowindex={1}>
        {leaves.map((leaf) => {
          const { id, name, className, offset, column } = leaf;
          if (leaf.isControl || id === "actions") {
            return (
              <th key={id} scope="col" className={className} style={offset}>
                <span className="sr-only">{name}</span>
              </th>
            );
          }
          const at = column.getSortIndex();
          const direction = column.getIsSorted() === "desc" ? "descending" : "ascending";
          const text = help?.(leaf.id, context);
          return (
            <th
              key={id}
              scope="col"
              className={`${className} ${at < 0 ? "" : "sorted"}`}
              style={offset}
              // Only the leading key may carry the state; the others are told in the button's description.
              {...(at === 0 ? { "aria-sort": direction } : {})}
            >
              {sortButton(leaf, leaf.id)}
              <span id={`${idBase}${id}`} hidden>
                {at > 0 ? `Sort key ${String(at + 1)}, ${direction}. ` : ""}
                {provisional && at === 0 ? "The order is provisional: markets are still arriving. " : ""}
                {text === undefined ? "" : `${text.what} Unit: ${text.unit}.`}
                {text?.formula === undefined ? "" : ` ${text.formula}.`}
              </span>
            </th>
          );
        })}
      </tr>
      {tooltip}
    </thead>
  );
});
