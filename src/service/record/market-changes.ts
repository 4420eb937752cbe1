import { changedDays, flowDays, type MarketChanges } from "../../contract/record/market-changes.ts";
import { mostRecordItems, type Gap, type RecordEvent } from "../../contract/record/record-parts.ts";
import { defaultEvents, type MarketChangesRequest } from "../../contract/record/record-request.ts";
import { dayMs, hourMs } from "../../contract/units.ts";
import { kinkUtilization } from "../../finance/dilution.ts";
import type { RecordedEvent } from "../store/market-events.ts";
import type { MarketStore } from "../store/market-store.ts";
import { averageWindows, firstDay, toAverages, toFlow } from "./averages.ts";
import { amount, moment, priceOf, rate } from "./figures.ts";
import { share, type Pace } from "./reading.ts";

const mostEvents = 2000;

/** Undefined for an unknown market. */
export async function describeMarketChanges(
  store: MarketStore,
  request: MarketChangesRequest,
  until: number,
  { everyMs, holdMs }: Pace,
): Promise<MarketChanges | undefined> {
  const { analysis } = store;
  const { id, limit = defaultEvents } = request;
  const marketIds = [id];
  const startTime = firstDay(changedDays, until);
  const endTime = until + 1;
  const hours = { startTime, endTime, resolution: "1h", names: ["coverage"] } as const;
  const [market] = await store.history({ marketIds, ...hours });
  if (market === undefined) return undefined;
  const { type, provider, firstSeen, goneSince, series: hourly } = market;
  const eventsBefore = (time: number, most: number) =>
    store.events({ since: 0, until: time, marketIds, limit: most });
  const found = await eventsBefore(Math.min(request.until ?? endTime, endTime), limit + 1);
  const events = found.slice(0, limit);
  const lastEvent = found.length > limit ? events.at(-1) : undefined;

  const from = Math.max(startTime, firstSeen);
  const away = timesAway(await eventsBefore(endTime, mostEvents), until);
  const awayMs = away.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.to, until) - Math.max(one.from, from)),
    0,
  );
  const windows = flowDays.map((days) => until - days * dayMs);
  const known = (await analysis.knownMs({ marketIds, windows: [...windows, from], until })).get(id);
  const last = (await analysis.lastReadings({ marketIds, from: until - holdMs, to: until })).get(id);
  const priceUsd = priceOf(last?.figures ?? {});
  const amounts = { marketIds, until, from: startTime, resolution: "1h", withStart: false } as const;
  const sums = (await analysis.flows({ ...amounts, windows })).get(id) ?? [];
  const flows = flowDays.flatMap((days) => {
    const own = sums.find(({ window }) => window === until - days * dayMs);
    if (own === undefined) return [];
    return [toFlow(own, days, { knownMs: known?.get(own.window) ?? 0, until, priceUsd })];
  });
  const between = { marketIds, from: startTime, to: until };
  const daily = await analysis.dailyFlows(between);
  const counts = await analysis.countDays(between, kinkUtilization);
  const highest = await analysis.highestBorrow(between);
  const averages = await analysis.averages({ marketIds, windows: averageWindows(until), until });
  return {
    marketId: id,
    type,
    provider,
    until: moment(until),
    everyMs,
    firstSeen: moment(firstSeen),
    goneSince: goneSince === undefined ? undefined : moment(goneSince),
    events: events.map(toWireEvent),
    before: lastEvent && moment(lastEvent.time),
    coverage: share(known?.get(from) ?? 0, until - from - awayMs),
    gaps: gapsOf(hourly.times, { from, to: until }, away).slice(0, mostRecordItems),
    averages: toAverages(averages.get(id) ?? [], market, until),
    flows: flows.length === 0 ? undefined : flows,
    dailyFlows:
      flows.length === 0
        ? undefined
        : daily.map((one) => ({ timestamp: moment(one.day), in: amount(one.in), out: amount(one.out) })),
    priceUsd: amount(priceUsd),
    recorded: {
      days: counts.days,
      daysOverKink: counts.overKink,
      daysWithRewards: counts.withRewards,
      kinkUtilization,
      highestBorrowApy: rate(highest?.apy),
      highestBorrowApyAt: highest && moment(highest.time),
    },
  };
}

/** Milliseconds since the epoch; `to` is exclusive. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function toWireEvent({ time, marketId, kind, field, before, after }: RecordedEvent): RecordEvent {
  return { timestamp: moment(time), marketId, kind, field, before, after };
}

/** `events` newest first. */
function timesAway(events: readonly RecordedEvent[], until: number): Stretch[] {
  const away: Stretch[] = [];
  let to = until;
  for (const { kind, time } of events)
    if (kind === "back") to = time;
    else if (kind === "gone") away.push({ from: time, to });
  return away;
}

/** Whole hours without a mean, newest first. `hours` are the starts of known hours; `excused` times are no gap. */
export function gapsOf(hours: Iterable<number>, { from, to }: Stretch, excused: readonly Stretch[]): Gap[] {
  const known = new Set(hours);
  const gaps: { from: number; to: number }[] = [];
  for (let hour = Math.ceil(from / hourMs) * hourMs; hour + hourMs <= to; hour += hourMs) {
    if (known.has(hour)) continue;
    if (excused.some((away) => hour < away.to && away.from < hour + hourMs)) continue;
    const last = gaps.at(-1);
    if (last?.to === hour) last.to = hour + hourMs;
    else gaps.push({ from: hour, to: hour + hourMs });
  }
  return gaps.toReversed().map((gap) => ({ from: moment(gap.from), to: moment(gap.to) }));
}
