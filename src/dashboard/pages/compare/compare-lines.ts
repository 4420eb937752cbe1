// The histories of several markets on one grid of times, as rates or as the growth of one dollar.
import type { HistoryPoint, HistoryResolution } from "../../../contract/history.ts";
import { millis, ratio } from "../../../contract/units.ts";
import { stepMs } from "../../charts/history-range.ts";
import { toSeries } from "../../charts/history-series.ts";
import { growthSeries } from "../../../finance/realised.ts";
import type { CompareLine } from "../../charts/compare-chart.tsx";
import type { CompareMeasure } from "./compare-address.ts";

export interface CompareLines {
  readonly times: readonly number[];
  readonly lines: readonly CompareLine[];
}

interface Entry {
  readonly letter: string;
  readonly name: string;
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
      values: times.map((time) => series[index]?.get(time) ?? null),
    })),
  };
}
