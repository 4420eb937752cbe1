// Reads the loans that rules watch: positions of wallets, so many a tick and no longer than the record can wait. A wallet stands in no
// log and in no error.
import { parsePositions } from "../../contract/positions/position.ts";
import { groupLoans } from "../../finance/debt/loan-group.ts";
import type { Companions } from "../sources/companions.ts";
import { marketTitle } from "./message-text.ts";
import { createTurns } from "./fair-queue.ts";
import { watchedPosition } from "./watched.ts";

interface LookedAtLoan {
  /** liquidation LTV / LTV; undefined where it is not known. */
  readonly health: number | undefined;
  readonly title: string;
}

/** Loans by what a rule names them. Of wallets that were not read there are none. */
export type Loans = ReadonlyMap<string, LookedAtLoan>;

export interface LoanReader {
  /** Begins a tick. */
  begin(): void;
  /** Reads wallets that have their turn. Fails for none. */
  read(wallets: ReadonlySet<string>): Promise<Loans>;
}

const atOnce = 4;
const longestMs = 20_000;

/**
 * @param most how many wallets are read in a tick, about
 * @param stopping ends what is under way
 */
export function createLoanReader(
  companions: Pick<Companions, "positions">,
  most: number,
  stopping: AbortSignal,
): LoanReader {
  const turns = createTurns();
  /** What was read in this tick, and which wallets were. */
  let loans = new Map<string, LookedAtLoan>();
  let asked = new Set<string>();
  let signal = stopping;

  const readWallet = async (wallet: string): Promise<void> => {
    const answer = await companions.positions({ wallet }, { signal, caller: "alerts" });
    // What was kept has been judged when it was new.
    if (answer.stale) return;
    const { positions } = parsePositions(JSON.parse((await answer.bytes()).toString()));
    for (const { key, health, collateral } of groupLoans(positions.map(watchedPosition), () => wallet)) {
      const market = collateral[0]?.sentMarket;
      const title = market === undefined ? "A loan" : `Loan on ${marketTitle(market)}`;
      loans.set(key, { health, title });
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
          // Whatever came of it: the loan is not known then, and looked at again in the next turn.
          await readWallet(wallet).catch(() => undefined);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return loans;
    },
  };
}
