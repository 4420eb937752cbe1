import type { ReactNode } from "react";
import { ColumnsPanel, type ColumnsPanelProps } from "../../../list/columns-menu/columns-panel.tsx";
import { columnIds } from "../../../../domain/market/columns.ts";
import { marketName } from "../../../../domain/market/market-text.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { suggestBenchmark } from "../../../select/benchmark.ts";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { chooseBenchmark, columnIsPossible } from "../../../../domain/view-state/views.ts";
import { setViewState } from "../../../view-state/use-view-state.ts";
import { useListContext } from "../list-context.ts";

/** The benchmark column is offered even without a benchmark. Showing it then chooses the suggested market. */
export function ListColumns(): ReactNode {
  const { state, selection, columns } = useListContext();
  const { types, size, benchmark } = state;
  const { rows, context } = selection;
  const announce = useAnnounce();
  const records = useDashboardConfig().record !== undefined;
  const suggestion = benchmark === undefined ? suggestBenchmark(rows, size) : undefined;
  const against = benchmark ?? suggestion?.id;
  const offered = columnIds.filter((column) =>
    columnIsPossible(column, { types, size, benchmark: against }, records),
  );
  const choose: ColumnsPanelProps["onChange"] = (chosen) => {
    if (suggestion === undefined || chosen?.includes("vsBenchmark") !== true)
      return setViewState({ columns: chosen });
    setViewState((now) => chooseBenchmark(now, suggestion.id));
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
      onDensity={(density) => setViewState({ density })}
    />
  );
}
