import { dayMs } from "../../../contract/units.ts";
import type { RateCurve } from "./facts.ts";
import { createHourlyRates, ratePath } from "./hourly-rates.ts";
import { noise, streamOf, unit, type Stream } from "./noise.ts";
import { borrowYield, curveApr, highestUtilization, supplyYield } from "./rate-curve.ts";
import type { DemoToken } from "./tokens.ts";

interface PoolFacts {
  readonly key: string;
  readonly token: DemoToken;
  readonly supplyUsd: number;
  /** Level around which utilization moves; 0 if the token is never borrowed. */
  readonly utilization: number;
  readonly curve: RateCurve;
  /** Scales the variation; 1 is a busy Kamino reserve. */
  readonly swing?: number | undefined;
  readonly limits?: "full" | "full-borrow" | undefined;
}

export const supplyChannel = 0;
export const borrowChannel = 1;

/** Below this, a token counts as collateral only: captures contain debts of a few cents. */
const dustUtilization = 0.001;
const dustRate = 0.0005;

const squeezeEpochDays = 40;
const squeezeChance = 0.35;

export type Pool = ReturnType<typeof createPool>;

export function createPool(seed: number, facts: PoolFacts) {
  const { token, utilization, curve, limits, swing = 1 } = facts;
  const stream = (use: string): Stream => streamOf(seed, "pool", facts.key, use);
  const traits = stream("traits");
  const [slow, middle, fast, hours] = [stream("slow"), stream("middle"), stream("fast"), stream("hours")];
  const [slowDeposits, fastDeposits] = [stream("deposits-slow"), stream("deposits-fast")];
  const squeezes = stream("squeeze");
  const group = streamOf(seed, "demand", token.demand);
  const phase = unit(traits, 0);
  const level = facts.supplyUsd / token.level;
  const resting = Math.log(utilization / (1 - utilization));
  const ceiling = highestUtilization(curve);
  /** Whole tokens, of the totals. */
  const maxDeposit = level * (limits === "full" ? 0.6 : 1.25 + 1.7 * unit(traits, 1));
  const maxBorrow = maxBorrowed();
  const peakDeposits = Math.min(maxDeposit, level * Math.exp(0.34));

  function maxBorrowed(): number {
    if (utilization < dustUtilization && borrowYield(curve, utilization) < dustRate) return 0;
    if (limits === "full-borrow") return level * utilization * 0.55;
    return maxDeposit * (0.7 + 0.2 * unit(traits, 2));
  }

  function depositsAt(time: number): number {
    const days = time / dayMs;
    const move = 0.26 * noise(slowDeposits, days / 50) + 0.08 * noise(fastDeposits, days / 5);
    return Math.min(maxDeposit, level * Math.exp(move));
  }

  /** Logit scale: noise around the resting level, shared demand, daily and weekly rhythm, squeezes. */
  function utilizationAt(time: number): number {
    if (utilization === 0 || maxBorrow === 0) return 0;
    const days = time / dayMs;
    const drift =
      0.3 * noise(group, days / 33) +
      0.3 * noise(slow, days / 37 + phase) +
      0.24 * noise(middle, days / 8 + phase) +
      0.1 * noise(fast, days / 1.7) +
      0.04 * noise(hours, days * 5);
    const rhythm = 0.04 * Math.sin(2 * Math.PI * (days + phase)) + 0.06 * Math.sin((2 * Math.PI * days) / 7);
    const logit = resting + swing * (drift + rhythm + squeezeAt(squeezes, days));
    const wanted = Math.min(ceiling, 1 / (1 + Math.exp(-logit)));
    if (wanted * peakDeposits <= maxBorrow) return wanted;
    return Math.min(wanted, maxBorrow / depositsAt(time));
  }

  const rates = createHourlyRates(2, (time, out) => {
    const used = utilizationAt(time);
    const apr = curveApr(curve.points, used);
    out[supplyChannel] = supplyYield(curve, used, apr);
    out[borrowChannel] = borrowYield(curve, used, apr);
  });
  return {
    maxDeposit,
    maxBorrow,
    rates,
    supplyRate: ratePath({ rates, channel: supplyChannel }),
    borrowRate: ratePath({ rates, channel: borrowChannel }),
    depositsAt,
    utilizationAt,
    borrowsAt: (time: number): number => depositsAt(time) * utilizationAt(time),
    /** Relative to the capture. A fixed rewards budget is divided by this. */
    growthAt: (time: number): number => depositsAt(time) / level,
  };
}

/** On the logit scale: rises within hours and falls over one to three days. */
function squeezeAt(stream: Stream, days: number): number {
  const epoch = Math.floor(days / squeezeEpochDays);
  const draw = (trait: number): number => unit(stream, epoch * 4 + trait);
  if (draw(0) >= squeezeChance) return 0;
  const length = 1 + 2 * draw(1);
  const start = epoch * squeezeEpochDays + draw(2) * (squeezeEpochDays - length);
  const part = (days - start) / length;
  if (part <= 0 || part >= 1) return 0;
  return (0.9 + 1.4 * draw(3)) * (part < 0.15 ? part / 0.15 : ((1 - part) / 0.85) ** 1.5);
}
