import { dayMs } from "../../../contract/units.ts";
import type { Programme } from "./facts.ts";
import { streamOf, unit } from "./noise.ts";

/** `key` identifies the market. */
export function campaignsOf(seed: number, key: string, programmes: readonly Programme[]) {
  return programmes.map((facts, index) => {
    const stream = streamOf(seed, "campaign", `${key}/${index}`);
    const periodDays = 14 + 28 * unit(stream, -1);
    const phaseDays = periodDays * unit(stream, -2);
    return {
      facts,
      /** Rate as a fraction per year. A period's budget is fixed, so the rate falls as the pool grows. */
      at(time: number, growth: number): number {
        const period = Math.floor((time / dayMs + phaseDays) / periodDays);
        if (unit(stream, 2 * period) >= facts.running) return 0;
        const budget = 0.7 + 0.6 * unit(stream, 2 * period + 1);
        return (facts.apy * budget) / Math.max(0.25, growth);
      },
    };
  });
}
