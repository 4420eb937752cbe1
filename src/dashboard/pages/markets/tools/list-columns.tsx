// The Columns menu of the list.
import { useMemo, type ReactNode } from "react";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { ColumnsPanel, type ColumnsPanelProps } from "../../../list/columns-menu/columns-panel.tsx";
import { columnIds, type ColumnId } from "../../../market/columns.ts";
import { marketName } from "../../../market/market-text.ts";
import { suggestBenchmark } from "../../../select/benchmark.ts";
import type { Selection } from "../../../select/select.ts";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import type { ViewStateChange } from "../../../view-state/use-view-state.ts";
import type { ViewState } from "../../../view-state/view-state.ts";
import { chooseBenchmark, columnIsPossible } from "../../../view-state/views.ts";

export interface ListColumnsProps {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange) => void;
  readonly selection: Pick<Selection, "rows" | "context">;
  readonly columns: readonly ColumnId[];
}

/**
 * Offers the columns that can hold a value. The difference to a benchmark is among them before there is one: whoever shows it
 * measures against the market that is suggested, and can choose another.
 */
export function ListColumns({ state, onChange, selection, columns }: ListColumnsProps): ReactNode {
  const { types, size, benchmark } = state;
  const { rows, context } = selection;
  const announce = useAnnounce();
  const records = useDashboardConfig().record !== undefined;
  const suggestion = useMemo(
    () => (benchmark === undefined ? suggestBenchmark(rows, size) : undefined),
    [rows, size, benchmark],
  );
  const against = benchmark ?? suggestion?.id;
  const offered = useMemo(
    () =>
      columnIds.filter((column) => columnIsPossible(column, { types, size, benchmark: against }, records)),
    [types, size, against, records],
  );
  const choose: ColumnsPanelProps["onChange"] = (chosen) => {
    if (suggestion === undefined || chosen?.includes("vsBenchmark") !== true)
      return onChange({ columns: chosen });
    onChange((now) => chooseBenchmark(now, suggestion.id));
    announce(`Benchmark: ${marketName(suggestion)}.`);
  };
  return (
    <ColumnsPanel
      columns={columns}
      offered={offered}
      context={context}
      onChange={choose}
      isOwn={state.columns === undefined}
      density={state.density}
      onDensity={(density) => onChange({ density })}
    />
  );
}
