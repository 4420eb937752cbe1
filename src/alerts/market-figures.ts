// The figures of one market that rules watch, worked out the same way wherever its fields come from.
import type { Ratio } from "../contract/units.ts";
import { fade, fadeBelow, type NestedAverages } from "../finance/fade.ts";
import { capacityLeft, capacityUsed, debtInOtherToken, utilization } from "../finance/pool.ts";
import type { AlertFigure, TargetFacts } from "./judge.ts";
import type { WatchedMarket } from "./watched-market.ts";

export function marketFigures(market: WatchedMarket): TargetFacts {
  return {
    depositApy: figure(market.depositApy),
    baseDepositApy: figure(market.baseDepositApy),
    borrowApy: figure(market.borrowApy),
    utilization: figure(utilization({ ...market, debtInOtherToken: debtInOtherToken(market) })),
    fade: figure(fadeOf(fadeAverages(market))),
    capUsed: capacityUsed(market),
    room: capacityLeft(market),
  };
}

function figure(value: number | undefined): AlertFigure | undefined {
  return value === undefined ? undefined : { value };
}

/** A rate and its own averages. */
type WithAverages = NestedAverages & { readonly now: Ratio | undefined };

/** The base rate with its averages, of a loop its net rate with those. */
export function fadeAverages(market: WatchedMarket): WithAverages {
  return market.kind === "loop"
    ? {
        now: market.depositApy,
        d30: market.depositApy30d,
        d90: market.depositApy90d,
        d180: market.depositApy180d,
      }
    : {
        now: market.baseDepositApy,
        d30: market.baseDepositApy30d,
        d90: market.baseDepositApy90d,
        d180: market.baseDepositApy180d,
      };
}

/** The rate against its own 90-day average. A change that is too small to be one, of a rate near zero, is none. */
function fadeOf(averages: WithAverages): number | undefined {
  const faded = fade(averages);
  if (faded?.change === undefined) return undefined;
  return faded.class === "steady" && Math.abs(faded.change) > fadeBelow ? 0 : faded.change;
}
