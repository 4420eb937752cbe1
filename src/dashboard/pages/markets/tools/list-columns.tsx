import type { ReactNode } from "react";
import { ColumnsPanel, type ColumnsPanelProps } from "../../../list/columns-menu/columns-panel.tsx";
import { columnIds } from "../../../../domain/market/columns.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { suggestBenchmark } from "../../../select/benchmark.ts";
import { columnIsPossible } from "../../../../domain/view-state/views.ts";
import { useChooseBenchmark } from "../../../view-state/use-choose-benchmark.ts";
import { setViewState } from "../../../view-state/use-view-state.ts";
import { useListContext } from "../list-context.ts";

/** The benchmark column is offered even without a benchmark. Showing it then chooses the suggested market. */
export function ListColumns(): ReactNode {
  const { state, selection, columns } = useListContext();
  const { types, size, benchmark } = state;
  const { rows, context } = selection;
  const chooseBenchmark = useChooseBenchmark();
  const records = useDashboardConfig().record !== undefined;
  const suggestion = benchmark === undefined ? suggestBenchmark(rows, size) : undefined;
  const against = benchmark ?? suggestion?.id;
  const offered = columnIds.filter((column) =>
    columnIsPossible(column, { types, size, benchmark: against }, records),
  );
  const choose: ColumnsPanelProps["onChange"] = (chosen) => {
    if (suggestion !== undefined && chosen?.includes("vsBenchmark") === true) chooseBenchmark(suggestion);
    else setViewState({ columns: chosen });
  };
  return (
    <ColumnsPanel
      columns={columns}
      offered={offered}
      context={context}
      onChange={choose}
      isOwn={state.columns === undefined}
      density={state.density}
      onDensity={(density) => setViewState({ density })}
    />
  );
}
