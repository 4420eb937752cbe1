// The header row: sort buttons with their help. Drawn again only when columns, order, size or benchmark change.
import { memo, useEffect, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { columnHeader, isColumnId, type ColumnId } from "../../market/columns.ts";
import type { SelectContext } from "../../market/column.ts";
import { useTooltip } from "../../ui/overlay/tooltip.tsx";
import type { SortKey } from "../../view-state/view-state.ts";
import type { ColumnHelp } from "../../market/column-help.ts";
import { pressed, type Leaf, type Leaves } from "./table-columns.ts";
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

/** What is not printed, what takes the room that is left, and what stays in sight at the end. */
const groups: Partial<Readonly<Record<Leaf["id"], string>>> = {
  controls: "controls",
  market: "market",
  actions: "row-end",
};

export const ColumnHeaders = memo(function ColumnHeaders({
  leaves: { start, middle, end },
  sort,
  context,
  provisional,
  idBase,
  onSort,
}: {
  readonly leaves: Leaves;
  readonly sort: readonly SortKey[];
  readonly context: SelectContext;
  readonly provisional: boolean;
  /** Begins the ids of the names, which what is in the rows is named by. */
  readonly idBase: string;
  readonly onSort: (keys: readonly SortKey[]) => void;
}): ReactNode {
  const help = useColumnHelp();
  const [handlers, tooltip] = useTooltip((anchor) => {
    const { column } = anchor.dataset;
    const text = column !== undefined && isColumnId(column) ? help?.(column, context) : undefined;
    return text === undefined ? null : <HelpText {...text} />;
  });

  const sortButton = (id: ColumnId, at: number): ReactNode => (
    <button
      type="button"
      className="column-button"
      data-column={id}
      aria-describedby={`${idBase}-${id}-help`}
      {...handlers}
      onClick={(event: MouseEvent) => onSort(pressed(sort, id, event.shiftKey))}
      onKeyDown={(event: KeyboardEvent) => {
        // Not every browser tells a click made by Shift+Enter from a plain one.
        if (event.key !== "Enter" || !event.shiftKey) return;
        event.preventDefault();
        onSort(pressed(sort, id, true));
      }}
    >
      <span id={`${idBase}-${id}`} className="truncate">
        {columnHeader(id, context)}
      </span>
      {at < 0 ? null : (
        <span aria-hidden="true" className="flex shrink-0 items-center">
          {sort[at]?.descending === true ? sortedDown : sortedUp}
          {sort.length > 1 ? <span className="sort-rank">{String(at + 1)}</span> : null}
        </span>
      )}
    </button>
  );

  const head = ({ id, name, width, align }: Leaf): ReactNode => {
    const place = { className: `cell ${align} ${groups[id] ?? ""}`, style: { width } };
    if (!isColumnId(id) || id === "actions")
      return (
        <div key={id} role="columnheader" {...place}>
          <span className="sr-only">{name}</span>
        </div>
      );
    const at = sort.findIndex(({ column }) => column === id);
    const direction = sort[at]?.descending === true ? "descending" : "ascending";
    const text = help?.(id, context);
    return (
      <div
        key={id}
        role="columnheader"
        {...place}
        {...(at < 0 ? {} : { className: `${place.className} sorted` })}
        // Only the leading key may carry the state; the others are told in the button's description.
        {...(at === 0 ? { "aria-sort": direction } : {})}
      >
        {sortButton(id, at)}
        <span id={`${idBase}-${id}-help`} hidden>
          {at > 0 ? `Sort key ${String(at + 1)}, ${direction}. ` : ""}
          {provisional && at === 0 ? "The order is provisional: markets are still arriving. " : ""}
          {text === undefined ? "" : `${text.what} Unit: ${text.unit}.`}
          {text?.formula === undefined ? "" : ` ${text.formula}.`}
        </span>
      </div>
    );
  };

  return (
    <div role="rowgroup" className="markets-head">
      <div role="row" aria-rowindex={1} className="head-row">
        <div role="none" className="row-start">
          {start.map(head)}
        </div>
        {middle.map(head)}
        {end.map(head)}
      </div>
      {tooltip}
    </div>
  );
});
