// Products share pools: Kamino's loops and leverage use its reserves, Jupiter's earn products and vaults one pool per
// token.
import { dayMs } from "../../../../contract/units.ts";
import { campaignsOf } from "../campaigns.ts";
import { curvePoints, kaminoFacts, lenderFacts, type CurvePoint, type ReserveFacts } from "../facts.ts";
import { HourlyRates } from "../hourly-rates.ts";
import { madeUpAddress, streamOf, unit } from "../noise.ts";
import { borrowChannel, Pool, supplyChannel } from "../pool.ts";
import { fittedCurve, rateCurve, type RateCurve } from "../rate-curve.ts";
import { remember } from "../remember.ts";
import { tokenOf, TokenBook, type DemoToken } from "../tokens.ts";
import type { Season } from "./rated-product.ts";

export interface KaminoReserve {
  /** "market:symbol", with "/2" for a second reserve of the token. */
  readonly key: string;
  readonly facts: ReserveFacts;
  readonly marketAddress: string;
  readonly address: string;
  readonly token: DemoToken;
  readonly pool: Pool;
  readonly rewards?: HourlyRates | undefined;
}

export function productKey({ key }: Pick<KaminoReserve, "key">): string {
  return `kamino/${key}`;
}

function typicalCurve({ family }: DemoToken): readonly CurvePoint[] {
  if (family === "lst") return curvePoints.staked;
  return family === "sol" ? curvePoints.sol : curvePoints.stable;
}

/** Uncaptured reserves use the typical curve, stablecoins half as much again. */
export function reserveCurve(
  { utilization, supplyApy, borrowApy }: ReserveFacts,
  token: DemoToken,
): RateCurve {
  const typical = typicalCurve(token);
  if (supplyApy !== undefined && borrowApy !== undefined)
    return fittedCurve(typical, { utilization, borrowApy, supplyApy });
  const factor = token.family === "usd" ? 1.5 : 1;
  return rateCurve(
    typical.map(([x, y]) => [x, y * factor]),
    { hostFixed: token.family === "lst" ? 0.013 : 0 },
  );
}

const marketAddresses = new Map(kaminoFacts.markets.map(({ name, address }) => [name, address]));

export function kaminoReserve(
  seed: number,
  key: string,
  facts: ReserveFacts,
  curve?: RateCurve,
): KaminoReserve {
  const token = tokenOf(facts.symbol);
  const pool = new Pool(seed, {
    key: `kamino/${key}`,
    token,
    supplyUsd: facts.supplyUsd,
    utilization: facts.utilization,
    curve: curve ?? reserveCurve(facts, token),
    limits: facts.limits,
  });
  const campaigns = campaignsOf(seed, `kamino/${key}`, facts.programmes ?? []);
  const rewards = new HourlyRates(2, (time, out) => {
    const growth = pool.growthAt(time);
    out.fill(0);
    for (const campaign of campaigns) {
      const channel = campaign.facts.side === "deposit" ? supplyChannel : borrowChannel;
      out[channel] = (out[channel] ?? 0) + campaign.at(time, growth);
    }
  });
  return {
    key,
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

/** Collateral-only tokens are never borrowed, so they earn nothing. */
function createJupiterPools(seed: number): (symbol: string) => Pool {
  const pools = new Map<string, Pool>();
  const createPool = (symbol: string): Pool => {
    const facts = lenderFacts.pools.find((row) => row.product === jupiterEarn && row.symbol === symbol);
    return new Pool(seed, {
      key: `jupiter/${symbol}`,
      token: tokenOf(symbol),
      supplyUsd: facts?.supplyUsd ?? 1_000_000,
      utilization: facts?.utilization ?? 0,
      swing: 0.8,
      curve: rateCurve(curvePoints.jupiter, { take: 0.05, borrowFactor: symbol === "SOL" ? 1.2 : 1.05 }),
    });
  };
  return (symbol) => remember(pools, symbol, Infinity, () => createPool(symbol));
}

/** Captured for stablecoins (0.8 → 0.9); 0.02 to 0.06 above max LTV for others. */
export function liquidationLtvOf(maxLtv: number, { family }: DemoToken): number {
  if (maxLtv >= 0.88) return maxLtv + 0.02;
  if (maxLtv === 0.8 && family === "usd") return 0.9;
  return maxLtv + (maxLtv >= 0.8 ? 0.04 : 0.06);
}

export interface ProductContext {
  readonly seed: number;
  readonly book: TokenBook;
  readonly reserves: ReadonlyMap<string, KaminoReserve>;
  readonly jupiterPool: (symbol: string) => Pool;
}

export function createProductContext(seed: number): ProductContext {
  return {
    seed,
    book: new TokenBook(seed),
    reserves: createKaminoReserves(seed),
    jupiterPool: createJupiterPools(seed),
  };
}

/** Too short for 180-day averages. */
const seasonDays = 120;
const firstSeason = Date.UTC(2024, 0, 1);

/** Evenly spread, so that one of four is always younger than 30 days. */
export function seasonsOf<Row extends { readonly season?: true | undefined }>(
  seed: number,
  rows: readonly Row[],
): ReadonlyMap<Row, Season> {
  const offset = Math.floor(unit(streamOf(seed, "seasons"), 0) * seasonDays);
  const seasonal = rows.filter(({ season }) => season === true);
  const startOf = (index: number): number =>
    firstSeason + (offset + Math.round((seasonDays * index) / seasonal.length)) * dayMs;
  return new Map(
    seasonal.map((row, index) => [row, { periodMs: seasonDays * dayMs, phaseMs: startOf(index) }]),
  );
}
