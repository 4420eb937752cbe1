// Reads the loans that rules watch, a limited number of wallets per poll. No wallet is in a log or an error.
import { parsePositions } from "../../contract/positions/position.ts";
import { millis } from "../../contract/units.ts";
import { groupLoans } from "../../finance/debt/loan-group.ts";
import type { Companions } from "../sources/companions.ts";
import { createTurns } from "./fair-queue.ts";
import { watchedPosition } from "./watched-position.ts";

interface LookedAtLoan {
  /** liquidation LTV / LTV; undefined while unknown. */
  readonly health: number | undefined;
  readonly title: string;
}

/** By the names rules use. Wallets that were not read are missing. */
export type Loans = ReadonlyMap<string, LookedAtLoan>;

export interface LoanReader {
  begin(): void;
  /** Reads wallets whose turn it is. Never fails. */
  read(wallets: ReadonlySet<string>): Promise<Loans>;
}

const atOnce = 4;
const longestMs = 20_000;

/**
 * @param most about how many wallets per poll
 * @param stopping aborts requests
 */
export function createLoanReader(
  companions: Pick<Companions, "positions">,
  most: number,
  stopping: AbortSignal,
): LoanReader {
  const turns = createTurns();
  let loans = new Map<string, LookedAtLoan>();
  let asked = new Set<string>();
  let signal = stopping;

  const readWallet = async (wallet: string): Promise<void> => {
    const answer = await companions.positions({ wallet }, { signal, caller: "alerts" });
    // A cached answer was judged when it was new.
    if (answer.stale) return;
    const { positions } = parsePositions(JSON.parse((await answer.bytes()).toString()));
    const readAt = millis(Date.now());
    if (readAt === undefined) return;
    const parts = positions.map((position) => watchedPosition(position, readAt));
    for (const { key, health, collateral } of groupLoans(parts, () => wallet)) {
      const market = collateral[0]?.title;
      loans.set(key, { health, title: market === undefined ? "A loan" : `Loan on ${market}` });
    }
  };

  return {
    begin() {
      turns.begin(most);
      loans = new Map();
      asked = new Set();
      signal = AbortSignal.any([stopping, AbortSignal.timeout(longestMs)]);
    },
    async read(wallets) {
      const fresh = [...wallets].filter((wallet) => !asked.has(wallet));
      for (const wallet of fresh) asked.add(wallet);
      const queue = fresh.filter((wallet) => turns.has(wallet));
      const work = async (): Promise<void> => {
        for (let wallet = queue.pop(); wallet !== undefined && !signal.aborted; wallet = queue.pop())
          // On failure the loan is unknown until the next turn.
          await readWallet(wallet).catch(() => undefined);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return loans;
    },
  };
}
