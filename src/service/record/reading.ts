import { knownShare } from "../../domain/record/averages.ts";
import type { StoreConfig } from "../config.ts";
import type { MarketStore } from "../store/market-store.ts";

export interface Readable {
  readonly store: MarketStore | undefined;
  /** Milliseconds since the epoch. */
  readonly lastKept: number | undefined;
  /** The first poll has not finished yet. */
  readonly isBeginning?: boolean;
}

export function ageSeconds(time: number, now: number): number {
  return Math.max(0, Math.floor((now - time) / 1000));
}

/** A reading is valid for at most `holdMs`. */
export interface RecordTiming extends Omit<StoreConfig, "address"> {
  readonly isSimulated?: boolean;
}

/** Reading a month of hourly means of this many markets takes about ten milliseconds. */
export const marketsAtOnce = 24;

export async function pollCoverage(store: MarketStore, from: number, to: number): Promise<number> {
  return knownShare(await store.analysis.polledMs(from, to), to - from);
}
