import { changedDays, flowDays, type MarketChanges } from "../../contract/record/market-changes.ts";
import { maxRecordItems } from "../../contract/record/record-parts.ts";
import { defaultEvents, type MarketChangesRequest } from "../../contract/record/record-request.ts";
import { dayMs, isoText } from "../../contract/units.ts";
import { windowStarts, windowStart, knownShare, toAverages, toFlow } from "../../domain/record/averages.ts";
import { toWireEvent } from "../../domain/record/events.ts";
import { poolNames, roundAmount } from "../../domain/record/figures.ts";
import { countDays, gapsOf, overlapMs, awayPeriods } from "../../domain/record/market-days.ts";
import { priceOf } from "../../domain/record/pool.ts";
import { keptFrom, type MarketStore } from "../store/market-store.ts";
import type { RecordTiming } from "./reading.ts";

const maxEvents = 2000;
const maxEventsPerPoll = 16;

/** Undefined for an unknown market. */
export async function describeMarketChanges(
  store: MarketStore,
  request: MarketChangesRequest,
  until: number,
  { everyMs, retention }: RecordTiming,
): Promise<MarketChanges | undefined> {
  const { analysis } = store;
  const { id, limit = defaultEvents } = request;
  const marketIds = [id];
  const startTime = windowStart(changedDays, until);
  const endTime = until + 1;
  const span = { marketIds, startTime, endTime };
  const [market] = await store.history({ ...span, resolution: "1h", names: ["borrowApy"] });
  const dailyNames = ["coverage", "rewardApy", "borrowRewardApy", ...poolNames] as const;
  const [byDay] = await store.history({ ...span, resolution: "1d", names: dailyNames });
  if (market === undefined || byDay === undefined) return undefined;
  const { type, provider, firstSeen, goneSince, series: hourly } = market;
  const before = Math.min(request.until ?? endTime, endTime);
  const found = await store.events({ since: 0, until: before, marketIds, limit: limit + maxEventsPerPoll });
  const next = found[limit]?.time;
  // Only whole polls, because the next page begins before the last one.
  const earlier = found.filter(({ time }) => next === undefined || time > next);
  const events = earlier.length > 0 ? earlier : found.filter(({ time }) => time === next);
  const lastEvent = next === undefined ? undefined : events.at(-1);

  // Hours that were deleted are no gaps.
  const seen = { from: Math.max(startTime, firstSeen, keptFrom(retention, until)["1h"]), to: until };
  const all = { since: 0, until: endTime, marketIds, limit: maxEvents };
  const away = awayPeriods(await store.events({ ...all, kinds: ["gone", "back"] }), until);
  const windows = flowDays.map((days) => until - days * dayMs);
  const known = (await analysis.knownMs({ marketIds, windows: [...windows, seen.from], until })).get(id);
  const last = (await analysis.readingsAt(until, marketIds)).get(id);
  const priceUsd = priceOf(last?.figures);
  const amounts = { marketIds, until, from: startTime, resolution: "1h", withStart: false } as const;
  const sums = (await analysis.flows({ ...amounts, windows })).get(id) ?? [];
  const flows = flowDays.flatMap((days) => {
    const own = sums.find(({ window }) => window === until - days * dayMs);
    if (own === undefined) return [];
    return [toFlow(own, days, { knownMs: known?.get(own.window) ?? 0, until, priceUsd })];
  });
  const daily = await analysis.dailyFlows({ marketIds, from: startTime, to: until });
  const dailyFlows = daily.map((one) => ({
    timestamp: isoText(one.day),
    in: roundAmount(one.in),
    out: roundAmount(one.out),
  }));
  const averages = await analysis.averages({ marketIds, windows: windowStarts(until), until });
  return {
    marketId: id,
    type,
    provider,
    until: isoText(until),
    everyMs,
    firstSeen: isoText(firstSeen),
    goneSince: isoText(goneSince),
    events: events.map(toWireEvent),
    before: lastEvent && isoText(lastEvent.time),
    coverage: knownShare(known?.get(seen.from) ?? 0, until - seen.from - overlapMs(away, seen)),
    gaps: gapsOf(hourly.times, seen, away).slice(0, maxRecordItems),
    averages: toAverages(averages.get(id) ?? [], market, until),
    ...(flows.length === 0 ? {} : { flows, dailyFlows }),
    priceUsd: roundAmount(priceUsd),
    recorded: countDays(hourly, byDay.series, market),
  };
}
