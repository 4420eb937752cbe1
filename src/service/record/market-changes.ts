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
  const marketIds = [request.id];
  const startTime = firstDay(changedDays, until);
  const endTime = until + 1;
  const [market] = await store.history({
    marketIds,
    startTime,
    endTime,
    resolution: "1h",
    names: ["coverage"],
  });
  if (market === undefined) return undefined;
  const { type, provider, firstSeen, goneSince, series: hourly } = market;
  const last = (await analysis.lastReadings({ marketIds, from: until - holdMs, to: until })).get(request.id);
  const limit = request.limit ?? defaultEvents;
  const found = await store.events({
    since: 0,
    until: Math.min(request.until ?? endTime, endTime),
    marketIds,
    limit: limit + 1,
  });
  const events = found.slice(0, limit);
  const lastEvent = events.at(-1);

  const recordedFrom = Math.max(startTime, firstSeen);
  const away = timesAway(
    await store.events({ since: 0, until: endTime, marketIds, limit: mostEvents }),
    until,
  );
  const awayMs = away.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.to, until) - Math.max(one.from, recordedFrom)),
    0,
  );
  const windows = flowDays.map((days) => until - days * dayMs);
  const knownMs = (await analysis.knownMs({ marketIds, windows: [...windows, recordedFrom], until })).get(
    request.id,
  );
  const priceUsd = last === undefined ? undefined : priceOf(last.figures);
  const amounts = { marketIds, until, from: startTime, resolution: "1h", withStart: false } as const;
  const sums = (await analysis.flows({ ...amounts, windows })).get(request.id) ?? [];
  const flows = flowDays.flatMap((days, index) => {
    const window = windows[index] ?? until;
    const own = sums.find((one) => one.window === window);
    return own === undefined
      ? []
      : [toFlow(own, days, { knownMs: knownMs?.get(window) ?? 0, until, priceUsd })];
  });
  const daily = await analysis.dailyFlows({ marketIds, from: startTime, to: until });
  const between = { marketIds, from: startTime, to: until };
  const counts = await analysis.countDays(between, kinkUtilization);
  const highest = await analysis.highestBorrow(between);
  const averages = await analysis.averages({ marketIds, windows: averageWindows(until), until });
  return {
    marketId: request.id,
    type,
    provider,
    until: moment(until),
    everyMs,
    firstSeen: moment(firstSeen),
    goneSince: goneSince === undefined ? undefined : moment(goneSince),
    events: events.map(toWireEvent),
    before: found.length > limit && lastEvent !== undefined ? moment(lastEvent.time) : undefined,
    coverage: share(knownMs?.get(recordedFrom) ?? 0, until - recordedFrom - awayMs),
    gaps: gapsOf(hourly.times, { from: recordedFrom, to: until }, away).slice(0, mostRecordItems),
    averages: toAverages(averages.get(request.id) ?? [], market, until),
    ...(flows.length === 0
      ? {}
      : {
          flows,
          dailyFlows: daily.map(({ day, ...one }) => ({
            timestamp: moment(day),
            in: amount(one.in),
            out: amount(one.out),
          })),
        }),
    priceUsd: amount(priceUsd),
    recorded: {
      days: counts.days,
      daysOverKink: counts.overKink,
      daysWithRewards: counts.withRewards,
      kinkUtilization,
      ...(highest === undefined
        ? {}
        : { highestBorrowApy: rate(highest.apy), highestBorrowApyAt: moment(highest.time) }),
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
