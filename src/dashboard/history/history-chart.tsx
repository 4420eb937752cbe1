import type { HistoryResolution } from "../../contract/history.ts";
import type { ReactNode } from "react";
import type { RangeChoice } from "../charts/chart-range.ts";
import { TimeChart, type TimeChartProps } from "../charts/time-chart.tsx";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { formatMoment } from "../../domain/format/time.ts";
import { useDashboardConfig } from "../queries/configuration.ts";

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
