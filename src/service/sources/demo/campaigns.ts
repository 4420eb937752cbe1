import { dayMs } from "../../../contract/units.ts";
import type { Programme } from "./facts.ts";
import { streamOf, unit, type Stream } from "./noise.ts";

/** `key` identifies the market. */
export function campaignsOf(seed: number, key: string, programmes: readonly Programme[]): Campaign[] {
  return programmes.map(
    (programme, index) => new Campaign(streamOf(seed, "campaign", `${key}/${index}`), programme),
  );
}

export class Campaign {
  readonly facts: Programme;
  readonly #stream: Stream;
  readonly #periodDays: number;
  readonly #phaseDays: number;

  constructor(stream: Stream, facts: Programme) {
    this.facts = facts;
    this.#stream = stream;
    this.#periodDays = 14 + 28 * unit(stream, -1);
    this.#phaseDays = this.#periodDays * unit(stream, -2);
  }

  /** Fraction per year. A period's budget is fixed, so the rate falls as the pool grows. */
  at(time: number, growth: number): number {
    const period = Math.floor((time / dayMs + this.#phaseDays) / this.#periodDays);
    if (unit(this.#stream, 2 * period) >= this.facts.running) return 0;
    const budget = 0.7 + 0.6 * unit(this.#stream, 2 * period + 1);
    return (this.facts.apy * budget) / Math.max(0.25, growth);
  }
}
