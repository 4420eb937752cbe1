import type { HistoryPoint } from "../../contract/history.ts";
import type { MarketChanges } from "../../contract/record/market-changes.ts";
import { ratio, startOfDay, tokenAmount, usd } from "../../contract/units.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { formatFlow, formatTokenFlow, formatTokens } from "../../domain/format/flow.ts";
import { formatShare, inWords } from "../../domain/format/number.ts";
import { windowSteps, type HistoryWindow } from "../charts/chart-range.ts";
import type { ChartPoint, ChartSeries } from "../charts/chart-series.ts";
import { marketSeries, rateText, rateTick, shortNames } from "./history-lines.ts";
import { flowsByDay, pointsByStep } from "./history-series.ts";

const plain = { color: "var(--text2)" };
const rate = { unit: "fraction per year", format: rateText };

/** Figures of a market that only the record has, by the name of their field. */
const figures = {
  borrowApy: { ...rate, ...plain, label: "Borrow APY", dash: "5 3" },
  rewardApy: { ...rate, label: "Rewards", color: "var(--reward)" },
  borrowRewardApy: { ...rate, label: "Borrow rewards", color: "var(--reward)" },
  utilization: { ...plain, label: "Utilization", unit: "fraction", format: shareText },
  baseDepositApy: { ...rate, label: "Base APY", color: "var(--base)" },
};
type RecordedField = keyof typeof figures;

const rewardsOf = { deposit: "rewardApy", borrow: "borrowRewardApy" } as const;

function shareText(value: number): string {
  return inWords(formatShare(ratio(value)));
}

export type RecordedId = RecordedField | "flow" | "available";

export interface RecordedLine extends ChartSeries {
  readonly id: RecordedId;
  readonly tick: (value: number) => string;
}

interface TokenFlows extends Pick<MarketChanges, "dailyFlows" | "priceUsd"> {
  readonly symbol: string;
}

/** One market's lines with at least one value. `until` (milliseconds) is within the last step. */
export function recordedLines(
  points: readonly HistoryPoint[],
  window: HistoryWindow,
  until: number,
  { side, ...flows }: TokenFlows & { readonly side: Side },
): readonly RecordedLine[] {
  const times = windowSteps(window, until);
  const pointsOf = pointsAt(times, points, window);
  const lineOf = (id: RecordedField): RecordedLine => {
    const { unit, ...style } = figures[id];
    return { ...style, id, fileName: `${id} (${unit})`, points: pointsOf(id), tick: rateTick };
  };
  const available: RecordedLine = {
    ...plain,
    id: "available",
    label: "Available",
    fileName: "available (tokens)",
    points: pointsOf("available"),
    format: tokensText(flows.symbol),
    tick: tokensText(""),
  };
  return [
    lineOf("borrowApy"),
    lineOf(rewardsOf[side]),
    lineOf("utilization"),
    flowLine(times, flows),
    available,
    lineOf("baseDepositApy"),
  ].filter(hasValues);
}

function pointsAt(times: readonly number[], points: readonly HistoryPoint[], { resolution }: HistoryWindow) {
  const byTime = pointsByStep(points, resolution);
  return (field: RecordedField | "available"): readonly ChartPoint[] =>
    times.map((at) => ({ at, value: byTime.get(at)?.[field] ?? undefined }));
}

function hasValues({ points }: ChartSeries): boolean {
  return points.some(({ value }) => value !== undefined);
}

function tokensText(symbol: string): (value: number) => string {
  return (value) => inWords(formatTokens(tokenAmount(value), symbol));
}

/** In today's dollars, or else in tokens. Each hour of a day shows the flow of the whole day. */
function flowLine(times: readonly number[], flows: TokenFlows): RecordedLine {
  const { priceUsd, symbol } = flows;
  const byDay = flowsByDay(flows);
  const isPriced = typeof priceUsd === "number";
  return {
    ...plain,
    id: "flow",
    label: "Flow of the day",
    shape: "bars",
    fileName: `flow of the day (${isPriced ? "USD" : "tokens"})`,
    points: times.map((at) => {
      const tokens = byDay.get(startOfDay(at));
      return { at, value: tokens === undefined ? undefined : tokens * (isPriced ? priceUsd : 1) };
    }),
    format: (value) =>
      inWords(isPriced ? formatFlow(usd(value)) : formatTokenFlow(tokenAmount(value), symbol)),
    tick: (value) =>
      inWords(isPriced ? formatFlow(usd(value), "short") : formatTokenFlow(tokenAmount(value), "")),
  };
}

export const overlayIds = ["borrow", "rewards", "utilization", "flow"] as const;
export type OverlayId = (typeof overlayIds)[number];

/** A recorded figure that compared markets can be drawn by. */
interface Overlay {
  /** Undefined for flows. */
  readonly field: RecordedField | undefined;
  readonly label: string;
  readonly fileName: string;
  readonly format: (value: number) => string;
  readonly missing: string;
}

type Overlays = Readonly<Record<OverlayId, Overlay>>;

const depositOverlays: Overlays = {
  borrow: overlay("borrowApy", "No borrow rates are known for these markets in this range."),
  rewards: overlay(rewardsOf.deposit, "No rewards are known for these markets in this range."),
  utilization: overlay("utilization", "No utilization is known for these markets in this range."),
  flow: {
    field: undefined,
    label: "Net flow",
    fileName: "net flow since the first day, at today's price (USD)",
    format: (value) => inWords(formatFlow(usd(value))),
    missing: "These markets publish no deposits in tokens with a price.",
  },
};

export const overlays: Readonly<Record<Side, Overlays>> = {
  deposit: depositOverlays,
  borrow: {
    ...depositOverlays,
    rewards: overlay(rewardsOf.borrow, "No borrow rewards are known for these markets in this range."),
  },
};

function overlay(field: RecordedField, missing: string): Overlay {
  const { label, unit, format } = figures[field];
  return { field, label, fileName: `${field} (${unit})`, format, missing };
}

export interface OverlayMarket {
  readonly row: MarketRow;
  readonly seriesIndex: number;
  readonly points: readonly HistoryPoint[];
  readonly record: MarketChanges | undefined;
}

/** One line per market with data. Flows add up by day; a day without data is a gap. `until` is in milliseconds. */
export function overlayLines(
  { field, fileName, format }: Overlay,
  markets: readonly OverlayMarket[],
  window: HistoryWindow,
  until: number,
): readonly ChartSeries[] {
  const times = windowSteps(window, until);
  const short = shortNames(markets.map(({ row }) => row));
  return markets
    .map(({ row, seriesIndex, points, record }, index): ChartSeries => ({
      ...marketSeries(row, seriesIndex, short[index] ?? row.label, fileName),
      points: field === undefined ? flowSums(times, record) : pointsAt(times, points, window)(field),
      format,
    }))
    .filter(hasValues);
}

/** In today's dollars. */
function flowSums(days: readonly number[], record: MarketChanges | undefined): readonly ChartPoint[] {
  const price = record?.priceUsd ?? undefined;
  const byDay = flowsByDay(record);
  let sum = 0;
  return days.map((at) => {
    const net = byDay.get(at);
    if (price === undefined || net === undefined) return { at, value: undefined };
    sum += net * price;
    return { at, value: sum };
  });
}
