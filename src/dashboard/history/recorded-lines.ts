import type { HistoryPoint } from "../../contract/history.ts";
import type { MarketChanges } from "../../contract/record/market-changes.ts";
import { ratio, startOfDay, tokenAmount, usd } from "../../contract/units.ts";
import { windowSteps } from "../charts/chart-range.ts";
import type { ChartSeries } from "../charts/chart-series.ts";
import { formatFlow, formatTokenFlow, formatTokens } from "../../domain/format/flow.ts";
import { formatShare, inWords } from "../../domain/format/number.ts";
import { rateText, rateTick } from "./history-lines.ts";
import { flowsByDay, pointsByStep } from "./history-series.ts";

export type RecordedId = "borrowApy" | "rewardApy" | "utilization" | "flow" | "available" | "baseDepositApy";

export interface RecordedLine extends ChartSeries {
  readonly id: RecordedId;
  readonly tick: (value: number) => string;
}

interface TokenFlows extends Pick<MarketChanges, "dailyFlows" | "priceUsd"> {
  readonly symbol: string;
}

/** Lines with at least one value. `until` (milliseconds) is within the last step. */
export function recordedLines(
  points: readonly HistoryPoint[],
  window: { readonly startTime: number; readonly resolution: "1h" | "1d" },
  until: number,
  flows: TokenFlows,
): readonly RecordedLine[] {
  const byTime = pointsByStep(points, window.resolution);
  const times = windowSteps(window, until);
  const tokens = tokensText(flows.symbol);
  const lineOf = (
    id: Exclude<RecordedId, "flow">,
    label: string,
    unit: string,
    look: Pick<ChartSeries, "colour" | "dash">,
    format: (value: number) => string,
    tick: (value: number) => string,
  ): RecordedLine => ({
    id,
    label,
    fileName: `${id} (${unit})`,
    ...look,
    points: times.map((at) => ({ at, value: byTime.get(at)?.[id] ?? undefined })),
    format,
    tick,
  });
  const perYear = "fraction per year";
  const plain = { colour: "var(--text2)" };
  return [
    lineOf("borrowApy", "Borrow APY", perYear, { ...plain, dash: "5 3" }, rateText, rateTick),
    lineOf("rewardApy", "Rewards", perYear, { colour: "var(--reward)" }, rateText, rateTick),
    lineOf("utilization", "Utilization", "fraction", plain, shareText, rateTick),
    flowLine(times, flows),
    lineOf("available", "Available", "tokens", plain, tokens, tokensText("")),
    lineOf("baseDepositApy", "Base APY", perYear, { colour: "var(--base)" }, rateText, rateTick),
  ].filter((line) => line.points.some(({ value }) => value !== undefined));
}

const shareText = (value: number): string => inWords(formatShare(ratio(value)));

function tokensText(symbol: string): (value: number) => string {
  return (value) => inWords(formatTokens(tokenAmount(value), symbol));
}

/** In today's dollars, or else in tokens. Each hour of a day shows the flow of the whole day. */
function flowLine(times: readonly number[], flows: TokenFlows): RecordedLine {
  const { priceUsd, symbol } = flows;
  const byDay = flowsByDay(flows);
  const pointsIn = (unit: number) =>
    times.map((at) => {
      const tokens = byDay.get(startOfDay(at));
      return { at, value: tokens === undefined ? undefined : tokens * unit };
    });
  const line = { id: "flow", label: "Flow of the day", shape: "bars", colour: "var(--text2)" } as const;
  return typeof priceUsd === "number"
    ? {
        ...line,
        fileName: "flow of the day (USD)",
        points: pointsIn(priceUsd),
        format: (value) => inWords(formatFlow(usd(value))),
        tick: (value) => inWords(formatFlow(usd(value), "short")),
      }
    : {
        ...line,
        fileName: "flow of the day (tokens)",
        points: pointsIn(1),
        format: (value) => inWords(formatTokenFlow(tokenAmount(value), symbol)),
        tick: (value) => inWords(formatTokenFlow(tokenAmount(value), "")),
      };
}
