import type { ReactNode } from "react";
import type { RangeChoice } from "../charts/chart-range.ts";
import { TimeChart, type TimeChartProps } from "../charts/time-chart.tsx";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { formatMoment } from "../../domain/format/time.ts";
import { useDashboardConfig } from "../queries/configuration.ts";

type Past = Pick<TimeChartProps, "resolution" | "liveAt" | "loading" | "error" | "retry">;

interface HistoryChartProps
  extends
    RangeChoice,
    Omit<TimeChartProps, keyof Past | keyof RangeChoice | "title" | "what" | "file" | "heading"> {
  readonly past: Past & { readonly readAt: number | undefined };
  readonly what?: string;
  readonly subject: string;
  readonly names: string;
  readonly about?: readonly (readonly [name: string, value: string])[];
  readonly heading: string;
}

const none: readonly never[] = [];

/** Charts the histories that the service has. */
export function HistoryChart({
  past: { readAt, ...past },
  what = "history",
  subject,
  names,
  about = none,
  ...chart
}: HistoryChartProps): ReactNode {
  const { source } = useDashboardConfig();
  const { heading, range } = chart;
  const file = {
    subject,
    range,
    caption: `${heading}, ${range}, ${formatMoment(readAt)}, ${source.label}: ${names}`,
    about: [...about, ["resolution", past.resolution]] as const,
  };
  return <TimeChart {...chart} {...past} title={`${heading} of ${names}`} what={what} file={file} />;
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
