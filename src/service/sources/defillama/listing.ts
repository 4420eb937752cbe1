import { setMaxListeners } from "node:events";
import { LRUCache } from "lru-cache";
import type { SetAside } from "../../../contract/markets-page.ts";
import { nothingSetAside, tagOf, type Call, type SourceResponse } from "../source-response.ts";
import type { Coin, LendBorrow, Pool } from "./pools.ts";
import { toMarket, tokensOf, type DefillamaMarket } from "./to-market.ts";

export interface Snapshot {
  readonly tag: string;
  readonly markets: readonly DefillamaMarket[];
  readonly coins: Readonly<Record<string, Coin>>;
  readonly setAside: SetAside;
}

/** As old as its oldest part. */
interface Listed {
  readonly snapshot: Snapshot;
  readonly ageSeconds: number;
  readonly stale: boolean;
}

interface ListingParts {
  pools(call: Call): SourceResponse | Promise<SourceResponse>;
  loans(call: Call): SourceResponse | Promise<SourceResponse>;
  coins(mints: readonly string[], call: Call): SourceResponse | Promise<SourceResponse>;
}

/** @param key distinguishes this response from other responses made from the same list */
export function responseOf(
  { snapshot, ageSeconds, stale }: Listed,
  key: readonly unknown[],
  write: () => unknown,
): SourceResponse {
  return {
    tag: tagOf(JSON.stringify([snapshot.tag, ...key])),
    bytes: () => Buffer.from(JSON.stringify(write())),
    ageSeconds,
    stale,
    setAside: nothingSetAside,
  };
}

/** More would exceed about 4 kB of URL. */
const mintsPerRequest = 80;
/** Clients may still be paging through a list that was replaced. */
const keptSnapshots = 3;

export type DefillamaListing = ReturnType<typeof createListing>;

export function createListing(parts: ListingParts) {
  const snapshots = new LRUCache<string, { readonly listed: Listed; readonly at: number }>({
    max: keptSnapshots,
  });
  let known:
    | { readonly tag: string; readonly pools: readonly Pool[]; readonly mints: readonly string[] }
    | undefined;

  const poolsOf = async (response: SourceResponse) => {
    if (known?.tag !== response.tag) {
      const pools: readonly Pool[] = JSON.parse((await response.bytes()).toString());
      // Sorted, so that the same mints give the same URL.
      const mints = [
        ...new Set(pools.flatMap(({ underlyingTokens }) => tokensOf(underlyingTokens))),
      ].toSorted();
      known = { tag: response.tag, pools, mints };
    }
    return known;
  };

  const coinsOf = async (mints: readonly string[], call: Call): Promise<readonly SourceResponse[]> => {
    const requests = Array.from({ length: Math.ceil(mints.length / mintsPerRequest) }, async (_, index) =>
      parts.coins(mints.slice(index * mintsPerRequest, (index + 1) * mintsPerRequest), call),
    );
    const settled = await Promise.allSettled(requests);
    call.signal.throwIfAborted();
    return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  };

  return {
    async read(call: Call): Promise<Listed> {
      // Many requests listen to this signal: without this, Node warns of a leak.
      setMaxListeners(0, call.signal);
      const [poolResponse, loanResponse] = await Promise.all([parts.pools(call), parts.loans(call)]);
      const { pools, mints } = await poolsOf(poolResponse);
      const coinResponses = await coinsOf(mints, call);
      const tag = tagOf([poolResponse, loanResponse, ...coinResponses].map((one) => one.tag).join());
      let snapshot = snapshots.get(tag)?.listed.snapshot;
      if (snapshot === undefined) {
        const loans: readonly LendBorrow[] = JSON.parse((await loanResponse.bytes()).toString());
        const byPool = new Map(loans.map((loan) => [loan.pool, loan]));
        const coins: Record<string, Coin> = {};
        for (const one of coinResponses) Object.assign(coins, JSON.parse((await one.bytes()).toString()));
        const markets = pools.map((pool) => toMarket(pool, byPool.get(pool.pool), coins));
        snapshot = { tag, markets, coins, setAside: poolResponse.setAside };
      }
      const listed = {
        snapshot,
        ageSeconds: Math.max(poolResponse.ageSeconds, loanResponse.ageSeconds),
        stale: poolResponse.stale || loanResponse.stale,
      };
      snapshots.set(tag, { listed, at: performance.now() });
      return listed;
    },
    kept(tag: string): Listed | undefined {
      const found = snapshots.get(tag);
      if (found === undefined) return undefined;
      const since = Math.floor((performance.now() - found.at) / 1000);
      return { ...found.listed, ageSeconds: found.listed.ageSeconds + since };
    },
  };
}
