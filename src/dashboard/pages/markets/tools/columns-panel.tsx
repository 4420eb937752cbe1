import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, type KeyboardEvent, type ReactNode } from "react";
import { type ColumnId, columnHeader, columnIds } from "../../../../domain/market/columns.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { CheckboxBox } from "../../../ui/fields/checkbox.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { helpOf } from "../../../../domain/market/column-help.ts";
import { columnIsPossible, isFixedColumn, withFixedColumns } from "../../../../domain/view-state/views.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { suggestBenchmark } from "../../../select/benchmark.ts";
import { useChooseBenchmark } from "../../../view-state/use-choose-benchmark.ts";
import { setViewState } from "../../../view-state/use-view-state.ts";
import { useListContext } from "../list-context.ts";

const moveButton =
  "inline-flex size-6 shrink-0 items-center justify-center rounded-item text-text3 hover:bg-hover hover:text-text disabled:text-line2 disabled:hover:bg-transparent pointer-coarse:size-11";

const densities = [
  { value: "normal", label: "Normal" },
  { value: "compact", label: "Compact" },
] as const;

const moves = [
  { way: "up", step: -1, Arrow: ArrowUp },
  { way: "down", step: 1, Arrow: ArrowDown },
] as const;

/** Explains every column here, because touch has no tooltips. */
export function ColumnsPanel(): ReactNode {
  const { state, selection, columns } = useListContext();
  const { rows, context } = selection;
  const name = useId();
  const announce = useAnnounce();
  const chooseBenchmark = useChooseBenchmark();
  const records = useDashboardConfig().record !== undefined;
  // The benchmark column is offered even without a benchmark. Showing it then chooses the suggested market.
  const suggestion = state.benchmark === undefined ? suggestBenchmark(rows, state.size) : undefined;
  const possible = { ...state, benchmark: state.benchmark ?? suggestion?.id };
  const offered = columnIds.filter((column) => columnIsPossible(column, possible, records));
  const { shown, hidden } = listedColumns(columns, offered);

  const choose = (chosen: readonly ColumnId[]): void => {
    if (suggestion !== undefined && chosen.includes("vsBenchmark")) chooseBenchmark(suggestion);
    else setViewState({ columns: chosen });
  };

  const move = (id: ColumnId, index: number): void => {
    if (index < 0 || index >= shown.length || shown.indexOf(id) === index) return;
    choose(movedColumn(columns, id, index));
    announce(`${columnHeader(id, context)} moved to place ${String(index + 1)} of ${String(shown.length)}`);
  };

  const onKeyDown = (event: KeyboardEvent, id: ColumnId): void => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(id, shown.indexOf(id) + (event.key === "ArrowUp" ? -1 : 1));
  };

  const item = (id: ColumnId, isShown: boolean): ReactNode => {
    const header = columnHeader(id, context);
    const index = shown.indexOf(id);
    const helpId = `${name}-${id}`;
    const { what } = helpOf(id, context);
    return (
      <li
        key={id}
        className="flex items-start gap-1.5 rounded-item px-1.5 py-0.5 hover:bg-hover pointer-fine:items-center"
      >
        <label
          title={what}
          className="group flex min-w-0 flex-1 items-start gap-1.5 pl-[5px] pointer-fine:items-center"
        >
          <CheckboxBox
            checked={isShown}
            aria-label={header}
            aria-describedby={helpId}
            onChange={(event) => choose(withColumn(columns, id, event.currentTarget.checked))}
            onKeyDown={(event) => onKeyDown(event, id)}
          />
          <span className="min-w-0 py-0.5">
            <span className="block text-small text-text">{header}</span>
            {/* With a mouse the text is a tooltip: thirty paragraphs would hide the columns. */}
            <span id={helpId} className="block text-tiny text-text3 pointer-fine:sr-only">
              {what}
            </span>
          </span>
        </label>
        {isShown
          ? moves.map(({ way, step, Arrow }) => (
              <button
                key={way}
                type="button"
                className={moveButton}
                aria-label={`Move ${header} ${way}`}
                disabled={shown[index + step] === undefined}
                onClick={() => move(id, index + step)}
              >
                <Arrow className="size-3.5" />
              </button>
            ))
          : null}
      </li>
    );
  };

  return (
    <div className="flex flex-col text-small">
      <div className="flex items-center justify-between border-b border-line2 px-4 py-2.5">
        <span aria-hidden="true" className="font-semibold">
          Rows
        </span>
        <Segmented
          label="Rows"
          options={densities}
          value={state.density}
          onChange={(density) => setViewState({ density })}
        />
      </div>
      <div className="flex items-center justify-between px-4 pt-2.5 pb-1">
        <h2 className="font-semibold">Shown</h2>
        <Button
          variant="link"
          size="small"
          disabled={state.columns === undefined}
          title={
            state.columns === undefined
              ? "These are the columns of this view"
              : "Restore the columns of this view"
          }
          onClick={() => {
            setViewState({ columns: undefined });
            announce("Columns of the view restored");
          }}
        >
          Reset
        </Button>
      </div>
      <ul aria-label="Shown columns" className="px-2.5">
        {shown.map((id) => item(id, true))}
      </ul>
      {hidden.length === 0 ? null : (
        <>
          <h2 className="px-4 pt-2.5 pb-1 font-semibold">Not shown</h2>
          <ul aria-label="Columns not shown" className="px-2.5 pb-2.5">
            {hidden.map((id) => item(id, false))}
          </ul>
        </>
      )}
    </div>
  );
}

function middleOf(columns: readonly ColumnId[]): readonly ColumnId[] {
  return columns.filter((id) => !isFixedColumn(id));
}

/** A new column goes to the end of the visible ones, close to where it was just ticked. */
export function withColumn(columns: readonly ColumnId[], id: ColumnId, shown: boolean): readonly ColumnId[] {
  const others = columns.filter((column) => column !== id);
  return withFixedColumns(shown ? [...others, id] : others);
}

/** `index` counts from 0 among the movable columns. */
export function movedColumn(columns: readonly ColumnId[], id: ColumnId, index: number): readonly ColumnId[] {
  const others = middleOf(columns).filter((column) => column !== id);
  return withFixedColumns(others.toSpliced(index, 0, id));
}

export function listedColumns(columns: readonly ColumnId[], offered: readonly ColumnId[]) {
  const shown = middleOf(columns);
  return { shown, hidden: offered.filter((id) => !isFixedColumn(id) && !shown.includes(id)) };
}
