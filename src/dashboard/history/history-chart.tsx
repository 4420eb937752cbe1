import type { ReactNode } from "react";
import { ChartPanel, type ChartPanelProps } from "../charts/time-chart.tsx";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { formatMoment } from "../../domain/format/time.ts";
import { useDashboardConfig } from "../queries/configuration.ts";

type Past = Pick<ChartPanelProps, "resolution" | "liveAt" | "loading" | "error" | "retry">;

interface HistoryChartProps extends Omit<ChartPanelProps, keyof Past | "title" | "what" | "file" | "empty"> {
  readonly past: Past & { readonly readAt: number | undefined };
  readonly what?: string;
  readonly subject: string;
  readonly names: string;
  readonly about?: readonly (readonly [name: string, value: string])[];
  /** Shown without any point in the range: "No history", and why. */
  readonly missing: string;
  readonly whyMissing: string;
}

const none: readonly never[] = [];

/** Charts the histories that the service has. */
export function HistoryChart({
  past: { readAt, ...past },
  what = "history",
  subject,
  names,
  about = none,
  missing,
  whyMissing,
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
  const empty = { heading: `${missing} in the last ${range}`, text: whyMissing };
  const title = `${heading} of ${names}`;
  return <ChartPanel {...chart} {...past} title={title} what={what} file={file} empty={empty} />;
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
