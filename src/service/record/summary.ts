import type { RecordSummary, SummarisedMarket } from "../../contract/record/record-summary.ts";
import { dayMs, hourMs } from "../../contract/units.ts";
import type { MarketStore } from "../store/market-store.ts";
import { averageWindows, toAverages, toFlow } from "./averages.ts";
import { moment, priceOf } from "./figures.ts";
import { inPortions, pollCoverage, type Pace } from "./reading.ts";

const flowDays = 30;

export async function summariseRecord(
  store: MarketStore,
  recordedSince: number,
  until: number,
  { everyMs, holdMs }: Pace,
): Promise<RecordSummary> {
  const { analysis } = store;
  const listed = (await store.markets(until)).filter(({ goneSince }) => goneSince === undefined);
  const known = new Map(listed.map((market) => [market.id, market]));
  const markets: SummarisedMarket[] = [];
  const flowsFrom = until - flowDays * dayMs;
  for await (const marketIds of inPortions([...known.keys()])) {
    const averages = await analysis.averages({ marketIds, windows: averageWindows(until), until });
    const flows = await analysis.flows({
      marketIds,
      windows: [flowsFrom],
      until,
      from: flowsFrom - hourMs,
      resolution: "1h",
      withStart: false,
    });
    const knownMs = await analysis.knownMs({ marketIds, windows: [flowsFrom], until });
    const last = await analysis.lastReadings({ marketIds, from: until - holdMs, to: until });
    for (const marketId of marketIds) {
      const market = known.get(marketId);
      if (market === undefined) continue;
      const [sums] = flows.get(marketId) ?? [];
      const reading = last.get(marketId);
      const priceUsd = reading === undefined ? undefined : priceOf(reading.figures);
      const knownFor = knownMs.get(marketId)?.get(flowsFrom) ?? 0;
      markets.push({
        marketId,
        firstSeen: moment(market.firstSeen),
        flow30d:
          sums === undefined ? undefined : toFlow(sums, flowDays, { knownMs: knownFor, until, priceUsd }),
        averages: toAverages(averages.get(marketId) ?? [], market, until),
      });
    }
  }
  return {
    recordedSince: moment(recordedSince),
    until: moment(until),
    everyMs,
    coverage: await pollCoverage(store, Math.max(recordedSince, flowsFrom), until),
    markets,
  };
}
