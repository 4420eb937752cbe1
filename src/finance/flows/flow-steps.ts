// Deposits and withdrawals of a pool, derived from its total: the change beyond what it earned.
import { yearMs, tokenAmount, type Millis, type Ratio, type TokenAmount } from "../../contract/units.ts";

/** `apy` is the rate at which the total grows by itself, without rewards that are paid beside it. */
export interface PoolAmount {
  readonly time: Millis;
  readonly amount: TokenAmount | undefined;
  readonly apy: Ratio | undefined;
}

/** In after `from` and up to `to`; negative is out. */
export interface FlowStep {
  readonly from: Millis;
  readonly to: Millis;
  readonly flow: TokenAmount;
}

/**
 * The flows between moments with a known amount:
 *
 *     flow = T₁ − T₀·(1 + y)^(Δt / 365 d)
 *
 * y is the rate at the start of the step, or the last one known before. Opposite flows within a step cancel out.
 *
 * @param points in order of time. Points without an amount are skipped
 * @returns nothing before the first known rate above −1
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

/** Both 0 or more; each step counts as one of them. */
export function inAndOut(steps: readonly FlowStep[]): { readonly in: number; readonly out: number } {
  let came = 0;
  let left = 0;
  for (const { flow } of steps)
    if (flow > 0) came += flow;
    else left -= flow;
  return { in: came, out: left + 0 };
}
