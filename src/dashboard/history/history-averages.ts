// A market's own averages as steps of its chart: days that do not overlap, each with its mean.
import type { Ratio } from "../../contract/units.ts";
import { averageWindows } from "../../finance/fade.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { formatRate } from "../format/number.ts";
import { dayMs } from "./history-range.ts";

/** A stretch of time with the average over it: drawn as one step. Times in milliseconds, value a fraction. */
export interface AverageStep {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly label: string;
}

export interface OwnAverages {
  readonly d30: Ratio | undefined;
  readonly d90: Ratio | undefined;
  readonly d180: Ratio | undefined;
  /** Base rates, or the net rate of a loop, which includes rewards and borrowing cost. */
  readonly kind: "base" | "net";
}

/** The averages a market gives of its deposit rate, and what they are averages of. */
export function ownAverages(row: MarketRow): OwnAverages {
  return row.kind === "loop"
    ? { d30: row.depositApy30d, d90: row.depositApy90d, d180: row.depositApy180d, kind: "net" }
    : { d30: row.baseDepositApy30d, d90: row.baseDepositApy90d, d180: row.baseDepositApy180d, kind: "base" };
}

/**
 * The steps that lie within a chart.
 *
 * @param from the chart's first moment and `now` the moment the averages end at, in milliseconds
 */
export function averageSteps(averages: OwnAverages, from: number, now: number): readonly AverageStep[] {
  return averageWindows(averages).flatMap(({ fromDay, toDay, value }): readonly AverageStep[] => {
    const step = { from: now - toDay * dayMs, to: now - (fromDay - 1) * dayMs, value };
    // Of a window that hardly shows there would be a dash without a meaning.
    if (step.to - Math.max(step.from, from) < dayMs) return [];
    return [{ ...step, label: `${fromDay}–${toDay} d: ${formatRate(value).text}` }];
  });
}
