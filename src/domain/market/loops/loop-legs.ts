// A loop quotes only its net rate, so its legs come from lending markets that fit the quote, else are implied by it.
import type { Ratio } from "../../../contract/units.ts";
import { leverageLimit, limitTolerance } from "../../../finance/debt/leverage.ts";
import {
  impliedBorrow,
  impliedLeverage,
  impliedSupply,
  loopNetApy,
  type Legs,
} from "../../../finance/debt/loop.ts";
import type { MarketRow } from "../market-row.ts";
import { familySymbol } from "../asset-families.ts";
import { namedLeverage } from "./leverage.ts";
import { legMarkets } from "./loop-rooms.ts";
import { earnsByItself } from "./own-yield.ts";

export interface LoopLegs {
  readonly supplyApy: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  /** `implied`: from the net rate and the other leg, at `assumedLeverage`. */
  readonly supplyFrom: "lending" | "implied" | "unknown";
  readonly borrowFrom: "lending" | "implied" | "unknown";
  readonly supplyMarket: MarketRow | undefined;
  readonly borrowMarket: MarketRow | undefined;
  readonly quotedNear: number | undefined;
  readonly assumedLeverage: number | undefined;
  readonly assumedFrom: "market" | "limit";
  /** A leg implied at the maximum is a bound: at less leverage the gap is wider. */
  readonly bound: "at least" | "at most" | undefined;
}

const quoteTolerance = 0.002;

function quotedLeverage(loop: MarketRow, legs: Legs): number | undefined {
  const net = loop.depositApy;
  const named = namedLeverage(loop);
  if (named !== undefined) {
    const made = loopNetApy({ ...legs, leverage: named });
    return made !== undefined && net !== undefined && Math.abs(made - net) <= quoteTolerance
      ? named
      : undefined;
  }
  if (lacksOwnYield(loop)) return undefined;
  const near = impliedLeverage({ net, ...legs });
  const limit = leverageLimit(loop) ?? Number.POSITIVE_INFINITY;
  return near !== undefined && near > 1 && near <= limit * (1 + limitTolerance) ? near : undefined;
}

/** A staked token's own yield is in the loop's rate, but not in the lending market's. */
function lacksOwnYield({ tokens: [supplied] }: MarketRow): boolean {
  return supplied?.address !== undefined && earnsByItself(supplied.address);
}

/** Earns nothing by itself: SOL, bitcoin, a dollar. */
function isPlain({ tokens: [supplied] }: MarketRow): boolean {
  const mint = supplied?.address ?? "";
  return familySymbol(mint) !== undefined && !earnsByItself(mint);
}

export function loopLegs(loop: MarketRow, rows: readonly MarketRow[]): LoopLegs {
  const [supplyMarket, borrowMarket] = legMarkets(loop, rows);
  const readSupply = supplyMarket?.depositApy;
  const readBorrow = borrowMarket?.borrowApy;
  const net = loop.depositApy;
  const named = namedLeverage(loop);
  const assumedLeverage = named ?? leverageLimit(loop);
  const assumed = {
    supplyMarket,
    borrowMarket,
    assumedLeverage,
    assumedFrom: named === undefined ? "limit" : "market",
  } as const;
  const near = quotedLeverage(loop, { supplyApy: readSupply, borrowApy: readBorrow });
  // Net − b = L·(s − b): when a loop loses, a leg near 0 fits at some leverage, so nothing is implied.
  const loses = named === undefined && net !== undefined && readBorrow !== undefined && net < readBorrow;
  if (near !== undefined && !(loses && !isPlain(loop)))
    return {
      ...assumed,
      supplyApy: readSupply,
      borrowApy: readBorrow,
      supplyFrom: "lending",
      borrowFrom: "lending",
      quotedNear: near,
      bound: undefined,
    };
  if (readBorrow !== undefined) {
    const supplyApy = loses
      ? undefined
      : impliedSupply({ net, borrowApy: readBorrow, leverage: assumedLeverage });
    return {
      ...assumed,
      supplyApy,
      borrowApy: readBorrow,
      supplyFrom: supplyApy === undefined ? "unknown" : "implied",
      borrowFrom: "lending",
      quotedNear: undefined,
      bound: supplyApy === undefined || named !== undefined ? undefined : "at least",
    };
  }
  // Without the debt's market, the supply rate is used if it is all the token earns.
  const supplyApy = lacksOwnYield(loop) ? undefined : readSupply;
  const borrowApy = impliedBorrow({ net, supplyApy, leverage: assumedLeverage });
  const gains = (net ?? 0) >= (supplyApy ?? 0);
  return {
    ...assumed,
    supplyApy,
    borrowApy,
    supplyFrom: supplyApy === undefined ? "unknown" : "lending",
    borrowFrom: borrowApy === undefined ? "unknown" : "implied",
    quotedNear: undefined,
    bound: borrowApy === undefined || named !== undefined ? undefined : gains ? "at least" : "at most",
  };
}
