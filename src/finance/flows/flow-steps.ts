// What people put into a pool and took out of it, told from its total: what it rose by beyond what it earned.
import { yearMs, tokenAmount, type Millis, type Ratio, type TokenAmount } from "../../contract/units.ts";

/** A pool at a moment. `apy` is the rate by which its total grows on its own; rewards that are paid beside it are no part of it. */
export interface PoolAmount {
  readonly time: Millis;
  readonly amount: TokenAmount | undefined;
  readonly apy: Ratio | undefined;
}

/** What went in, or out where it is negative, after `from` and up to `to`. */
export interface FlowStep {
  readonly from: Millis;
  readonly to: Millis;
  readonly flow: TokenAmount;
}

/**
 * The flows between the moments at which the amount is known:
 *
 *     flow = T₁ − T₀·(1 + y)^(Δt / 365 d)
 *
 * The growth is that of a yearly yield with compounding, which is what an APY is by its definition; y is the rate at the beginning
 * of the step, or the last one known before. What comes and goes within a step does not show.
 *
 * @param points in the order of time. One without an amount is passed over, and the step reaches across it
 * @returns a step from each known amount to the next; none where no rate above −1 has been known yet
 */
export function flowSteps(points: readonly PoolAmount[]): FlowStep[] {
  const steps: FlowStep[] = [];
  let before:
    | { readonly time: Millis; readonly amount: TokenAmount; readonly apy: Ratio | undefined }
    | undefined;
  let rate: Ratio | undefined;
  for (const { time, amount, apy } of points) {
    if (apy !== undefined && apy > -1) rate = apy;
    if (amount === undefined || amount < 0) continue;
    if (before?.apy !== undefined && time > before.time) {
      const grown = before.amount * Math.exp((Math.log1p(before.apy) * (time - before.time)) / yearMs);
      const flow = tokenAmount(amount - grown);
      if (flow !== undefined) steps.push({ from: before.time, to: time, flow });
    }
    before = { time, amount, apy: rate };
  }
  return steps;
}

/** What went in and what went out, both 0 or more, each step counting for one of them. */
export function inAndOut(steps: readonly FlowStep[]): { readonly in: number; readonly out: number } {
  let came = 0;
  let left = 0;
  for (const { flow } of steps)
    if (flow > 0) came += flow;
    else left -= flow;
  return { in: came, out: left + 0 };
}
