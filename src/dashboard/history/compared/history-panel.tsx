import type { HistoryResolution } from "../../contract/history.ts";
import { useMemo, type ReactNode } from "react";
import type { RangeChoice } from "../charts/chart-range.ts";
import { seriesName, type ChartPane, type ChartSeries } from "../charts/chart-series.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { formatGrowth, inWords } from "../../domain/format/number.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { TimeChart, type TimeChartProps } from "../charts/time-chart.tsx";
import { formatMoment } from "../../domain/format/time.ts";
import { useDashboardConfig } from "../queries/configuration.ts";
import { historyLines, measureNames, rateTick, type HistoryMeasure } from "./history-lines.ts";
import { rateDomain } from "./history-series.ts";
import { RealisedYields } from "./realised-yields.tsx";
import { useHistoryEntries } from "./use-history-entries.ts";

interface HistoryPanelProps extends RangeChoice {
  readonly rows: readonly MarketRow[];
  readonly places: readonly number[];
  readonly measure: HistoryMeasure;
  readonly choice: ReactNode;
}

export function HistoryPanel({ rows, places, measure, choice, ...chosen }: HistoryPanelProps): ReactNode {
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
      {/* Also while it loads, so that nothing below moves. */}
      {error === undefined && (known || loading) ? <RealisedYields entries={entries} range={range} /> : null}
    </HistoryChart>
  );
}

export function ratePane(series: readonly ChartSeries[]): ChartPane {
  return { series, domain: rateDomain(series), tick: rateTick };
}

function growthPane(series: readonly ChartSeries[]): ChartPane {
  return { series, include: [1], tick: (value) => inWords(formatGrowth(value, "")) };
}

interface HistoryChartProps
  extends
    RangeChoice,
    Omit<TimeChartProps, "resolution" | "liveAt" | "loading" | "what" | "error" | "onRetry" | "panel"> {
  readonly past: {
    readonly loading: boolean;
    readonly error: TimeChartProps["error"];
    readonly retry: () => void;
    readonly resolution: HistoryResolution;
    readonly liveAt?: number | undefined;
    readonly readAt: number | undefined;
  };
  readonly what?: string;
  readonly subject: string;
  readonly names: string;
  readonly about?: readonly (readonly [name: string, value: string])[];
  readonly heading: string;
  readonly legend?: ReactNode;
  readonly note: string;
  readonly tools?: ReactNode;
}

const none: readonly never[] = [];

/** What the service knows of the past, with files that say where it is from. */
export function HistoryChart({
  past: { loading, error, retry, resolution, liveAt, readAt },
  what = "history",
  subject,
  names,
  about = none,
  heading,
  legend,
  note,
  tools,
  range,
  onRange,
  ...chart
}: HistoryChartProps): ReactNode {
  const { source } = useDashboardConfig();
  const file = {
    subject,
    caption: `${heading}, ${range}, ${formatMoment(readAt)}, ${source.label}: ${names}`,
    about: [...about, ["source", source.label], ["resolution", resolution]] as const,
  };
  return (
    <TimeChart
      {...chart}
      resolution={resolution}
      liveAt={liveAt}
      loading={loading}
      what={what}
      error={error}
      onRetry={retry}
      panel={{ heading, legend, note, tools, range, onRange, file }}
    />
  );
}

export function aboutMarket(row: MarketRow): Required<Pick<HistoryChartProps, "names" | "about">> {
  const names = marketName(row);
  return {
    names,
    about: [
      ["id", row.id],
      ["market", names],
    ],
  };
}
