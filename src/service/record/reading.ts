// How the record is read for all markets: some at a time, with a turn for other requests between them.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { MarketStore } from "../store/market-store.ts";

export interface Readable {
  readonly store: MarketStore | undefined;
  /** When the last poll was kept, in milliseconds since the epoch. */
  readonly lastKept: number | undefined;
}

/** The age of what was kept at a moment, in whole seconds. */
export function ageSeconds(time: number, now: number): number {
  return Math.max(0, Math.floor((now - time) / 1000));
}

export interface Pace {
  /** From one poll to the next. */
  readonly everyMs: number;
  /** For how long a reading is valid without another. */
  readonly holdMs: number;
}

/** A month of hours of 24 markets takes the engine some ten milliseconds. */
const marketsAtOnce = 24;

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

/** Waits for a turn of the event loop that no other caller of this function gets: other requests wait for one portion at a time. */
export async function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn());
  await lastTurn;
}

/** The share of a time for which polls were kept. */
export async function pollCoverage(store: MarketStore, from: number, to: number): Promise<number> {
  return share(await store.analysis.polledMs(from, to), to - from);
}

/** A part of a whole, 0..1; 1 where the whole is nothing. */
export function share(part: number, of: number): number {
  return of <= 0 ? 1 : Math.round(Math.min(1, Math.max(0, part / of)) * 1e4) / 1e4;
}
