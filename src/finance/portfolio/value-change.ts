// What has changed the value of a token amount: its price, or its amount.
import { dayMs, type TokenAmount, type Usd } from "../../contract/units.ts";

/** An amount of a token at a moment, and what it was worth. */
export interface HoldingPoint {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly amount: TokenAmount;
  readonly usd: Usd;
}

/** Money that came, or went where it is under 0, by the end of a step. US dollars. */
export interface MovedMoney {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly usd: number;
}

interface ValueChange {
  /** By steps of the amount that no rate pays: money that came or went. */
  readonly moved: number;
  /** Each of these steps, in order of time: their sum is `moved`. */
  readonly moves: readonly MovedMoney[];
  /** By all other steps of the amount: interest, and moves too small to be told from it. */
  readonly earned: number;
  /** By the price. */
  readonly price: number;
}

/** A step of more than this share of the amount in a day is no interest: it would be some 3,700 % a year. */
const greatestDailyGrowth = 0.01;

/**
 * Splits the change in value of one token amount into what its price did and what its amount did, step by step:
 *
 *     amount₀·(price₁ − price₀) + (amount₁ − amount₀)·price₁ = value₁ − value₀, with price = value / amount
 *
 * The sum over all steps is the whole change, exactly. A step of the amount by more than 1 % a day counts as moved, a smaller one
 * as earned: a wallet's past tells amounts and values, not deposits and withdrawals. The bound is this project's choice. What
 * waits to be claimed begins with nothing and grows by what was earned, however fast: of it only what was taken away has moved.
 *
 * @param points in order of time, at least one
 * @param kind `claimable`: rewards that wait; else an amount that interest is paid on
 */
export function valueChange(
  points: readonly HoldingPoint[],
  kind: "claimable" | "invested" = "invested",
): ValueChange {
  const moves: MovedMoney[] = [];
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
      const step = point.amount - last.amount;
      const cameOrWent =
        kind === "claimable" ? step < 0 : Math.abs(step) > Math.abs(last.amount) * greatestDailyGrowth * days;
      if (cameOrWent) moves.push({ time: point.time, usd: byAmount });
      else earned += byAmount;
      price += byPrice;
    }
    last = point;
  }
  return { moved: moves.reduce((sum, { usd }) => sum + usd, 0), moves, earned, price };
}
