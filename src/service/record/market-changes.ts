// The record of one market as GET /v0/markets/{id}/changes tells it.
import { changedDays, flowDays, type MarketChanges } from "../../contract/record/market-changes.ts";
import { mostRecordItems, type RecordEvent } from "../../contract/record/record-parts.ts";
import { defaultEvents, type MarketChangesRequest } from "../../contract/record/record-request.ts";
import { dayMs, hourMs, startOfDay } from "../../contract/units.ts";
import { kinkUtilization } from "../../finance/dilution.ts";
import type { FlowStep } from "../../finance/flows/flow-steps.ts";
import type { MarketStore, RecordedEvent } from "../store/market-store.ts";
import { Series } from "../store/series.ts";
import { amount, moment, priceOf, rate, utilizationOf, type Pool } from "./figures.ts";
import type { Pace } from "./reading.ts";
import {
  averagesOf,
  firstDay,
  flowOf,
  flowStepsOf,
  gapsOf,
  knownMs,
  lastPointOf,
  share,
  type Stretch,
} from "./sums.ts";

/** More events of one market than this are none that say when it was gone. */
const mostEvents = 2000;

/**
 * @param until the last walk
 * @returns undefined where no market of this id is known
 */
export async function describeMarketChanges(
  store: MarketStore,
  request: MarketChangesRequest,
  until: number,
  { everyMs, holdMs }: Pace,
): Promise<MarketChanges | undefined> {
  const marketIds = [request.id];
  const startTime = firstDay(changedDays, until);
  const endTime = until + 1;
  const read = async (resolution: "raw" | "1h" | "1d", from: number): Promise<Series> =>
    (await store.history({ marketIds, startTime: from, endTime, resolution }))[0]?.series ?? new Series();
  const [market] = await store.history({ marketIds, startTime, endTime, resolution: "1h" });
  if (market === undefined) return undefined;
  const { type, provider, firstSeen, goneSince, series: hourly } = market;
  const daily = await read("1d", startTime);
  const last = lastPointOf(await read("raw", until - holdMs), until - holdMs, until);
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
  const away = awayStretches(
    await store.events({ since: 0, until: endTime, marketIds, limit: mostEvents }),
    until,
  );
  const awayMs = away.reduce(
    (sum, stretch) => sum + Math.max(0, Math.min(stretch.to, until) - Math.max(stretch.from, recordedFrom)),
    0,
  );
  const priceUsd = last === undefined ? undefined : priceOf(last.point);
  const steps = flowStepsOf(hourly, type, hourMs, { end: last });
  const flows = flowDays.flatMap((days) => flowOf(steps, hourly, days, until, priceUsd) ?? []);
  const dailyFlows = byDay(steps.filter(({ to }) => to > startTime));
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
    coverage: share(knownMs(hourly, recordedFrom, until), until - recordedFrom - awayMs),
    gaps: gapsOf(hourly, { from: recordedFrom, to: until }, away).slice(0, mostRecordItems),
    averages: averagesOf(daily, market, until),
    ...(flows.length === 0 ? {} : { flows, dailyFlows }),
    priceUsd: amount(priceUsd),
    recorded: { ...countDays(daily, market), kinkUtilization, ...highestBorrow(hourly) },
  };
}

/** An event as it is sent. */
export function toWireEvent({ time, marketId, kind, field, before, after }: RecordedEvent): RecordEvent {
  return { timestamp: moment(time), marketId, kind, field, before, after };
}

/** The stretches in which a market was gone, from its events, the newest first. */
function awayStretches(events: readonly RecordedEvent[], until: number): Stretch[] {
  const stretches: Stretch[] = [];
  let to = until;
  for (const { kind, time } of events)
    if (kind === "back") to = time;
    else if (kind === "gone") stretches.push({ from: time, to });
  return stretches;
}

function byDay(steps: readonly FlowStep[]): { timestamp: string; in: number; out: number }[] {
  const days = new Map<number, { in: number; out: number }>();
  for (const { to, flow } of steps) {
    // What ends at midnight was of the day before.
    const day = startOfDay(to - 1);
    const sums = days.get(day) ?? { in: 0, out: 0 };
    if (flow > 0) sums.in += flow;
    else sums.out -= flow;
    days.set(day, sums);
  }
  return [...days].map(([day, sums]) => ({
    timestamp: moment(day),
    in: amount(sums.in),
    out: amount(sums.out),
  }));
}

function countDays(
  daily: Series,
  market: Pool,
): Pick<MarketChanges["recorded"], "days" | "daysOverKink" | "daysWithRewards"> {
  let days = 0;
  let overKink: number | undefined;
  let withRewards: number | undefined;
  for (const index of daily.times.keys()) {
    const point = daily.pointAt(index);
    // Less than an hour says nothing about a day.
    if ((point.coverage ?? 0) < hourMs / dayMs) continue;
    days += 1;
    const used = utilizationOf(point, market);
    if (used !== undefined) overKink = (overKink ?? 0) + (used > kinkUtilization ? 1 : 0);
    if (point.rewardApy !== undefined) withRewards = (withRewards ?? 0) + (point.rewardApy > 0 ? 1 : 0);
  }
  return { days, daysOverKink: overKink, daysWithRewards: withRewards };
}

function highestBorrow(
  hourly: Series,
): Pick<MarketChanges["recorded"], "highestBorrowApy" | "highestBorrowApyAt"> {
  let highest: { apy: number; time: number } | undefined;
  for (const [index, seconds] of hourly.times.entries()) {
    const apy = hourly.columns.get("borrowApy")?.at(index);
    if (apy !== undefined && !(apy <= (highest?.apy ?? -Infinity))) highest = { apy, time: seconds * 1000 };
  }
  if (highest === undefined) return {};
  return { highestBorrowApy: rate(highest.apy), highestBorrowApyAt: moment(highest.time) };
}
