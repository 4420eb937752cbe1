// What has changed the value of a token amount: its price, or its amount.
import type { TokenAmount, Usd } from "../../contract/units.ts";

/** An amount of a token at a moment, and what it was worth. */
export interface HoldingPoint {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly amount: TokenAmount;
  readonly usd: Usd;
}

export interface ValueChange {
  /** By steps of the amount that no rate pays: money that came or went. */
  readonly moved: number;
  /** By all other steps of the amount: interest, and moves too small to be told from it. */
  readonly earned: number;
  /** By the price. */
  readonly price: number;
}

/** A step of more than this share of the amount in a day is no interest: it would be some 3,700 % a year. */
const greatestDailyGrowth = 0.01;
const dayMs = 86_400_000;

/**
 * Splits the change in value of one token amount into what its price did and what its amount did, step by step:
 *
 *     amount₀·(price₁ − price₀) + (amount₁ − amount₀)·price₁ = value₁ − value₀, with price = value / amount
 *
 * The sum over all steps is the whole change, exactly. A step of the amount by more than 1 % a day counts as moved, a smaller one
 * as earned: a wallet's past tells amounts and values, not deposits and withdrawals. The bound is this project's choice.
 *
 * @param points in order of time, at least one
 */
export function valueChange(points: readonly HoldingPoint[]): ValueChange {
  let moved = 0;
  let earned = 0;
  let price = 0;
  let last: HoldingPoint | undefined;
  for (const point of points) {
    if (last !== undefined) {
      // What was nothing, or is nothing now, has no price there: all of it came or went.
      const byPrice =
        last.amount === 0 || point.amount === 0
          ? 0
          : last.amount * (point.usd / point.amount - last.usd / last.amount);
      const byAmount = point.usd - last.usd - byPrice;
      const days = Math.max(1, (point.time - last.time) / dayMs);
      const step = Math.abs(point.amount - last.amount);
      if (step > Math.abs(last.amount) * greatestDailyGrowth * days) moved += byAmount;
      else earned += byAmount;
      price += byPrice;
    }
    last = point;
  }
  return { moved, earned, price };
}
