// The figures of one market that rules watch, worked out the same way wherever its fields come from.
import type { Ratio, TokenAmount, Usd } from "../contract/units.ts";
import { fade, fadeBelow } from "../finance/fade.ts";
import { capacityLeft, capacityUsed, utilization } from "../finance/pool.ts";
import type { AlertFigure, TargetFacts } from "./judge.ts";

export interface MarketFields {
  readonly kind: string;
  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  readonly baseDepositApy30d: Ratio | undefined;
  readonly baseDepositApy90d: Ratio | undefined;
  readonly baseDepositApy180d: Ratio | undefined;
  readonly depositApy30d: Ratio | undefined;
  readonly depositApy90d: Ratio | undefined;
  readonly depositApy180d: Ratio | undefined;
  readonly totalDeposit: TokenAmount | undefined;
  readonly totalDepositUsd: Usd | undefined;
  readonly totalBorrow: TokenAmount | undefined;
  readonly maxDeposit: TokenAmount | undefined;
}

/** @param debtInOtherToken whether it lends another token than the one deposited */
export function marketFigures(market: MarketFields, debtInOtherToken: boolean): TargetFacts {
  return {
    depositApy: figure(market.depositApy),
    baseDepositApy: figure(market.baseDepositApy),
    borrowApy: figure(market.borrowApy),
    utilization: figure(utilization({ ...market, debtInOtherToken })),
    fade: figure(fadeOf(market)),
    capUsed: capacityUsed(market),
    room: capacityLeft(market),
  };
}

function figure(value: number | undefined): AlertFigure | undefined {
  return value === undefined ? undefined : { value };
}

/**
 * The rate against its own 90-day average: the base rate, of a loop its net rate. A change that is too small to be one, of a
 * rate near zero, is none.
 */
function fadeOf(market: MarketFields): number | undefined {
  const faded =
    market.kind === "loop"
      ? fade({
          now: market.depositApy,
          d30: market.depositApy30d,
          d90: market.depositApy90d,
          d180: market.depositApy180d,
        })
      : fade({
          now: market.baseDepositApy,
          d30: market.baseDepositApy30d,
          d90: market.baseDepositApy90d,
          d180: market.baseDepositApy180d,
        });
  if (faded?.change === undefined) return undefined;
  return faded.class === "steady" && Math.abs(faded.change) > fadeBelow ? 0 : faded.change;
}
