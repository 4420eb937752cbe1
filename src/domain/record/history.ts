// Merges histories: the source's figures win, and the record adds what the source lacks.
import type { HistoryPoint, HistoryResolution, MarketHistory } from "../../contract/history.ts";
import { dayMs, isoText, resolutionMs } from "../../contract/units.ts";
import { averagedNames, poolNames } from "./figures.ts";
import type { MarketRecord } from "./market-record.ts";
import { figuresOf } from "./pool.ts";

export const historyNames = [...averagedNames, "borrowRewardApy", ...poolNames, "coverage"] as const;

/** The step that the source has chosen, which may differ from the requested one. */
export function stepOf(markets: readonly MarketHistory[]): HistoryResolution | undefined {
  let shortest = Infinity;
  for (const { history } of markets) {
    const times = history.map(({ timestamp }) => Date.parse(timestamp)).toSorted((a, b) => a - b);
    for (const [index, time] of times.entries()) {
      const step = time - (times[index - 1] ?? -Infinity);
      if (step > 0) shortest = Math.min(shortest, step);
    }
  }
  if (shortest === Infinity) return undefined;
  return shortest < dayMs / 2 ? "1h" : "1d";
}

/** In the order of `marketIds`. Omits markets that neither source nor record knows. */
export function mergeHistories(
  marketIds: readonly string[],
  published: readonly MarketHistory[],
  recorded: readonly MarketRecord[],
  resolution: HistoryResolution,
): MarketHistory[] {
  const theirs = new Map(published.map((market) => [market.id, market]));
  const ours = new Map(recorded.map((market) => [market.id, market]));
  return marketIds.flatMap((id) => {
    const market = theirs.get(id);
    const known = ours.get(id);
    if (known === undefined) return market ?? [];
    return { ...market, ...mergeHistory(market?.history ?? [], known, resolutionMs[resolution]) };
  });
}

/** Keeps every point and figure of the source. The record fills in the others, with one point per step. */
export function mergeHistory(
  given: readonly HistoryPoint[],
  market: MarketRecord,
  stepMs: number,
): MarketHistory {
  const { id, series, firstSeen, goneSince } = market;
  const stepAt = (time: number): number => Math.floor(time / stepMs) * stepMs;
  const steps = new Map(
    series.readings().map(({ time, figures }) => [stepAt(time), figuresOf(figures, market)]),
  );
  const history: HistoryPoint[] = given.map((point) => {
    const step = stepAt(Date.parse(point.timestamp));
    const ours = steps.get(step);
    if (ours === undefined) return point;
    steps.delete(step);
    return {
      ...ours,
      ...point,
      depositApy: point.depositApy ?? ours.depositApy,
      totalDeposit: point.totalDeposit ?? ours.totalDeposit,
      totalDepositUsd: point.totalDepositUsd ?? ours.totalDepositUsd,
      source: "merged",
    };
  });
  for (const [step, ours] of steps) history.push({ timestamp: isoText(step), ...ours, source: "recorded" });
  history.sort((left, right) => Date.parse(left.timestamp) - Date.parse(right.timestamp));
  return { id, history, recordedSince: isoText(firstSeen), goneSince: isoText(goneSince) };
}
