import { dayMs } from "../../../contract/units.ts";
import { HourlyRates, RatePath } from "./hourly-rates.ts";
import { noise, streamOf, unit, type Stream } from "./noise.ts";
import { borrowYield, highestUtilization, supplyYield, type RateCurve } from "./rate-curve.ts";
import type { DemoToken } from "./tokens.ts";

export interface PoolFacts {
  readonly key: string;
  readonly token: DemoToken;
  readonly supplyUsd: number;
  /** The resting level; 0: never borrowed. */
  readonly utilization: number;
  readonly curve: RateCurve;
  /** Factor on the variation; 1 is a busy Kamino reserve. */
  readonly swing?: number;
  readonly limits?: "full" | "full-borrow" | undefined;
}

export const supplyChannel = 0;
export const borrowChannel = 1;

/** Less is collateral only: captures contain debts of a few cents. */
const dustUtilization = 0.001;
const dustRate = 0.0005;

const squeezeEpochDays = 40;
const squeezeChance = 0.35;

function demandGroup({ family }: DemoToken): string {
  return family === "eur" ? "usd" : family === "lst" ? "sol" : family;
}

export class Pool {
  readonly rates: HourlyRates;
  readonly supplyRate: RatePath;
  readonly borrowRate: RatePath;
  /** Whole tokens, of the totals. */
  readonly maxDeposit: number;
  readonly maxBorrow: number;
  readonly #facts: PoolFacts;
  readonly #level: number;
  readonly #mostDeposits: number;
  readonly #resting: number;
  readonly #ceiling: number;
  readonly #phase: number;
  readonly #group: Stream;
  readonly #streams: readonly Stream[];

  constructor(seed: number, facts: PoolFacts) {
    const { token, utilization, curve, limits } = facts;
    const stream = (use: string): Stream => streamOf(seed, "pool", facts.key, use);
    const traits = stream("traits");
    this.#facts = facts;
    this.#level = facts.supplyUsd / token.level;
    this.#resting = Math.log(utilization / (1 - utilization));
    this.#ceiling = highestUtilization(curve);
    this.#phase = unit(traits, 0);
    this.#group = streamOf(seed, "demand", demandGroup(token));
    this.#streams = ["slow", "middle", "fast", "hours", "squeeze", "deposits-slow", "deposits-fast"].map(
      stream,
    );
    this.maxDeposit = this.#level * (limits === "full" ? 0.6 : 1.25 + 1.7 * unit(traits, 1));
    const collateralOnly = utilization < dustUtilization && borrowYield(curve, utilization) < dustRate;
    if (collateralOnly) this.maxBorrow = 0;
    else if (limits === "full-borrow") this.maxBorrow = this.#level * utilization * 0.55;
    else this.maxBorrow = this.maxDeposit * (0.7 + 0.2 * unit(traits, 2));
    this.#mostDeposits = Math.min(this.maxDeposit, this.#level * Math.exp(0.34));
    this.rates = new HourlyRates(2, (time, out) => {
      const used = this.utilizationAt(time);
      out[supplyChannel] = supplyYield(curve, used);
      out[borrowChannel] = borrowYield(curve, used);
    });
    this.supplyRate = new RatePath({ rates: this.rates, channel: supplyChannel });
    this.borrowRate = new RatePath({ rates: this.rates, channel: borrowChannel });
  }

  depositsAt = (time: number): number => {
    const days = time / dayMs;
    const [, , , , , slow = 0, fast = 0] = this.#streams;
    const move = 0.26 * noise(slow, days / 50) + 0.08 * noise(fast, days / 5);
    return Math.min(this.maxDeposit, this.#level * Math.exp(move));
  };

  borrowsAt = (time: number): number => this.depositsAt(time) * this.utilizationAt(time);

  /** Relative to the capture: a fixed rewards budget is spread over it. */
  growthAt = (time: number): number => this.depositsAt(time) / this.#level;

  /** On the logit scale: bounded noise around a resting level, shared demand, daily and weekly rhythm, squeezes. */
  utilizationAt(time: number): number {
    if (this.#facts.utilization === 0 || this.maxBorrow === 0) return 0;
    const days = time / dayMs;
    const [slow = 0, middle = 0, fast = 0, hours = 0] = this.#streams;
    const drift =
      0.3 * noise(this.#group, days / 33) +
      0.3 * noise(slow, days / 37 + this.#phase) +
      0.24 * noise(middle, days / 8 + this.#phase) +
      0.1 * noise(fast, days / 1.7) +
      0.04 * noise(hours, days * 5);
    const rhythm =
      0.04 * Math.sin(2 * Math.PI * (days + this.#phase)) + 0.06 * Math.sin((2 * Math.PI * days) / 7);
    const swing = this.#facts.swing ?? 1;
    const logit = this.#resting + swing * (drift + rhythm + this.#squeezeAt(days));
    const wanted = Math.min(this.#ceiling, 1 / (1 + Math.exp(-logit)));
    if (wanted * this.#mostDeposits <= this.maxBorrow) return wanted;
    return Math.min(wanted, this.maxBorrow / this.depositsAt(time));
  }

  /** Logit scale: up within hours, down over one to three days. */
  #squeezeAt(days: number): number {
    const epoch = Math.floor(days / squeezeEpochDays);
    const draw = (trait: number): number => unit(this.#streams[4] ?? 0, epoch * 4 + trait);
    if (draw(0) >= squeezeChance) return 0;
    const length = 1 + 2 * draw(1);
    const start = epoch * squeezeEpochDays + draw(2) * (squeezeEpochDays - length);
    const part = (days - start) / length;
    if (part <= 0 || part >= 1) return 0;
    return (0.9 + 1.4 * draw(3)) * (part < 0.15 ? part / 0.15 : ((1 - part) / 0.85) ** 1.5);
  }
}
