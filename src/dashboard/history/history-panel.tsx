import { useMemo, type ReactNode } from "react";
import type { HistoryRangeId } from "../charts/chart-range.ts";
import { seriesName, type ChartPane, type ChartSeries } from "../charts/chart-series.ts";
import { TimeChart } from "../charts/time-chart.tsx";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { formatGrowth, inWords } from "../../domain/format/number.ts";
import { formatMoment } from "../../domain/format/time.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { useDashboardConfig } from "../queries/configuration.ts";
import { historyLines, measureNames, rateTick, type HistoryMeasure } from "./history-lines.ts";
import { rateDomain } from "./history-series.ts";
import { RealisedYields } from "./realised-yields.tsx";
import { useHistoryEntries } from "./use-history-entries.ts";

interface HistoryPanelProps {
  readonly rows: readonly MarketRow[];
  readonly places: readonly number[];
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly measure: HistoryMeasure;
  readonly choice: ReactNode;
}

export function HistoryPanel({
  rows,
  places,
  range,
  onRange,
  measure,
  choice,
}: HistoryPanelProps): ReactNode {
  const { source } = useDashboardConfig();
  const { entries, loading, error, retry, resolution, liveAt } = useHistoryEntries(rows, range, places);
  const known = entries.some(({ series }) => series.observed > 0);
  const panes = useMemo(() => {
    const lines = known ? historyLines(entries, resolution, measure) : [];
    return [measure === "growth" ? growthPane(lines) : ratePane(lines)];
  }, [entries, known, resolution, measure]);
  const names = entries.map(({ row, place }) => seriesName({ place, label: marketName(row) })).join("; ");
  return (
    <TimeChart
      title={`${measureNames[measure]} of ${names}`}
      panes={panes}
      resolution={resolution}
      liveAt={entries.flatMap(({ series }) => series.points).find(({ live }) => live)?.time}
      loading={loading}
      what="history"
      error={error}
      onRetry={retry}
      empty={{
        heading: `No history in the last ${range}`,
        text: `The service has no rates of ${rows.length === 1 ? "this market" : "these markets"} for these days. A longer range may have some.`,
      }}
      panel={{
        heading: measureNames[measure],
        note: resolution === "1h" ? "hourly" : "daily",
        tools: choice,
        range,
        onRange,
        file: {
          subject: "compare",
          caption: `${measureNames[measure]}, ${range}, ${formatMoment(liveAt)}, ${source.label}: ${names}`,
          about: [
            ["source", source.label],
            ["resolution", resolution],
          ],
        },
      }}
    >
      {/* Also while it loads, so that nothing below moves. */}
      {error === undefined && (known || loading) ? <RealisedYields entries={entries} range={range} /> : null}
    </TimeChart>
  );
}

export function ratePane(series: readonly ChartSeries[]): ChartPane {
  return { series, domain: rateDomain(series), tick: rateTick };
}

function growthPane(series: readonly ChartSeries[]): ChartPane {
  return { series, include: [1], tick: (value) => inWords(formatGrowth(value, "")) };
}
