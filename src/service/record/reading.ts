// How the record is read for all markets: so many at a time that everybody else has a turn between them.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MarketStore } from "../store/market-store.ts";
import { share } from "./sums.ts";

/** What the record has to offer at this moment. */
export interface Readable {
  readonly store: MarketStore | undefined;
  /** When the last walk was kept, in milliseconds since the epoch. */
  readonly lastKept: number | undefined;
}

/** How old what was kept at a moment is, in whole seconds. */
export function ageSeconds(time: number, now: number): number {
  return Math.max(0, Math.floor((now - time) / 1000));
}

/** The pace of a record. */
export interface Pace {
  /** From one walk to the next. */
  readonly everyMs: number;
  /** For how long a point says what is. */
  readonly holdMs: number;
}

/** A month of hours of so many markets takes a few milliseconds to read. */
const marketsAtOnce = 24;

/** Ids in portions. */
export async function* inPortions(
  ids: readonly string[],
  atOnce = marketsAtOnce,
): AsyncGenerator<readonly string[]> {
  for (let index = 0; index < ids.length; index += atOnce) {
    yield ids.slice(index, index + atOnce);
    await nextTurn();
  }
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** A turn that is nobody else's who asks for one here: however many do, everything else waits for one of them at a time. */
export async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  await lastTurn;
}

/** The share of a time for which walks were kept, each holding until the next one, but no longer than a point does. */
export async function coverageOfTicks(
  store: MarketStore,
  from: number,
  to: number,
  { holdMs }: Pace,
): Promise<number> {
  const ticks = await store.ticks(from - holdMs, to + 1);
  let known = 0;
  for (const [index, { time }] of ticks.entries()) {
    const end = Math.min(ticks[index + 1]?.time ?? Infinity, time + holdMs, to);
    known += Math.max(0, end - Math.max(time, from));
  }
  return share(known, to - from);
}
