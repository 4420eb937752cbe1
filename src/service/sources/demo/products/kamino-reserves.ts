// Kamino's reserves as pools: the lending products show them, and loops and leverage are built on the same pools.
import {
  kaminoSolCurve,
  kaminoStableCurve,
  kaminoStakingTokenCurve,
  type CurvePoint,
} from "../facts/curves.ts";
import { capturedRates, isolatedReserves } from "../facts/isolated-markets.ts";
import { campaignsOf } from "../campaigns.ts";
import { kaminoMarkets, kaminoReserves } from "../facts/kamino.ts";
import { reserveProgrammes } from "../facts/reward-programmes.ts";
import { HourlyRates } from "../hourly-rates.ts";
import { madeUpAddress, streamOf } from "../noise.ts";
import { borrowChannel, Pool, supplyChannel } from "../pool.ts";
import { fittedCurve, type RateCurve } from "../rate-curve.ts";
import { tokenOf, type DemoToken } from "../token-prices.ts";

export interface KaminoReserve {
  /** "market:symbol"; with "/2" where the market has another reserve of the token. */
  readonly key: string;
  readonly market: string;
  readonly marketAddress: string;
  readonly address: string;
  readonly token: DemoToken;
  readonly pool: Pool;
  /** What rewards add for suppliers and take off for borrowers, by the pool's channels; undefined without programmes. */
  readonly rewards?: HourlyRates;
  /** 0 means that the token cannot be borrowed against; undefined that nothing is known. */
  readonly maxLtv: number | undefined;
}

/** The key of the lending product that shows a reserve. */
export function productKey({ key }: Pick<KaminoReserve, "key">): string {
  return `kamino/${key}`;
}

/** Reserves whose limits bind, so that the demo always has full ones. */
const fullReserves: ReadonlyMap<string, "full" | "full-borrow"> = new Map([
  ["Main Market:PYUSD", "full"],
  ["Figure Market:PRIME", "full"],
  ["Bitcoin Market:cbBTC", "full"],
  ["Solstice Market:USX", "full-borrow"],
  ["OnRe Market:USDC", "full-borrow"],
]);

function typicalCurve(token: DemoToken): readonly CurvePoint[] {
  if (token.family === "lst") return kaminoStakingTokenCurve;
  return token.family === "sol" ? kaminoSolCurve : kaminoStableCurve;
}

/** Smaller markets were not captured; they charge the typical curve, stablecoins there half as much again. */
function isolatedCurve(token: DemoToken): RateCurve {
  const factor = token.family === "usd" ? 1.5 : 1;
  return {
    points: typicalCurve(token).map(([x, y]) => [x, y * factor]),
    compounding: "continuous",
    take: 0.1,
    hostFixed: token.family === "lst" ? 0.013 : 0,
    borrowFactor: 1,
    borrowFixed: 0,
  };
}

function rewardsOf(seed: number, key: string, pool: Pool): HourlyRates | undefined {
  const programmes = reserveProgrammes.get(key);
  if (programmes === undefined) return undefined;
  const campaigns = campaignsOf(seed, `kamino/${key}`, programmes);
  return new HourlyRates(2, (time, out) => {
    const growth = pool.growthAt(time);
    out.fill(0);
    for (const campaign of campaigns) {
      const channel = campaign.facts.side === "deposit" ? supplyChannel : borrowChannel;
      out[channel] = (out[channel] ?? 0) + campaign.at(time, growth);
    }
  });
}

/** All Kamino reserves of the demo, in the order of the facts, by "market:symbol". */
export function createKaminoReserves(seed: number): ReadonlyMap<string, KaminoReserve> {
  const reserves = new Map<string, KaminoReserve>();
  const keyOf = (market: string, symbol: string): string =>
    reserves.has(`${market}:${symbol}`) ? `${market}:${symbol}/2` : `${market}:${symbol}`;
  const add = (
    market: string,
    symbol: string,
    address: string | undefined,
    maxLtv: number | undefined,
    pool: { readonly supplyUsd: number; readonly utilization: number; readonly curve: RateCurve },
  ): void => {
    const key = keyOf(market, symbol);
    const limits = fullReserves.get(key);
    const lent = new Pool(seed, {
      key: `kamino/${key}`,
      token: tokenOf(symbol),
      ...pool,
      ...(limits === undefined ? {} : { limits }),
    });
    const rewards = rewardsOf(seed, key, lent);
    reserves.set(key, {
      key,
      market,
      marketAddress: kaminoMarkets.get(market) ?? madeUpAddress(streamOf(0, "kamino-market", market)),
      address: address ?? madeUpAddress(streamOf(0, "kamino-reserve", key)),
      token: tokenOf(symbol),
      maxLtv,
      pool: lent,
      ...(rewards === undefined ? {} : { rewards }),
    });
  };
  for (const [
    market,
    address,
    symbol,
    maxLtv,
    supplyApy,
    borrowApy,
    supplyUsd,
    ,
    utilization,
  ] of kaminoReserves)
    add(market, symbol, address, maxLtv, {
      supplyUsd,
      utilization,
      curve: fittedCurve(typicalCurve(tokenOf(symbol)), { utilization, borrowApy, supplyApy }),
    });
  for (const [market, symbol, supplyUsd, utilization, maxLtv, address] of isolatedReserves) {
    const captured = capturedRates.get(keyOf(market, symbol));
    const token = tokenOf(symbol);
    add(market, symbol, address, maxLtv === 0 ? undefined : maxLtv, {
      supplyUsd,
      utilization,
      curve:
        captured === undefined
          ? isolatedCurve(token)
          : fittedCurve(typicalCurve(token), { utilization, ...captured }),
    });
  }
  return reserves;
}

/**
 * Where liquidation begins for a maximum loan-to-value: captured for stablecoins (0.8 → 0.9), for others 0.02 to 0.06 above.
 */
export function liquidationLtvOf(maxLtv: number, token: DemoToken): number {
  if (maxLtv >= 0.88) return maxLtv + 0.02;
  if (maxLtv === 0.8 && token.family === "usd") return 0.9;
  return maxLtv + (maxLtv >= 0.8 ? 0.04 : 0.06);
}
