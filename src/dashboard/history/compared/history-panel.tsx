import { useMemo, type ReactNode } from "react";
import type { RangeChoice } from "../../charts/chart-range.ts";
import { seriesName, type ChartPane, type ChartSeries } from "../../charts/chart-series.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatGrowth, inWords } from "../../../domain/format/number.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import { HistoryChart } from "../history-chart.tsx";
import { historyLines, measureNames, ratePane, type HistoryMeasure } from "../history-lines.ts";
import { RealisedYields } from "../realised-yields.tsx";
import { useHistoryEntries } from "../use-history-entries.ts";

export interface ComparedProps extends RangeChoice {
  readonly rows: readonly MarketRow[];
  readonly places: readonly number[];
  readonly choice: ReactNode;
}

export function HistoryPanel({
  rows,
  places,
  measure,
  choice,
  ...chosen
}: ComparedProps & { readonly measure: HistoryMeasure }): ReactNode {
  const { range } = chosen;
  const past = useHistoryEntries(rows, range, places);
  const { entries, loading, error, resolution } = past;
  const known = entries.some(({ series }) => series.observed > 0);
  const panes = useMemo(() => {
    const lines = known ? historyLines(entries, resolution, measure) : [];
    return [measure === "growth" ? growthPane(lines) : ratePane(lines)];
  }, [entries, known, resolution, measure]);
  const names = entries.map(({ row, place }) => seriesName({ place, label: marketName(row) })).join("; ");
  return (
    <HistoryChart
      {...chosen}
      past={past}
      names={names}
      subject="compare"
      title={`${measureNames[measure]} of ${names}`}
      panes={panes}
      empty={{
        heading: `No history in the last ${range}`,
        text: `The service has no rates for ${rows.length === 1 ? "this market" : "these markets"} in this range. A longer range may have some.`,
      }}
      heading={measureNames[measure]}
      note={resolution === "1h" ? "hourly" : "daily"}
      tools={choice}
    >
      {/* Also rendered while it loads, so that nothing below moves. */}
      {error === undefined && (known || loading) ? <RealisedYields entries={entries} range={range} /> : null}
    </HistoryChart>
  );
}

function growthPane(series: readonly ChartSeries[]): ChartPane {
  return { series, include: [1], tick: (value) => inWords(formatGrowth(value, "")) };
}
