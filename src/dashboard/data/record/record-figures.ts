// What the list shows of the record, by market.
import { averagedDays, type RecordedAverage } from "../../../contract/record/record-parts.ts";
import type { RecordSummary } from "../../../contract/record/record-summary.ts";
import { dayMs, ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";

/** A figure of the last days of the record, and how much of these is known. */
export interface Recorded<Value> {
  readonly value: Value;
  /** Where what is known of the days begins, in milliseconds since the epoch. */
  readonly since: number;
  /** The share of the days of which something is known. */
  readonly coverage: Ratio;
}

const averaged = ["depositApy", "baseDepositApy", "baseBorrowApy"] as const;
/** Averages as the service sends them of its markets, or does not. */
export type AverageField = `${(typeof averaged)[number]}${(typeof averagedDays)[number]}d`;

/** What the record says of one market; what it does not know is undefined. */
export interface RecordFigure {
  /** What was put in less what was taken out over 30 days, at the price of now. */
  readonly flow30d: Recorded<Usd> | undefined;
  /** From where its record begins to the last walk, in days. */
  readonly age: number | undefined;
  /** Those of which enough days are known. */
  readonly averages: ReadonlyMap<AverageField, Recorded<Ratio>>;
}

export interface RecordFigures {
  readonly byMarket: ReadonlyMap<string, RecordFigure>;
  /** The same as long as all that they say is. */
  readonly text: string;
}

/** An average of which less of its days is known is none: the rates of the other days may have been others. */
const leastCoverage = 0.8;

/** @param last what this gave before: given again as long as no walk has come, because everything drawn depends on it */
export function recordFigures(
  { recordedSince, until, markets }: RecordSummary,
  last?: RecordFigures,
): RecordFigures {
  const text = `${recordedSince} ${until} ${String(markets.length)}`;
  if (last?.text === text) return last;
  const end = Date.parse(until);
  const figures = markets.map(({ marketId, firstSeen, flow30d, averages }): [string, RecordFigure] => {
    const days = (end - Date.parse(firstSeen)) / dayMs;
    const flow = recorded(usd(flow30d?.netUsd), flow30d ?? undefined);
    return [
      marketId,
      { flow30d: flow, age: days >= 0 ? days : undefined, averages: new Map(averages.flatMap(ownAverages)) },
    ];
  });
  return { byMarket: new Map(figures), text };
}

function recorded<Value>(
  value: Value | undefined,
  span: { readonly since: string; readonly coverage: number } | undefined,
): Recorded<Value> | undefined {
  const coverage = ratio(span?.coverage);
  if (value === undefined || span === undefined || coverage === undefined) return undefined;
  return { value, since: Date.parse(span.since), coverage };
}

function ownAverages(average: RecordedAverage): readonly (readonly [AverageField, Recorded<Ratio>])[] {
  const days = averagedDays.find((known) => known === average.days);
  if (days === undefined || average.coverage < leastCoverage) return [];
  return averaged.flatMap((name) => {
    const mean = recorded(ratio(average[name]), average);
    return mean === undefined ? [] : [[`${name}${days}d`, mean] as const];
  });
}
