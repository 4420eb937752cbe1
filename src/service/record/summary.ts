import type { RecordSummary, SummarizedMarket } from "../../contract/record/record-summary.ts";
import { dayMs, hourMs, isoText } from "../../contract/units.ts";
import { windowStarts, toAverages, toFlow } from "../../domain/record/averages.ts";
import { priceOf } from "../../domain/record/pool.ts";
import type { MarketStore } from "../store/market-store.ts";
import { inPortions } from "../waiting.ts";
import { marketsAtOnce, pollCoverage, type RecordTiming } from "./reading.ts";

const flowDays = 30;

export async function summarizeRecord(
  store: MarketStore,
  recordedSince: number,
  until: number,
  { everyMs }: RecordTiming,
): Promise<RecordSummary> {
  const { analysis } = store;
  const listed = (await store.markets(until)).filter(({ goneSince }) => goneSince === undefined);
  const markets: SummarizedMarket[] = [];
  const flowsFrom = until - flowDays * dayMs;
  const span = { windows: [flowsFrom], until };
  const hours = { ...span, from: flowsFrom - hourMs, resolution: "1h", withStart: false } as const;
  for await (const portion of inPortions(listed, marketsAtOnce)) {
    const marketIds = portion.map(({ id }) => id);
    const averages = await analysis.averages({ marketIds, windows: windowStarts(until), until });
    const flows = await analysis.flows({ marketIds, ...hours });
    const known = await analysis.knownMs({ marketIds, ...span });
    const last = await analysis.readingsAt(until, marketIds);
    for (const market of portion) {
      const { id, firstSeen } = market;
      const [sums] = flows.get(id) ?? [];
      const priceUsd = priceOf(last.get(id)?.figures);
      const knownMs = known.get(id)?.get(flowsFrom) ?? 0;
      markets.push({
        marketId: id,
        firstSeen: isoText(firstSeen),
        flow30d: sums && toFlow(sums, flowDays, { knownMs, until, priceUsd }),
        averages: toAverages(averages.get(id) ?? [], market, until),
      });
    }
  }
  return {
    recordedSince: isoText(recordedSince),
    until: isoText(until),
    everyMs,
    coverage: await pollCoverage(store, Math.max(recordedSince, flowsFrom), until),
    markets,
  };
}
