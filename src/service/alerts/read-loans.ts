// Reads the loans that rules watch, a limited number of wallets per poll. No wallet is in a log or an error.
import { parsePositions } from "../../contract/positions/position.ts";
import { millis } from "../../contract/units.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { toPositionRow } from "../../domain/position/position-row.ts";
import { groupLoans } from "../../finance/debt/loan-group.ts";
import type { Companions } from "../sources/market-source.ts";
import type { Watched } from "./alert-snapshot.ts";
import { createTurns } from "./fair-queue.ts";

/** By the names rules use. Wallets that were not read are missing. */
export type Loans = ReadonlyMap<string, Watched>;
export type LoanReader = ReturnType<typeof createLoanReader>;

const atOnce = 4;
const longestMs = 20_000;

/** Reads about `most` wallets per poll. */
export function createLoanReader(
  companions: Pick<Companions, "positions">,
  most: number,
  stopping: AbortSignal,
) {
  const turns = createTurns();
  let loans = new Map<string, Watched>();
  let asked = new Set<string>();
  let signal = stopping;

  const readWallet = async (wallet: string): Promise<void> => {
    const answer = await companions.positions({ wallet }, { signal, caller: "alerts" });
    // A cached answer was judged when it was new.
    if (answer.stale) return;
    const { positions } = parsePositions(JSON.parse((await answer.bytes()).toString()));
    const readAt = millis(Date.now());
    if (readAt === undefined) return;
    const rows = positions.map((position) => toPositionRow(position, wallet, readAt));
    for (const { key, health, collateral } of groupLoans(rows, () => wallet)) {
      const [first] = collateral;
      loans.set(key, {
        title: first?.marketKnown === true ? `Loan on ${marketName(first.market)}` : "A loan",
        facts: { health: health === undefined ? undefined : { value: health } },
      });
    }
  };

  return {
    begin(): void {
      turns.begin(most);
      loans = new Map();
      asked = new Set();
      signal = AbortSignal.any([stopping, AbortSignal.timeout(longestMs)]);
    },
    /** Reads wallets whose turn it is. Never fails. */
    async read(wallets: ReadonlySet<string>): Promise<Loans> {
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
