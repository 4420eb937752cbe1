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
import { assetFamilies } from "../../market/asset-families.ts";
import { namedLeverage } from "../../market/loops/leverage.ts";
import { legMarkets } from "../../market/loops/loop-rooms.ts";

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
}

/** How far the legs may miss the quote at the leverage it is said to hold at, a fraction per year. */
const quoteTolerance = 0.002;

/**
 * The leverage at which legs that were read make the quoted rate; undefined where they are not the loop's. What a staked token
 * earns by itself is in the loop's rate and not in its lending market's, so that the market's leg may lack most of it.
 */
function quotedLeverage(loop: MarketRow, legs: Legs): number | undefined {
  const { supplyApy, borrowApy } = legs;
  const net = loop.depositApy;
  const named = namedLeverage(loop);
  if (named !== undefined) {
    const made = loopNetApy({ ...legs, leverage: named });
    return made !== undefined && net !== undefined && Math.abs(made - net) <= quoteTolerance
      ? named
      : undefined;
  }
  // Under a net rate below 0 a leg of nearly nothing fits at some leverage, whatever the token earns by itself.
  if (supplyApy !== undefined && borrowApy !== undefined && supplyApy < borrowApy / 2 && isOneFamily(loop))
    return undefined;
  const near = impliedLeverage({ net, ...legs });
  const limit = leverageLimit(loop) ?? Number.POSITIVE_INFINITY;
  return near !== undefined && near > 1 && near <= limit * (1 + limitTolerance) ? near : undefined;
}

/** Whether both tokens of a loop hold the same: SOL and staked SOL, two dollars. */
function isOneFamily({ tokens: [supplied, borrowed] }: MarketRow): boolean {
  return assetFamilies.some(
    ({ symbols }) => symbols.has(supplied?.address ?? "") && symbols.has(borrowed?.address ?? ""),
  );
}

/** Finds or works out the legs of a loop. */
export function loopLegs(loop: MarketRow, rows: readonly MarketRow[]): LoopLegs {
  const [supplyMarket, borrowMarket] = legMarkets(loop, rows);
  const readSupply = supplyMarket?.depositApy;
  const readBorrow = borrowMarket?.borrowApy;
  const limit = leverageLimit(loop);
  const net = loop.depositApy;
  const named = namedLeverage(loop);
  const assumedLeverage = named ?? limit;
  const near = quotedLeverage(loop, { supplyApy: readSupply, borrowApy: readBorrow });
  const fits = near !== undefined;
  const isSupplyRead = fits || readBorrow === undefined;
  const supplyApy = isSupplyRead
    ? readSupply
    : impliedSupply({ net, borrowApy: readBorrow, leverage: assumedLeverage });
  const borrowApy = readBorrow ?? impliedBorrow({ net, supplyApy: readSupply, leverage: assumedLeverage });
  return {
    supplyApy,
    borrowApy,
    supplyFrom: supplyApy === undefined ? "unknown" : isSupplyRead ? "lending" : "implied",
    borrowFrom: borrowApy === undefined ? "unknown" : readBorrow === undefined ? "implied" : "lending",
    supplyMarket,
    borrowMarket,
    quotedNear: near,
    assumedLeverage,
    assumedFrom: named === undefined ? "limit" : "market",
  };
}
