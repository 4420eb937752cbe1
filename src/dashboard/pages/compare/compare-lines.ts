// The histories of several markets on one grid of times, as rates or as the growth of one dollar.
import type { HistoryPoint, HistoryResolution } from "../../../contract/history.ts";
import { millis, ratio } from "../../../contract/units.ts";
import { stepMs } from "../../history/history-range.ts";
import { toSeries } from "../../history/history-series.ts";
import { growthSeries } from "../../../finance/realised.ts";
import { csvCell } from "../../select/export-rows.ts";
import type { CompareLine } from "../../history/compare-chart.tsx";
import type { CompareMeasure } from "./compare-address.ts";

export interface CompareLines {
  readonly times: readonly number[];
  readonly lines: readonly CompareLine[];
}

interface Entry {
  readonly letter: string;
  readonly name: string;
  readonly shortName: string;
  readonly points: readonly HistoryPoint[];
}

/** Lines of one length: a market without a point at a time has a gap there. */
export function compareLines(
  entries: readonly Entry[],
  resolution: HistoryResolution,
  measure: CompareMeasure,
): CompareLines {
  const series = entries.map((entry) => {
    const { points } = toSeries(entry.points, resolution, undefined);
    if (measure === "rate") return new Map(points.map((point) => [point.time, point.apy]));
    const grown = growthSeries({
      points: points.flatMap((point) => {
        const time = millis(point.time);
        return time === undefined ? [] : [{ time, apy: ratio(point.apy) }];
      }),
      stepMs: stepMs(resolution),
    });
    return new Map(grown.map((point) => [Number(point.time), point.growth ?? null]));
  });
  const times = [...new Set(series.flatMap((values) => [...values.keys()]))].toSorted((a, b) => a - b);
  return {
    times,
    lines: entries.map((entry, index) => ({
      letter: entry.letter,
      name: entry.name,
      shortName: entry.shortName,
      values: times.map((time) => series[index]?.get(time) ?? null),
    })),
  };
}

const shortest = 16;

/** A few letters that tell a market from the others: its token where no other has it, else its product or provider. */
export function shortNames(
  rows: readonly {
    readonly label: string;
    readonly productName: string | undefined;
    readonly providerName: string;
  }[],
): readonly string[] {
  return rows.map((row) => {
    const alone = rows.filter((other) => other.label === row.label).length === 1;
    const name = alone ? row.label : (row.productName ?? row.providerName);
    return name.length > shortest ? `${name.slice(0, shortest - 1).trimEnd()}…` : name;
  });
}

/**
 * The lines as CSV: one line per time, one column per market, rates as fractions per year or the value of one dollar, missing empty.
 *
 * @param ids of the markets, in the order of the lines
 */
export function linesCsv(
  { times, lines }: CompareLines,
  ids: readonly string[],
  measure: CompareMeasure,
): string {
  const unit = measure === "rate" ? "depositApy, fraction per year" : "value of $1";
  const head = ["time (UTC)", ...lines.map((line, index) => `${line.letter} ${ids[index] ?? ""} (${unit})`)];
  const body = times.map((time, index) => [
    new Date(time).toISOString(),
    ...lines.map((line) => line.values[index] ?? undefined),
  ]);
  return [head, ...body].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}
