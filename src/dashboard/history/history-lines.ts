import type { HistoryResolution } from "../../contract/history.ts";
import { ratio, resolutionMs, usd } from "../../contract/units.ts";
import { growthSeries } from "../../finance/realized.ts";
import { seriesName, type ChartPane, type ChartPoint, type ChartSeries } from "../charts/chart-series.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { formatGrowth, formatRate, formatRateTick, formatUsd, inWords } from "../../domain/format/number.ts";
import { marketName, placeParts } from "../../domain/market/market-text.ts";
import { pastRates, rateDomain, type Series } from "./history-series.ts";
import type { HistoryEntry } from "./use-history-entries.ts";

export type HistoryMeasure = keyof typeof measures;

/** Figures of the history that compared markets can be drawn by. */
export const measures = {
  rate: { label: "Deposit APY", unit: "depositApy (fraction per year)", format: rateText },
  growth: {
    label: "Growth in tokens",
    unit: "value of 1 token (tokens)",
    format: (value: number): string => inWords(formatGrowth(value, "")),
  },
};

export function rateText(value: number): string {
  return inWords(formatRate(ratio(value)));
}

export function rateTick(value: number): string {
  return inWords(formatRateTick(ratio(value), 4));
}

export function ratePane(series: readonly ChartSeries[]): ChartPane {
  return { series, domain: rateDomain(series), tick: rateTick };
}

function usdText(value: number): string {
  return inWords(formatUsd(usd(value)));
}

export function usdTick(value: number): string {
  return inWords(formatUsd(usd(value), "short"));
}

export function historyLines(
  entries: readonly Pick<HistoryEntry, "row" | "seriesIndex" | "series">[],
  resolution: HistoryResolution,
  measure: HistoryMeasure,
): readonly ChartSeries[] {
  const short = shortNames(entries.map(({ row }) => row));
  const { unit, format } = measures[measure];
  return entries.map(({ row, series, seriesIndex }, index) => ({
    ...marketSeries(row, seriesIndex ?? index, short[index] ?? row.label, unit),
    points: pointsOf(series, resolution, measure),
    format,
  }));
}

export function marketSeries(row: MarketRow, seriesIndex: number, shortLabel: string, unit: string) {
  return {
    seriesIndex,
    label: marketName(row),
    shortLabel,
    fileName: seriesName({ seriesIndex, label: `${row.id} ${unit}` }),
  };
}

function pointsOf(
  series: Series,
  resolution: HistoryResolution,
  measure: HistoryMeasure,
): readonly ChartPoint[] {
  if (measure === "rate") return series.points.map(({ time, apy }) => ({ at: time, value: apy }));
  const grown = growthSeries({ points: pastRates(series), stepMs: resolutionMs[resolution] });
  return grown.map(({ time, growth }) => ({ at: time, value: growth }));
}

export function depositsLine({ points }: Series): ChartSeries {
  const last = points.findLast(({ deposits }) => deposits !== undefined)?.deposits;
  return {
    label: "Deposits",
    fileName: "totalDepositUsd (USD)",
    shape: "area",
    color: "var(--text2)",
    points: points.map(({ time, deposits }) => ({ at: time, value: deposits })),
    format: usdText,
    end: { text: last === undefined ? "" : usdText(last), detail: "in" },
  };
}

const maxLength = 16;

export function shortNames(rows: readonly MarketRow[]): readonly string[] {
  return rows.map((row) => {
    const alone = rows.filter((other) => other.label === row.label).length === 1;
    const name = alone ? row.label : placeParts(row).end || row.providerName;
    return name.length > maxLength ? `${name.slice(0, maxLength - 1).trimEnd()}…` : name;
  });
}
