// From points of a history to the lines of what was recorded: one value a step, null where nothing is known.
import type { HistoryPoint } from "../../../../contract/history.ts";
import { ratio } from "../../../../contract/units.ts";
import { formatRate, formatShare, inWords } from "../../../format/number.ts";
import type { HistoryColumn, HistoryGrid } from "../../../history/history-lines.ts";
import { stepMs } from "../../../history/history-range.ts";
import type { Gap } from "../../../history/history-series.ts";

export const recordedIds = ["borrowApy", "rewardApy", "utilization", "baseDepositApy"] as const;
export type RecordedId = (typeof recordedIds)[number];

const names: Readonly<Record<RecordedId, string>> = {
  borrowApy: "Borrow APY",
  rewardApy: "Rewards",
  utilization: "Utilization",
  baseDepositApy: "Base APY",
};

export interface RecordedLine extends HistoryColumn {
  readonly id: RecordedId;
}

export interface RecordedLines extends HistoryGrid {
  /** Those of which something is known, in the order of `recordedIds`. */
  readonly lines: readonly RecordedLine[];
  /** Steps since the beginning of the record of which nothing is known: times of the grid. */
  readonly gaps: readonly Gap[];
}

/**
 * @param window the first step and how long steps are
 * @param until the last moment of the grid, in milliseconds; the step that holds it is the last
 * @param since when the record begins, in milliseconds: before it there is no gap, for nobody recorded
 */
export function recordedLines(
  points: readonly HistoryPoint[],
  { startTime, resolution }: { readonly startTime: number; readonly resolution: "1h" | "1d" },
  until: number,
  since: number,
): RecordedLines {
  const step = stepMs(resolution);
  const byStep = new Map(points.map((point) => [Math.floor(Date.parse(point.timestamp) / step), point]));
  const steps: number[] = [];
  for (let index = Math.ceil(startTime / step); index * step <= until; index += 1) steps.push(index);
  const lines = recordedIds
    .map((id): RecordedLine => {
      const show = (value: number): string =>
        inWords(id === "utilization" ? formatShare(ratio(value)) : formatRate(ratio(value)));
      return {
        id,
        place: undefined,
        name: names[id],
        shortName: names[id],
        fileName: `${id} (fraction${id === "utilization" ? "" : " per year"})`,
        values: steps.map((index) => byStep.get(index)?.[id] ?? null),
        show,
      };
    })
    .filter(({ values }) => values.some((value) => value !== null));
  const known = steps.map((_, at) => lines.some(({ values }) => typeof values[at] === "number"));
  return {
    times: steps.map((index) => index * step),
    liveAt: undefined,
    resolution,
    lines,
    deposits: undefined,
    gaps: gapsOf(steps, known, step, since),
  };
}

/** The step the record begins in and the one that is not over are known in part at most: neither is a gap. */
function gapsOf(
  steps: readonly number[],
  known: readonly boolean[],
  step: number,
  since: number,
): readonly Gap[] {
  const gaps: Gap[] = [];
  steps.forEach((index, at) => {
    if (known[at] === true || index * step < since || at === steps.length - 1) return;
    const last = gaps.at(-1);
    const from = index * step;
    if (last?.to === from) gaps[gaps.length - 1] = { from: last.from, to: from + step };
    else gaps.push({ from, to: from + step });
  });
  return gaps;
}

/** The ends of an axis around what a line reaches, and the kink where it shows one. Fractions. */
export function axisOf(
  { id, values }: Pick<RecordedLine, "id" | "values">,
  kink: number,
): readonly [low: number, high: number] {
  const known = values.filter((value) => value !== null);
  const reached = id === "utilization" ? [...known, kink] : [...known, 0];
  const low = Math.min(...reached);
  const high = Math.max(...reached);
  const margin = (high - low || Math.abs(high) || 0.01) * 0.08;
  return [low === 0 ? 0 : low - margin, high + margin];
}
