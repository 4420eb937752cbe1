// From points of a history to the lines of what was recorded: one value a step, null where nothing is known.
import { nice } from "d3-array";
import type { HistoryPoint } from "../../../../contract/history.ts";
import type { MarketChanges } from "../../../../contract/record/market-changes.ts";
import { dayOf, ratio, resolutionMs, tokenAmount, usd } from "../../../../contract/units.ts";
import { formatFlow, formatTokenFlow, formatTokens } from "../../../format/flow.ts";
import { formatRate, formatShare, inWords } from "../../../format/number.ts";
import type { HistoryColumn, HistoryGrid } from "../../../history/history-lines.ts";
import { windowSteps } from "../../../history/history-range.ts";
import { pointsByStep, type Gap } from "../../../history/history-series.ts";

export type RecordedId = "borrowApy" | "rewardApy" | "utilization" | "flow" | "available" | "baseDepositApy";

export interface RecordedLine extends HistoryColumn {
  readonly id: RecordedId;
  /** A value where there is little room. */
  readonly axis: (value: number) => string;
}

export interface RecordedLines extends HistoryGrid {
  /** Those of which something is known. */
  readonly lines: readonly RecordedLine[];
  /** Steps since the beginning of the record of which nothing is known: times of the grid. */
  readonly gaps: readonly Gap[];
}

/** What went in and out of a market on whole days of UTC, and the token it is counted in. */
interface TokenFlows extends Pick<MarketChanges, "dailyFlows" | "priceUsd"> {
  readonly symbol: string;
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
  flows: TokenFlows,
): RecordedLines {
  const step = resolutionMs[resolution];
  const byTime = pointsByStep(points, resolution);
  const times = windowSteps({ startTime, resolution }, until);
  const [borrow, rewards, utilization, available, base] = pointLines(
    times.map((time) => byTime.get(time)),
    flows.symbol,
  );
  const ofPoints = [borrow, rewards, utilization, available, base];
  const known = times.map((_, at) => ofPoints.some(({ values }) => typeof values[at] === "number"));
  return {
    times,
    liveAt: undefined,
    resolution,
    lines: [borrow, rewards, utilization, flowLine(times, flows), available, base].filter(({ values }) =>
      values.some((value) => value !== null),
    ),
    deposits: undefined,
    gaps: gapsOf(times, known, step, since),
  };
}

const rateText = (value: number): string => inWords(formatRate(ratio(value)));
const shortText = (value: number): string => inWords(formatRate(ratio(value), "short"));
const shareText = (value: number): string => inWords(formatShare(ratio(value)));

function pointLines(points: readonly (HistoryPoint | undefined)[], symbol: string) {
  const lineOf = (
    id: Exclude<RecordedId, "flow">,
    name: string,
    unit: string,
    show: (value: number) => string,
    axis = shortText,
  ): RecordedLine => ({
    id,
    place: undefined,
    name,
    shortName: name,
    fileName: `${id} (${unit})`,
    values: points.map((point) => point?.[id] ?? null),
    show,
    axis,
  });
  const perYear = "fraction per year";
  return [
    lineOf("borrowApy", "Borrow APY", perYear, rateText),
    lineOf("rewardApy", "Rewards", perYear, rateText),
    lineOf("utilization", "Utilization", "fraction", shareText),
    lineOf("available", "Available", "tokens", tokensText(symbol), tokensText("")),
    lineOf("baseDepositApy", "Base APY", perYear, rateText),
  ] as const;
}

function tokensText(symbol: string): (value: number) => string {
  return (value) => inWords(formatTokens(tokenAmount(value), symbol));
}

/** In less out, in dollars of now; in tokens where they have no price. Each step of a day tells that day's. */
function flowLine(times: readonly number[], { dailyFlows, priceUsd, symbol }: TokenFlows): RecordedLine {
  const byDay = new Map(
    (dailyFlows ?? []).map((flow) => [dayOf(Date.parse(flow.timestamp)), flow.in - flow.out]),
  );
  const net = times.map((time) => byDay.get(dayOf(time)) ?? null);
  const line = {
    id: "flow",
    place: undefined,
    name: "Flow of the day",
    shortName: "Flow of the day",
  } as const;
  return typeof priceUsd === "number"
    ? {
        ...line,
        fileName: "flow of the day (USD)",
        values: net.map((tokens) => (tokens === null ? null : tokens * priceUsd)),
        show: (value) => inWords(formatFlow(usd(value))),
        axis: (value) => inWords(formatFlow(usd(value), "short")),
      }
    : {
        ...line,
        fileName: "flow of the day (tokens)",
        values: net,
        show: (value) => inWords(formatTokenFlow(tokenAmount(value), symbol)),
        axis: (value) => inWords(formatTokenFlow(tokenAmount(value), "")),
      };
}

/** The step the record begins in and the one that is not over are known in part at most: neither is a gap. */
function gapsOf(
  times: readonly number[],
  known: readonly boolean[],
  step: number,
  since: number,
): readonly Gap[] {
  const gaps: Gap[] = [];
  times.forEach((from, at) => {
    if (known[at] === true || from < since || at === times.length - 1) return;
    const last = gaps.at(-1);
    if (last?.to === from) gaps[gaps.length - 1] = { from: last.from, to: from + step };
    else gaps.push({ from, to: from + step });
  });
  return gaps;
}

/** The ends of an axis, round numbers around what a line reaches, and around the kink where it shows one. */
export function axisOf(
  { id, values }: Pick<RecordedLine, "id" | "values">,
  kink: number,
): readonly [low: number, high: number] {
  const known = values.filter((value) => value !== null);
  const reached = id === "utilization" ? [...known, kink] : [...known, 0];
  const low = Math.min(...reached);
  const high = Math.max(...reached);
  return low === high ? [low, low + 0.01] : nice(low, high, 4);
}
