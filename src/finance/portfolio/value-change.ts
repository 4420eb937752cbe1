// Splits a change in value into price and amount.
import { dayMs, type TokenAmount, type Usd } from "../../contract/units.ts";

export interface HoldingPoint {
  readonly time: number;
  readonly amount: TokenAmount;
  readonly usd: Usd;
}

/** Negative for withdrawals; US dollars. */
export interface MovedMoney {
  readonly time: number;
  readonly usd: number;
}

interface ValueChange {
  /** Deposits and withdrawals: steps of the amount that no rate explains. */
  readonly moved: number;
  /** Each of them, in order of time. */
  readonly moves: readonly MovedMoney[];
  /** Interest, and moves too small to tell from it. */
  readonly earned: number;
  readonly price: number;
}

/** A larger daily growth of the amount is no interest: it would be some 3,700 % a year. */
const greatestDailyGrowth = 0.01;

/**
 * Splits the change in value of a token amount into price and amount, step by step:
 *
 *     amount₀·(price₁ − price₀) + (amount₁ − amount₀)·price₁ = value₁ − value₀, with price = value / amount
 *
 * The steps add up to the whole change exactly. A step of the amount by more than 1 % a day counts as moved, a
 * smaller one as earned, because a wallet's history has amounts, not deposits and withdrawals. The bound is this
 * project's choice. Claimable rewards start at nothing and grow by earnings: only withdrawals move them.
 *
 * @param points in order of time, at least one
 * @param kind `claimable` for rewards that wait to be claimed
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
      // An amount of nothing has no price: the whole amount moved.
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
