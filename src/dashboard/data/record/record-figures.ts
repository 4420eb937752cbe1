// What the list shows of the record, by market.
import type { RecordSummary } from "../../../contract/record/record-summary.ts";
import { usd, type Usd } from "../../../contract/units.ts";

/** What the record says of one market; what it does not know is undefined. */
export interface RecordFigure {
  /** What was put in less what was taken out over 30 days, at the price of now. */
  readonly flow30d: Usd | undefined;
  /** From where its record begins to the last walk, in days. */
  readonly age: number | undefined;
}

export interface RecordFigures {
  readonly byMarket: ReadonlyMap<string, RecordFigure>;
  /** All that they say. */
  readonly text: string;
}

const dayMs = 86_400_000;

/** @param last what this gave before: given again as long as the record says the same, because everything drawn depends on it */
export function recordFigures({ until, markets }: RecordSummary, last?: RecordFigures): RecordFigures {
  const end = Date.parse(until);
  const figures = markets.map(({ marketId, firstSeen, flow30d }) => {
    const days = (end - Date.parse(firstSeen)) / dayMs;
    const age = days >= 0 ? days : undefined;
    return [marketId, { flow30d: usd(flow30d?.netUsd), age }] as const;
  });
  const said = figures.map(([id, { flow30d, age }]) => [id, flow30d, age].join(" "));
  const text = said.join();
  return last?.text === text ? last : { byMarket: new Map(figures), text };
}
