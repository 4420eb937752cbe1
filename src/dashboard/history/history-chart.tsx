import type { ReactNode } from "react";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { formatMoment } from "../../domain/format/time.ts";
import { marketName } from "../../domain/market/market-text.ts";
import type { RangeChoice } from "../charts/chart-range.ts";
import { TimeChart, type TimeChartProps } from "../charts/time-chart.tsx";
import { useDashboardConfig } from "../queries/configuration.ts";
import type { HistoryEntries } from "./use-history-entries.ts";

interface HistoryChartProps
  extends RangeChoice, Pick<TimeChartProps, "title" | "panes" | "children" | "empty"> {
  readonly past: HistoryEntries;
  /** Of one market. */
  readonly row?: MarketRow;
  readonly names?: string;
  readonly subject: string;
  readonly description?: string;
  readonly heading: string;
  readonly legend?: ReactNode;
  readonly note: string;
  readonly tools?: ReactNode;
}

/** The history of one market, or of several in one chart. */
export function HistoryChart({
  past: { entries, loading, error, retry, resolution, liveAt },
  row,
  names = row && marketName(row),
  subject,
  heading,
  legend,
  note,
  tools,
  range,
  onRange,
  ...chart
}: HistoryChartProps): ReactNode {
  const { source } = useDashboardConfig();
  return (
    <TimeChart
      {...chart}
      resolution={resolution}
      liveAt={entries.flatMap(({ series }) => series.points).find(({ live }) => live)?.time}
      loading={loading}
      what="history"
      error={error}
      onRetry={retry}
      panel={{
        heading,
        legend,
        note,
        tools,
        range,
        onRange,
        file: {
          subject,
          caption: `${heading}, ${range}, ${formatMoment(liveAt)}, ${source.label}: ${names ?? ""}`,
          about: [
            ...(row === undefined
              ? []
              : ([
                  ["id", row.id],
                  ["market", marketName(row)],
                ] as const)),
            ["source", source.label],
            ["resolution", resolution],
          ],
        },
      }}
    />
  );
}
