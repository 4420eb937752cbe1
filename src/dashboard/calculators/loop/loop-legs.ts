// The two rates a loop lives on. A loop quotes their result only, so they are taken from lending markets of the same tokens
// where those fit the quote, and else worked out from it.
import type { Ratio } from "../../../contract/units.ts";
import { leverageLimit } from "../../../finance/debt/leverage.ts";
import {
  impliedBorrow,
  impliedLeverage,
  impliedSupply,
  loopNetApy,
  type Legs,
} from "../../../finance/debt/loop.ts";
import { limitTolerance } from "../../../finance/multiple.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { familySymbol } from "../../market/asset-families.ts";
import { namedLeverage } from "../../market/loops/leverage.ts";
import { legMarkets } from "../../market/loops/loop-rooms.ts";
import { earnsByItself } from "../../market/loops/own-yield.ts";

export interface LoopLegs {
  readonly supplyApy: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  /**
   * `lending`: read from a lending market. `implied`: worked out from the quoted net rate and the other leg, at
   * `assumedLeverage`. `unknown`: neither is possible.
   */
  readonly supplyFrom: "lending" | "implied" | "unknown";
  readonly borrowFrom: "lending" | "implied" | "unknown";
  readonly supplyMarket: MarketRow | undefined;
  readonly borrowMarket: MarketRow | undefined;
  /** The leverage at which the two legs make the quoted rate; only when both were read. */
  readonly quotedNear: number | undefined;
  /** The leverage the quoted rate is taken to hold at, because a quote does not say: the market's own word, else the highest. */
  readonly assumedLeverage: number | undefined;
  readonly assumedFrom: "market" | "limit";
  /**
   * What every net rate made of the legs is, where a leg is implied at the limit because no leverage is named: a quote at less
   * leverage implies a wider gap between the legs. Undefined where they are exact or unknown.
   */
  readonly bound: "at least" | "at most" | undefined;
}

/** How far the legs may miss the quote at the leverage it is said to hold at, a fraction per year. */
const quoteTolerance = 0.002;

/**
 * The leverage at which legs that were read make the quoted rate; undefined where they are not the loop's. What a staked token
 * earns by itself is in the loop's rate and not in its lending market's, so the market's leg may lack most.
 */
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

/** Whether what the supplied token earns by itself is missing from its lending market's rate. */
function lacksOwnYield({ tokens: [supplied] }: MarketRow): boolean {
  return supplied?.address !== undefined && earnsByItself(supplied.address);
}

/** Whether it is known that a token earns nothing by itself: SOL, a bitcoin, a dollar. */
function isPlain({ tokens: [supplied] }: MarketRow): boolean {
  const mint = supplied?.address ?? "";
  return familySymbol(mint) !== undefined && !earnsByItself(mint);
}

/** Finds or works out the legs of a loop. */
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
  // Net − b = L·(s − b): under the debt's cost a leg of nearly nothing fits at some leverage, and each leverage implies another one.
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
  // Without the debt's market the supply's is all there is, as long as its rate is all that the token earns.
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
