// The list of markets as one snapshot of DefiLlama's pools, loans and prices, which all callers share.
import { setMaxListeners } from "node:events";
import type { Call, SetAside, SourceAnswer } from "../source-answer.ts";
import { tagOf } from "../../tag.ts";
import type { Coin, Loan, Pool } from "./pools.ts";
import { toMarket, tokensOf, type DefillamaMarket } from "./to-market.ts";

export interface Snapshot {
  /** Names the data: the same for equal lists. */
  readonly tag: string;
  readonly markets: readonly DefillamaMarket[];
  readonly coins: Readonly<Record<string, Coin>>;
  readonly setAside: SetAside;
}

/** A snapshot and how old its oldest part is. */
export interface Listed {
  readonly snapshot: Snapshot;
  readonly ageSeconds: number;
  readonly stale: boolean;
}

/** Answers of DefiLlama: kept, or polled. */
export interface ListingParts {
  pools(call: Call): SourceAnswer | Promise<SourceAnswer>;
  loans(call: Call): SourceAnswer | Promise<SourceAnswer>;
  coins(mints: readonly string[], call: Call): SourceAnswer | Promise<SourceAnswer>;
}

/** Prices of this many tokens are polled at once: their names make an address of about 4 kB. */
const coinsAPoll = 80;
/** A list that was replaced may still be paged through. */
const keptSnapshots = 3;

export interface DefillamaListing {
  read(call: Call): Promise<Listed>;
  /** A list that was read before, by its tag, at its present age. */
  kept(tag: string): Listed | undefined;
}

export function createListing(parts: ListingParts): DefillamaListing {
  const snapshots = new Map<string, { readonly listed: Listed; readonly at: number }>();
  /** What of the pools the polls of prices need. */
  let known:
    | { readonly tag: string; readonly pools: readonly Pool[]; readonly mints: readonly string[] }
    | undefined;

  const poolsOf = async (answer: SourceAnswer) => {
    if (known?.tag !== answer.tag) {
      const pools: readonly Pool[] = JSON.parse((await answer.bytes()).toString());
      // Sorted, so that the same tokens make the same polls.
      const mints = [
        ...new Set(pools.flatMap(({ underlyingTokens }) => tokensOf(underlyingTokens))),
      ].toSorted();
      known = { tag: answer.tag, pools, mints };
    }
    return known;
  };

  /** Prices are an addition: without them the list goes on. */
  const coinsOf = async (mints: readonly string[], call: Call): Promise<readonly SourceAnswer[]> => {
    const polls = Array.from({ length: Math.ceil(mints.length / coinsAPoll) }, async (_, index) =>
      parts.coins(mints.slice(index * coinsAPoll, (index + 1) * coinsAPoll), call),
    );
    const settled = await Promise.allSettled(polls);
    call.signal.throwIfAborted();
    return settled.flatMap((poll) => (poll.status === "fulfilled" ? [poll.value] : []));
  };

  return {
    async read(call) {
      // Each poll listens for the caller leaving.
      setMaxListeners(0, call.signal);
      const [poolAnswer, loanAnswer] = await Promise.all([parts.pools(call), parts.loans(call)]);
      const { pools, mints } = await poolsOf(poolAnswer);
      const coinAnswers = await coinsOf(mints, call);
      const tag = tagOf([poolAnswer, loanAnswer, ...coinAnswers].map((answer) => answer.tag).join());
      let snapshot = snapshots.get(tag)?.listed.snapshot;
      if (snapshot === undefined) {
        const loans: readonly Loan[] = JSON.parse((await loanAnswer.bytes()).toString());
        const byPool = new Map(loans.map((loan) => [loan.pool, loan]));
        const coins: Record<string, Coin> = {};
        for (const answer of coinAnswers) Object.assign(coins, JSON.parse((await answer.bytes()).toString()));
        const markets = pools.map((pool) => toMarket(pool, byPool.get(pool.pool), coins));
        snapshot = { tag, markets, coins, setAside: poolAnswer.setAside };
      }
      const listed = {
        snapshot,
        ageSeconds: Math.max(poolAnswer.ageSeconds, loanAnswer.ageSeconds),
        stale: poolAnswer.stale || loanAnswer.stale,
      };
      snapshots.set(tag, { listed, at: performance.now() });
      for (const oldest of snapshots.keys()) if (snapshots.size > keptSnapshots) snapshots.delete(oldest);
      return listed;
    },
    kept(tag) {
      const found = snapshots.get(tag);
      if (found === undefined) return undefined;
      const since = Math.floor((performance.now() - found.at) / 1000);
      return { ...found.listed, ageSeconds: found.listed.ageSeconds + since };
    },
  };
}
