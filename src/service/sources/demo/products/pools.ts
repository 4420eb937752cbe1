// Products share pools: Kamino's loops and leverage use its reserves; Jupiter's earn products and vaults use one pool
// per token.
import { dayMs } from "../../../../contract/units.ts";
import { kaminoFacts, lenderFacts, type RateCurve, type ReserveFacts } from "../facts.ts";
import { createHourlyRates } from "../hourly-rates.ts";
import { madeUpAddress, streamOf, unit } from "../noise.ts";
import { borrowChannel, createPool, supplyChannel, type Pool } from "../pool.ts";
import { curveNamed, fittedCurve } from "../rate-curve.ts";
import { memoize } from "../../../../domain/memoize.ts";
import { createTokenBook, tokenOf, type DemoToken } from "../tokens.ts";
import { campaignsOf, seasonDays } from "./rated-product.ts";

export type KaminoReserve = ReturnType<typeof kaminoReserve>;

/** Reserves whose curve was not captured use the typical one, and stablecoins half as much again. */
export function reserveCurve({ symbol, utilization, supplyApy, borrowApy }: ReserveFacts): RateCurve {
  const { family } = tokenOf(symbol);
  const typical = curveNamed(family === "lst" ? "staked" : family === "sol" ? "sol" : "stable");
  if (supplyApy !== undefined && borrowApy !== undefined)
    return fittedCurve(typical, { utilization, borrowApy, supplyApy });
  const factor = family === "usd" ? 1.5 : 1;
  return {
    ...typical,
    points: typical.points.map(([x, y]) => [x, y * factor]),
    hostFixed: family === "lst" ? 0.013 : 0,
  };
}

const marketAddresses = new Map(kaminoFacts.markets.map(({ name, address }) => [name, address]));

/** `key` is "market:symbol", with "/2" for a token's second reserve. */
export function kaminoReserve(seed: number, key: string, facts: ReserveFacts, curve = reserveCurve(facts)) {
  const token = tokenOf(facts.symbol);
  const productKey = `kamino/${key}`;
  const pool = createPool(seed, { ...facts, key: productKey, token, curve });
  const campaigns = campaignsOf(seed, productKey, facts.programmes ?? []);
  const rewards = createHourlyRates(2, (time, out) => {
    const growth = pool.growthAt(time);
    out.fill(0);
    for (const campaign of campaigns) {
      const channel = campaign.facts.side === "deposit" ? supplyChannel : borrowChannel;
      out[channel] = (out[channel] ?? 0) + campaign.at(time, growth);
    }
  });
  return {
    key,
    productKey,
    facts,
    token,
    pool,
    marketAddress:
      marketAddresses.get(facts.market) ?? madeUpAddress(streamOf(0, "kamino-market", facts.market)),
    address: facts.address ?? madeUpAddress(streamOf(0, "kamino-reserve", key)),
    rewards: campaigns.length === 0 ? undefined : rewards,
  };
}

export function createKaminoReserves(seed: number): ReadonlyMap<string, KaminoReserve> {
  const reserves = new Map<string, KaminoReserve>();
  for (const facts of kaminoFacts.reserves) {
    const first = `${facts.market}:${facts.symbol}`;
    const key = reserves.has(first) ? `${first}/2` : first;
    reserves.set(key, kaminoReserve(seed, key, facts));
  }
  return reserves;
}

export const jupiterEarn = "jupiter/earn";

/** Tokens that serve only as collateral are never borrowed, so they earn nothing. */
function createJupiterPools(seed: number): (symbol: string) => Pool {
  const poolOf = memoize((token: DemoToken) => {
    const { symbol } = token;
    const facts = lenderFacts.pools.find((row) => row.product === jupiterEarn && row.symbol === symbol);
    const { supplyUsd = 1_000_000, utilization = 0 } = facts ?? {};
    const curve = curveNamed(symbol === "SOL" ? "jupiterSol" : "jupiter");
    const key = `jupiter/${symbol}`;
    return createPool(seed, { key, token, supplyUsd, utilization, swing: 0.8, curve });
  });
  return (symbol) => poolOf(tokenOf(symbol));
}

export type ProductContext = ReturnType<typeof createProductContext>;

export function createProductContext(seed: number) {
  return {
    seed,
    book: createTokenBook(seed),
    reserves: createKaminoReserves(seed),
    jupiterPool: createJupiterPools(seed),
  };
}

const firstSeason = Date.UTC(2024, 0, 1);

/** When the first season of each product began. Spread evenly, so that one of four is always younger than 30 days. */
export function seasonsOf<Row extends { readonly season?: true | undefined }>(
  seed: number,
  rows: readonly Row[],
): ReadonlyMap<Row, number> {
  const offset = Math.floor(unit(streamOf(seed, "seasons"), 0) * seasonDays);
  const seasonal = rows.filter(({ season }) => season === true);
  const startOf = (index: number): number =>
    firstSeason + (offset + Math.round((seasonDays * index) / seasonal.length)) * dayMs;
  return new Map(seasonal.map((row, index) => [row, startOf(index)]));
}
