// What the list shows of every market's record: GET /v0/record/summary.
import { averagedDays } from "../../contract/record/record-parts.ts";
import type { RecordSummary, SummarisedMarket } from "../../contract/record/record-summary.ts";
import { dayMs, hourMs } from "../../contract/units.ts";
import type { MarketStore } from "../store/market-store.ts";
import { moment, priceOf } from "./figures.ts";
import { coverageOfTicks, inPortions, type Pace } from "./reading.ts";
import { averagesOf, firstDay, flowOf, flowStepsOf, lastPointOf } from "./sums.ts";

const flowDays = 30;

/** @param until the last walk */
export async function summariseRecord(
  store: MarketStore,
  recordedSince: number,
  until: number,
  pace: Pace,
): Promise<RecordSummary> {
  const known = (await store.markets(until)).filter(({ goneSince }) => goneSince === undefined);
  const markets: SummarisedMarket[] = [];
  const from = { flows: until - (flowDays * dayMs + hourMs), last: until - pace.holdMs };
  const daysFrom = firstDay(Math.max(...averagedDays), until);
  const ids = known.map(({ id }) => id);
  const endTime = until + 1;
  for await (const portion of inPortions(ids)) {
    const ask = { marketIds: portion, endTime };
    const daily = await store.history({ ...ask, startTime: daysFrom, resolution: "1d" });
    const hourly = await store.history({ ...ask, startTime: from.flows, resolution: "1h" });
    const raw = await store.history({ ...ask, startTime: from.last, resolution: "raw" });
    for (const [index, market] of daily.entries()) {
      const hours = hourly[index]?.series;
      const points = raw[index]?.series;
      if (hours === undefined || points === undefined) continue;
      const { id, type, firstSeen, series } = market;
      const last = lastPointOf(points, from.last, until);
      const priceUsd = last === undefined ? undefined : priceOf(last.point);
      const steps = flowStepsOf(hours, type, hourMs, { end: last });
      const flow30d = flowOf(steps, hours, flowDays, until, priceUsd);
      markets.push({
        marketId: id,
        firstSeen: moment(firstSeen),
        flow30d,
        averages: averagesOf(series, market, until),
      });
    }
  }
  const ticksFrom = Math.max(recordedSince, until - flowDays * dayMs);
  return {
    recordedSince: moment(recordedSince),
    until: moment(until),
    everyMs: pace.everyMs,
    coverage: await coverageOfTicks(store, ticksFrom, until, pace),
    markets,
  };
}
