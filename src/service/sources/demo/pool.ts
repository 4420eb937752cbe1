// A pool of one token that is lent out: how full it is at any instant, and what that pays and costs.
import { dayMs } from "../../../contract/units.ts";
import { HourlyRates } from "./hourly-rates.ts";
import { noise, streamOf, unit, type Stream } from "./noise.ts";
import { borrowYield, highestUtilization, supplyYield, type RateCurve } from "./rate-curve.ts";
import type { DemoToken } from "./token-prices.ts";

export interface PoolFacts {
  /** Names the pool's streams of randomness; unique among pools. */
  readonly key: string;
  readonly token: DemoToken;
  /** USD supplied at the time of capture, at the token's level price. */
  readonly supplyUsd: number;
  /**
   * The utilization the pool always comes back to. 0 means that nobody ever borrows; where borrowing would also cost next to
   * nothing, nobody may: the token is collateral only, and the debts of a few cents at the capture are left out.
   */
  readonly utilization: number;
  readonly curve: RateCurve;
  /** How far utilization strays, as a factor; 1 is a busy Kamino reserve. */
  readonly swing?: number;
  /** full: the deposit limit lies below what wants in. full-borrow: the same for borrowers. */
  readonly limits?: "full" | "full-borrow";
}

/** A pool's channels in its hourly rates. */
export const supplyChannel = 0;
export const borrowChannel = 1;

/** Below these a capture's debts and its borrow rate are those of a token that is collateral only. */
const dustUtilization = 0.001;
const nextToNothing = 0.0005;

const squeezeEpochDays = 40;
/** About one squeeze in three epochs of 40 days: three a year. */
const squeezeChance = 0.35;

/** Tokens of one kind are in demand together. */
function demandGroup(token: DemoToken): string {
  if (token.family === "usd" || token.family === "eur") return "usd";
  return token.family === "sol" || token.family === "lst" ? "sol" : token.family;
}

/** One pool under one seed. All methods are pure functions of the instant (milliseconds since the epoch). */
export class Pool {
  readonly token: DemoToken;
  /** Channels: `supplyChannel`, `borrowChannel`. Yearly fractions. */
  readonly rates: HourlyRates;
  /** Limits on the totals in whole tokens. */
  readonly maxDeposit: number;
  readonly maxBorrow: number;
  readonly #facts: PoolFacts;
  readonly #level: number;
  readonly #mostDeposits: number;
  readonly #resting: number;
  readonly #ceiling: number;
  readonly #phase: number;
  readonly #streams: {
    readonly group: Stream;
    readonly slow: Stream;
    readonly middle: Stream;
    readonly fast: Stream;
    readonly hours: Stream;
    readonly squeeze: Stream;
    readonly depositsSlow: Stream;
    readonly depositsFast: Stream;
  };

  constructor(seed: number, facts: PoolFacts) {
    const stream = (use: string): Stream => streamOf(seed, "pool", facts.key, use);
    this.token = facts.token;
    this.#facts = facts;
    this.#level = facts.supplyUsd / facts.token.level;
    this.#resting = Math.log(facts.utilization / (1 - facts.utilization));
    this.#ceiling = highestUtilization(facts.curve);
    const traits = stream("traits");
    this.#phase = unit(traits, 0);
    this.#streams = {
      group: streamOf(seed, "demand", demandGroup(facts.token)),
      slow: stream("slow"),
      middle: stream("middle"),
      fast: stream("fast"),
      hours: stream("hours"),
      squeeze: stream("squeeze"),
      depositsSlow: stream("deposits-slow"),
      depositsFast: stream("deposits-fast"),
    };
    this.maxDeposit = this.#level * (facts.limits === "full" ? 0.6 : 1.25 + 1.7 * unit(traits, 1));
    const collateralOnly =
      facts.utilization < dustUtilization && borrowYield(facts.curve, facts.utilization) < nextToNothing;
    this.maxBorrow = collateralOnly
      ? 0
      : facts.limits === "full-borrow"
        ? this.#level * facts.utilization * 0.55
        : this.maxDeposit * (0.7 + 0.2 * unit(traits, 2));
    this.#mostDeposits = Math.min(this.maxDeposit, this.#level * Math.exp(0.34));
    this.rates = new HourlyRates(2, (time, out) => {
      const utilization = this.utilizationAt(time);
      out[supplyChannel] = supplyYield(facts.curve, utilization);
      out[borrowChannel] = borrowYield(facts.curve, utilization);
    });
  }

  /** Whole tokens supplied. */
  depositsAt(time: number): number {
    const days = time / dayMs;
    const { depositsSlow, depositsFast } = this.#streams;
    const move = 0.26 * noise(depositsSlow, days / 50) + 0.08 * noise(depositsFast, days / 5);
    return Math.min(this.maxDeposit, this.#level * Math.exp(move));
  }

  /** The share of the capture's size that is supplied now: what a fixed budget of rewards is spread over. */
  growthAt(time: number): number {
    return this.depositsAt(time) / this.#level;
  }

  /** Whole tokens borrowed: at most what is supplied. */
  borrowsAt(time: number): number {
    return this.depositsAt(time) * this.utilizationAt(time);
  }

  /**
   * The borrowed share, in [0, 1). On the logit scale it is a resting level plus bounded noise on four time scales, the
   * demand its kind of token shares, a daily and a weekly rhythm, and rare squeezes; so it always comes back.
   */
  utilizationAt(time: number): number {
    if (this.#facts.utilization === 0 || this.maxBorrow === 0) return 0;
    const days = time / dayMs;
    const { group, slow, middle, fast, hours } = this.#streams;
    const drift =
      0.3 * noise(group, days / 33) +
      0.3 * noise(slow, days / 37 + this.#phase) +
      0.24 * noise(middle, days / 8 + this.#phase) +
      0.1 * noise(fast, days / 1.7) +
      0.04 * noise(hours, days * 5);
    const rhythm =
      0.04 * Math.sin(2 * Math.PI * (days + this.#phase)) + 0.06 * Math.sin((2 * Math.PI * days) / 7);
    const swing = this.#facts.swing ?? 1;
    const logit = this.#resting + swing * (drift + rhythm + this.#squeezeAt(days));
    const wanted = Math.min(this.#ceiling, 1 / (1 + Math.exp(-logit)));
    // The deposits need computing only where the borrow limit can bind.
    if (wanted * this.#mostDeposits <= this.maxBorrow) return wanted;
    return Math.min(wanted, this.maxBorrow / this.depositsAt(time));
  }

  /** How much a squeeze adds on the logit scale: up within hours, down over one to three days. */
  #squeezeAt(days: number): number {
    const epoch = Math.floor(days / squeezeEpochDays);
    const stream = this.#streams.squeeze;
    if (unit(stream, epoch * 4) >= squeezeChance) return 0;
    const length = 1 + 2 * unit(stream, epoch * 4 + 1);
    const start = epoch * squeezeEpochDays + unit(stream, epoch * 4 + 2) * (squeezeEpochDays - length);
    const part = (days - start) / length;
    if (part <= 0 || part >= 1) return 0;
    const height = 0.9 + 1.4 * unit(stream, epoch * 4 + 3);
    return height * (part < 0.15 ? part / 0.15 : ((1 - part) / 0.85) ** 1.5);
  }
}
