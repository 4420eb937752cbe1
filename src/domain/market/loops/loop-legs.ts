// A loop quotes only its net rate. Rates of its legs come from lending markets that fit the quote, or are implied.
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
import { namedLeverage } from "../market-text.ts";
import { legMarkets } from "./loop-capacity.ts";
import { isYieldBearing } from "./own-yield.ts";

export type LoopLegs = ReturnType<typeof loopLegs>;

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

/** The loop's rate includes a staked token's own yield, but the lending market's rate does not. */
function lacksOwnYield({ tokens: [supplied] }: MarketRow): boolean {
  return supplied?.address !== undefined && isYieldBearing(supplied.address);
}

/** The token earns nothing by itself: SOL, bitcoin, a dollar. */
function isPlain({ tokens: [supplied] }: MarketRow): boolean {
  const mint = supplied?.address ?? "";
  return familySymbol(mint) !== undefined && !isYieldBearing(mint);
}

/**
 * An `implied` rate follows from the net rate and the other leg, at `assumedLeverage`. If that is only the maximum,
 * the rate is a `bound`, because at less leverage the gap is wider.
 */
export function loopLegs(loop: MarketRow, rows: readonly MarketRow[]) {
  const [supplyMarket, borrowMarket] = legMarkets(loop, rows);
  const readSupply = supplyMarket?.depositApy;
  const readBorrow = borrowMarket?.borrowApy;
  const net = loop.depositApy;
  const named = namedLeverage(loop);
  const leverage = named ?? leverageLimit(loop);
  // Net − b = L·(s − b). If a loop loses, a leg near 0 fits at some leverage, so nothing is implied.
  const loses = named === undefined && net !== undefined && readBorrow !== undefined && net < readBorrow;
  const near = quotedLeverage(loop, { supplyApy: readSupply, borrowApy: readBorrow });
  const quotedNear = loses && !isPlain(loop) ? undefined : near;
  const implied = quotedNear !== undefined ? undefined : readBorrow === undefined ? "borrow" : "supply";
  let [supplyApy, borrowApy] = [readSupply, readBorrow];
  if (implied === "supply") supplyApy = loses ? undefined : impliedSupply({ net, borrowApy, leverage });
  if (implied === "borrow") {
    // Without the debt's market, uses the supply rate only if the token earns nothing else.
    if (lacksOwnYield(loop)) supplyApy = undefined;
    borrowApy = impliedBorrow({ net, supplyApy, leverage });
  }
  const isKnown = (implied === "supply" ? supplyApy : borrowApy) !== undefined;
  const isAtMost = implied === "borrow" && (net ?? 0) < (supplyApy ?? 0);
  const bound =
    implied === undefined || named !== undefined || !isKnown ? undefined : isAtMost ? "at most" : "at least";
  return {
    supplyMarket,
    borrowMarket,
    supplyApy,
    borrowApy,
    supplyFrom: sourceOf(supplyApy, implied === "supply"),
    borrowFrom: sourceOf(borrowApy, implied === "borrow"),
    quotedNear,
    assumedLeverage: leverage,
    assumedFrom: named === undefined ? ("limit" as const) : ("market" as const),
    bound,
  };
}

function sourceOf(apy: Ratio | undefined, isImplied: boolean): "lending" | "implied" | "unknown" {
  if (apy === undefined) return "unknown";
  return isImplied ? "implied" : "lending";
}
