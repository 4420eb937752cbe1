// The figures of a market that rules watch.
import { fadeBelow } from "../../finance/fade.ts";
import { capacityLeft, capacityUsed } from "../../finance/pool.ts";
import type { AlertFigure, TargetFacts } from "./judge.ts";
import { offPeg } from "./prices.ts";
import type { PeerPrices } from "../market/assess/checks.ts";
import type { MarketRow } from "../market/market-row.ts";
import { poolUtilization, rateFade } from "../market/row-values.ts";

/** @param prices of the whole list; absent where only part is known: then no price is compared */
export function marketFacts(market: MarketRow, prices: PeerPrices | undefined): TargetFacts {
  return {
    depositApy: figure(market.depositApy),
    baseDepositApy: figure(market.baseDepositApy),
    borrowApy: figure(market.borrowApy),
    utilization: figure(poolUtilization(market)),
    fade: figure(fadeOf(market)),
    offPeg: prices && offPeg(market, prices),
    capUsed: capacityUsed(market),
    room: capacityLeft(market),
  };
}

function figure(value: number | undefined): AlertFigure | undefined {
  return value === undefined ? undefined : { value };
}

/** The rate against its own 90-day average; undefined for rates near zero, where a percentage means nothing. */
function fadeOf(market: MarketRow): number | undefined {
  const faded = rateFade(market);
  if (faded?.change === undefined) return undefined;
  return faded.class === "steady" && Math.abs(faded.change) > fadeBelow ? 0 : faded.change;
}
