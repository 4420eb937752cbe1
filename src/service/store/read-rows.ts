// Converts rows of the tables to the types of the program, with times in milliseconds.
import { recordEventKinds } from "../../contract/record/record-parts.ts";
import type { RecordedEvent } from "../../domain/record/events.ts";
import { figureNames, figuresFrom, type Figures, type MeanName } from "../../domain/record/figures.ts";
import { TimeSeries, type KnownMarket } from "../../domain/record/market-record.ts";
import { StoreFault } from "./engine/database.ts";
import { columnOf, type Tables } from "./sql/schema.ts";

export function knownMarket(row: Omit<Tables["market"], "key" | "body">): KnownMarket {
  const { id, type, provider, first_seen, gone_since, other_debt } = row;
  return {
    id,
    type,
    provider,
    firstSeen: first_seen * 1000,
    debtInOtherToken: other_debt === 1,
    goneSince: gone_since === null ? undefined : gone_since * 1000,
  };
}

export function figuresIn(row: object): Figures {
  return figuresFrom((name) => Reflect.get(row, columnOf(name)));
}

type EventRow = Omit<Tables["event"], "market"> & Pick<Tables["market"], "id">;

/** @throws StoreFault damaged */
export function recordedEvent({ time, id, before, after, ...row }: EventRow): RecordedEvent {
  const kind = recordEventKinds.find((known) => known === row.kind);
  if (kind === undefined) throw new StoreFault("damaged", "kind");
  return {
    time: time * 1000,
    marketId: id,
    kind,
    field: figureNames.find((known) => known === row.field),
    before: before ?? undefined,
    after: after ?? undefined,
  };
}

/** Splits columns that are sorted by market and time into series, by the market's key. */
export function seriesByMarket(
  [markets = new Float64Array(), times = new Float64Array(), ...columns]: readonly Float64Array[],
  names: readonly MeanName[],
): ReadonlyMap<number, TimeSeries> {
  const found = new Map<number, TimeSeries>();
  for (let from = 0; from < markets.length;) {
    const key = markets[from] ?? 0;
    let to = from + 1;
    while (markets[to] === key) to += 1;
    const own = names.flatMap((name, index) => {
      const column = columns[index]?.subarray(from, to);
      return column === undefined || column.every(Number.isNaN) ? [] : [[name, column] as const];
    });
    const moments = times.subarray(from, to).map((time) => time * 1000);
    found.set(key, new TimeSeries(moments, new Map(own)));
    from = to;
  }
  return found;
}
