import { averagedDays, type RecordedAverage } from "../../contract/record/record-parts.ts";
import type { RecordSummary } from "../../contract/record/record-summary.ts";
import { dayMs, ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";

export interface Recorded<Value> {
  readonly value: Value;
  readonly since: number;
  readonly coverage: Ratio;
}

const averaged = ["depositApy", "baseDepositApy", "baseBorrowApy"] as const;
export type AverageField = `${(typeof averaged)[number]}${(typeof averagedDays)[number]}d`;

export interface RecordFigure {
  readonly flow30d: Recorded<Usd> | undefined;
  readonly age: number | undefined;
  readonly averages: ReadonlyMap<AverageField, Recorded<Ratio>>;
}

export interface RecordFigures {
  readonly byMarket: ReadonlyMap<string, RecordFigure>;
  readonly text: string;
}

/** Averages with less coverage are dropped, because the missing days may have differed. */
const minCoverage = 0.8;

/** Returns `last` until there is a new poll, because every row depends on it. */
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
  if (days === undefined || average.coverage < minCoverage) return [];
  return averaged.flatMap((name) => {
    const mean = recorded(ratio(average[name]), average);
    return mean === undefined ? [] : [[`${name}${days}d`, mean] as const];
  });
}
