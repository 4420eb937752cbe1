// Rewards on top of a market's own rate: programmes with a budget that start, pause and end.
import { dayMs } from "../../../contract/units.ts";
import { streamOf, unit, type Stream } from "./noise.ts";

export interface CampaignFacts {
  readonly side: "deposit" | "borrow";
  /** Symbol of the token that is paid; absent for points without a token. */
  readonly symbol?: string;
  /** Yearly fraction at the size of the capture. */
  readonly apy: number;
  /** Chance that the programme runs in one of its periods. 1 means always. */
  readonly running: number;
}

/** The programmes of a market under one seed; `key` names the market among all. */
export function campaignsOf(seed: number, key: string, programmes: readonly CampaignFacts[]): Campaign[] {
  return programmes.map((programme, index) => new Campaign(seed, `${key}/${index}`, programme));
}

/** One programme under one seed. */
export class Campaign {
  readonly facts: CampaignFacts;
  readonly #stream: Stream;
  readonly #periodDays: number;
  readonly #phaseDays: number;

  constructor(seed: number, key: string, facts: CampaignFacts) {
    this.facts = facts;
    this.#stream = streamOf(seed, "campaign", key);
    this.#periodDays = 14 + 28 * unit(this.#stream, -1);
    this.#phaseDays = this.#periodDays * unit(this.#stream, -2);
  }

  /**
   * The yearly fraction it pays at an instant; 0 while it does not run. The budget of a period is fixed, so the rate
   * falls as the pool grows.
   * @param growth the pool's size as a share of its size at the time of capture
   */
  at(time: number, growth: number): number {
    const period = Math.floor((time / dayMs + this.#phaseDays) / this.#periodDays);
    if (unit(this.#stream, 2 * period) >= this.facts.running) return 0;
    const budget = 0.7 + 0.6 * unit(this.#stream, 2 * period + 1);
    return (this.facts.apy * budget) / Math.max(0.25, growth);
  }
}
