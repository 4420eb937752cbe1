// Reads the loans that rules watch, for a limited number of wallets per poll. Wallets never appear in logs or errors.
import { parsePositions } from "../../contract/positions/position.ts";
import { millis } from "../../contract/units.ts";
import { watchedLoans, type Watched } from "../../domain/alerts/watched.ts";
import { toPositionRow } from "../../domain/position/position-row.ts";
import type { Companions } from "../sources/market-source.ts";
import { createLimit } from "../waiting.ts";
import { createRotation } from "./rotation.ts";

/** By loan key, as rules name them. Wallets that were not read are missing. */
export type Loans = ReadonlyMap<string, Watched>;

const atOnce = 4;
const maxReadingMs = 20_000;

/** Reads the loans of about `max` wallets per poll. */
export function createLoanReader(positions: Companions["positions"], max: number, stopping: AbortSignal) {
  const rotation = createRotation();
  /** Starts a poll. @returns a function that reads the wallets whose turn it is and never fails */
  return () => {
    rotation.begin(max);
    const reads = createLimit(atOnce);
    const loans = new Map<string, Watched>();
    const requested = new Set<string>();
    const timeout = AbortSignal.timeout(maxReadingMs);
    const signal = AbortSignal.any([stopping, timeout]);
    // Node 20 collects a timeout that only AbortSignal.any refers to, and then it never fires.
    const isOver = (): boolean => timeout.aborted || stopping.aborted;

    const readWallet = async (wallet: string): Promise<void> => {
      if (isOver()) return;
      const response = await positions({ wallet }, { signal, caller: "alerts" });
      const readAt = millis(Date.now());
      // Rules were already judged by a cached response when it was new.
      if (response.stale || readAt === undefined) return;
      const read = parsePositions(JSON.parse((await response.bytes()).toString()));
      const rows = read.positions.map((position) => toPositionRow(position, wallet, readAt));
      for (const [name, loan] of watchedLoans(rows)) loans.set(name, loan);
    };

    return async (wallets: ReadonlySet<string>): Promise<Loans> => {
      const fresh = [...wallets].filter((wallet) => !requested.has(wallet));
      for (const wallet of fresh) requested.add(wallet);
      const due = fresh.filter((wallet) => rotation.has(wallet));
      // On failure the loan is unknown until the next turn.
      await Promise.allSettled(due.map((wallet) => reads.run(() => readWallet(wallet))));
      return loans;
    };
  };
}
