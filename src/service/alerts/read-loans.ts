// Reads the loans that rules watch, a limited number of wallets per poll. No wallet is in a log or an error.
import { sideOf } from "../../contract/market.ts";
import { parsePositions, positionLtv, type ReadPosition } from "../../contract/positions/position.ts";
import { millis, usd, type Millis } from "../../contract/units.ts";
import { toMarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { groupLoans, type LoanPart } from "../../finance/debt/loan-group.ts";
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
    const parts = positions.map((position) => toLoanPart(position, readAt));
    for (const { key, health, collateral } of groupLoans(parts, () => wallet)) {
      const market = collateral[0]?.title;
      loans.set(key, {
        title: market === undefined ? "A loan" : `Loan on ${market}`,
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

const noMarket = { tokens: [], liquidationLtv: undefined } as const;

/** `title` is what its market is called. */
function toLoanPart(
  { position, market: sent }: ReadPosition,
  readAt: Millis,
): LoanPart & { readonly title: string | undefined } {
  const side = sideOf(position.side);
  const value = usd(position.amountUsd);
  const row = sent && toMarketRow(sent, { readAt, page: 1 });
  const assets = side === "deposit" ? value : side === "borrow" && value !== undefined ? usd(0) : undefined;
  return {
    id: position.id,
    kind: position.type,
    side,
    bundleId: position.bundleId ?? undefined,
    marketId: position.marketId ?? sent?.market.id,
    market: row ?? noMarket,
    title: row && marketName(row),
    assetsUsd: assets,
    debtsUsd: side === "borrow" && value !== undefined ? usd(Math.abs(value)) : undefined,
    supplied: { usd: usd(position.amountTokenAUsd) },
    borrowed: { usd: usd(position.amountTokenBUsd) },
    ltv: positionLtv(position),
  };
}
