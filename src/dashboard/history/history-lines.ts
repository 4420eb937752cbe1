// The histories of one to eight markets on one grid of times: what is drawn, told by the pointer, listed and saved.
import type { HistoryResolution } from "../../contract/history.ts";
import { ratio, resolutionMs, usd } from "../../contract/units.ts";
import { growthSeries } from "../../finance/realised.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatCount, formatGrowth, formatRate, formatUsd, inWords } from "../format/number.ts";
import { formatDay, formatMoment } from "../format/time.ts";
import { marketName } from "../market/market-text.ts";
import { pastRates, type Series } from "./history-series.ts";
import { seriesLetters } from "./series-letter.tsx";

/** What the lines show: fractions per year, or what one token has become, whatever its price did. */
export type HistoryMeasure = "rate" | "growth";

export const measureNames: Readonly<Record<HistoryMeasure, string>> = {
  rate: "Deposit APY",
  growth: "Growth in tokens",
};

/** One figure at every time of the grid. */
export interface HistoryColumn {
  /** The place of its market among several, which gives it letter, hue and dash; undefined where a market stands alone. */
  readonly place: number | undefined;
  readonly name: string;
  /** A few letters that tell it from the others. */
  readonly shortName: string;
  /** Its name in a file, with the unit of the values. */
  readonly fileName: string;
  /** `null` is the chart library's word for a gap. */
  readonly values: readonly (number | null)[];
  readonly show: (value: number) => string;
}

export interface HistoryGrid {
  /** Milliseconds, ascending; as long as the values of each column. */
  readonly times: readonly number[];
  /** The last time, where it is this moment rather than a past step. */
  readonly liveAt: number | undefined;
  readonly resolution: HistoryResolution;
  /** One per market. */
  readonly lines: readonly HistoryColumn[];
  /** USD, where a market stands alone. */
  readonly deposits: HistoryColumn | undefined;
  /** Money that came, or went where it is under 0, by each time. USD; of a line of value. */
  readonly moves?: HistoryColumn | undefined;
}

export interface HistoryEntry {
  readonly row: MarketRow;
  readonly place: number | undefined;
  readonly series: Series;
}

const fileUnits: Readonly<Record<HistoryMeasure, string>> = {
  rate: "depositApy (fraction per year)",
  growth: "value of 1 token (tokens)",
};

/** Lines of one length: a market without a point at a time has a gap there. */
export function historyGrid(
  entries: readonly HistoryEntry[],
  resolution: HistoryResolution,
  measure: HistoryMeasure,
): HistoryGrid {
  const values = entries.map(({ series }) => valuesOf(series, resolution, measure));
  const times = [...new Set(values.flatMap((known) => [...known.keys()]))].toSorted((a, b) => a - b);
  const short = shortNames(entries.map(({ row }) => row));
  const show = (value: number): string =>
    inWords(measure === "rate" ? formatRate(ratio(value)) : formatGrowth(value, ""));
  const lines = entries.map(({ row, place }, index): HistoryColumn => {
    const alone = place === undefined;
    return {
      place,
      name: alone ? measureNames[measure] : marketName(row),
      shortName: alone ? measureNames[measure] : (short[index] ?? row.label),
      fileName: alone ? fileUnits[measure] : `${seriesLetters[place] ?? ""} ${row.id} ${fileUnits[measure]}`,
      values: times.map((time) => values[index]?.get(time) ?? null),
      show,
    };
  });
  const points = entries.flatMap(({ place, series }) => (place === undefined ? series.points : []));
  return {
    times,
    liveAt: entries.flatMap(({ series }) => series.points).find(({ live }) => live)?.time,
    resolution,
    lines,
    deposits:
      points.length === 0 ? undefined : { ...depositsColumn, values: points.map(({ deposits }) => deposits) },
  };
}

const depositsColumn: Omit<HistoryColumn, "values"> = {
  place: undefined,
  name: "Deposits",
  shortName: "Deposits",
  fileName: "totalDepositUsd (USD)",
  show: (value) => inWords(formatUsd(usd(value))),
};

function valuesOf(
  series: Series,
  resolution: HistoryResolution,
  measure: HistoryMeasure,
): ReadonlyMap<number, number | null> {
  if (measure === "rate") return new Map(series.points.map(({ time, apy }) => [time, apy]));
  const grown = growthSeries({ points: pastRates(series), stepMs: resolutionMs[resolution] });
  return new Map(grown.map(({ time, growth }) => [Number(time), growth ?? null]));
}

const shortest = 16;

/** A few letters that tell a market from the others: its token where no other has it, else its product or provider. */
export function shortNames(
  rows: readonly Pick<MarketRow, "label" | "productName" | "providerName">[],
): readonly string[] {
  return rows.map((row) => {
    const alone = rows.filter((other) => other.label === row.label).length === 1;
    const name = alone ? row.label : (row.productName ?? row.providerName);
    return name.length > shortest ? `${name.slice(0, shortest - 1).trimEnd()}…` : name;
  });
}

/** Every figure of a grid, in the order of its table. */
export function gridColumns({ lines, deposits, moves }: HistoryGrid): readonly HistoryColumn[] {
  return [...lines, ...[deposits, moves].filter((column) => column !== undefined)];
}

/** What a column is called, behind its letter where it has one. */
export function withLetter(place: number | undefined, name: string): string {
  return place === undefined ? name : `${seriesLetters[place] ?? ""} ${name}`;
}

/** The figure of a column at a place of the grid; undefined in a gap. */
export function valueText(column: HistoryColumn, index: number): string | undefined {
  const value = column.values[index];
  return value === undefined || value === null ? undefined : column.show(value);
}

/** "Now", or the visible form of a past moment: hours matter only where the points are hourly. */
export function timeText({ liveAt, resolution }: HistoryGrid, time: number): string {
  if (time === liveAt) return "Now";
  return resolution === "1h" ? formatMoment(time) : formatDay(time);
}

/** "One day at −76.00 % is off the scale.", or nothing. */
export function offScaleText(
  { lines, resolution }: Pick<HistoryGrid, "lines" | "resolution">,
  [low, high]: readonly [number, number],
): string {
  const beyond = lines
    .flatMap(({ values }) => values)
    .filter((value) => value !== null)
    .filter((value) => value < low || value > high);
  const [first] = beyond;
  if (first === undefined) return "";
  const step = resolution === "1h" ? "hour" : "day";
  const ends = [Math.min(...beyond), Math.max(...beyond)].map((value) => inWords(formatRate(ratio(value))));
  return beyond.length === 1
    ? `One ${step} at ${ends[0] ?? ""} is off the scale.`
    : `${formatCount(beyond.length).text} ${step}s between ${ends.join(" and ")} are off the scale.`;
}
