import { dayMs, type TokenAmount, type Usd } from "../../contract/units.ts";

export interface HoldingPoint {
  readonly time: number;
  readonly amount: TokenAmount;
  readonly usd: Usd;
}

/** Faster daily growth is not interest: it would be about 3,700 % a year. */
const maxDailyGrowth = 0.01;

// Per step: amount₀·(price₁ − price₀) + (amount₁ − amount₀)·price₁ = value₁ − value₀, where price = value / amount.
// Histories do not list deposits, so a step above 1 % a day (our choice) counts as moved, a smaller one as earned.
// `claimable` rewards grow only by earnings.
export function valueChange(points: readonly HoldingPoint[], kind: "claimable" | "invested" = "invested") {
  const moves: { readonly time: number; readonly usd: number }[] = [];
  let earned = 0;
  let price = 0;
  let last: HoldingPoint | undefined;
  for (const point of points) {
    if (last !== undefined) {
      // An empty position has no price, so the whole amount counts as moved.
      const byPrice =
        last.amount === 0 || point.amount === 0
          ? 0
          : last.amount * (point.usd / point.amount - last.usd / last.amount);
      const byAmount = point.usd - last.usd - byPrice;
      const days = Math.max(1, (point.time - last.time) / dayMs);
      const step = point.amount - last.amount;
      const isTransfer =
        kind === "claimable" ? step < 0 : Math.abs(step) > Math.abs(last.amount) * maxDailyGrowth * days;
      if (isTransfer) moves.push({ time: point.time, usd: byAmount });
      else earned += byAmount;
      price += byPrice;
    }
    last = point;
  }
  return { moved: moves.reduce((sum, { usd }) => sum + usd, 0), moves, earned, price };
}
