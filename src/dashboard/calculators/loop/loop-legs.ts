// The two rates a loop lives on. A loop quotes their result only, so they are taken from lending markets of the same tokens
// where those fit the quote, and else worked out from it.
import type { Ratio } from "../../../contract/units.ts";
import { impliedBorrow, impliedLeverage, impliedSupply, leverageLimit } from "../../../finance/debt/loop.ts";
import { limitTolerance } from "../../../finance/multiple.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { legMarket, namedLeverage } from "../../market/borrowing.ts";

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

/** Finds or works out the legs of a loop. */
export function loopLegs(loop: MarketRow, rows: readonly MarketRow[]): LoopLegs {
  const [supplied, borrowed] = loop.tokens;
  const supplyMarket = legMarket(loop, supplied?.address, rows);
  const borrowMarket = legMarket(loop, borrowed?.address, rows);
  const readSupply = supplyMarket?.depositApy;
  const readBorrow = borrowMarket?.borrowApy;
  const limit = leverageLimit(loop);
  const net = loop.depositApy;
  const named = namedLeverage(loop);
  const assumedLeverage = named ?? limit;
  const near = impliedLeverage({ net, supplyApy: readSupply, borrowApy: readBorrow });
  // A staked token earns more than its lending market says. Then the two legs fit the quote at no leverage the loop allows.
  const fits =
    near !== undefined && near > 1 && (limit === undefined || near <= limit * (1 + limitTolerance));
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
    quotedNear: fits ? near : undefined,
    assumedLeverage,
    assumedFrom: named === undefined ? "limit" : "market",
  };
}
