import { setImmediate as nextTurn } from "node:timers/promises";
import { dayMs, hourMs } from "../../contract/units.ts";
import type { MarketSource } from "../sources/market-source.ts";
import { figureNames, type FigureName, type Figures, type MarketSnapshot } from "../store/figures.ts";
import type { Lease } from "../store/lease.ts";
import type { MarketStore } from "../store/market-store.ts";
import type { HourlyRow, Poll } from "../store/poll.ts";
import { pollSource } from "./poll-source.ts";

const filledMs = 30 * dayMs;
/** Covered by readings, because pages compare the last day reading by reading. */
const recentMs = 25 * hourMs;
/** A poll of the simulation takes 50 ms; hours between polls are interpolated. */
const olderStepMs = 2 * dayMs;
const recentStepMs = 2 * hourMs;

/** Set by the protocol: they change at once and are not interpolated. */
const settings: ReadonlySet<FigureName> = new Set<FigureName>([
  "maxDeposit",
  "maxBorrow",
  "maxLtv",
  "liquidationLtv",
  "liquidationPenalty",
  "maxLeverage",
]);

interface FillOptions {
  readonly store: MarketStore;
  readonly lease: Lease;
  readonly sourceAt: (now: () => number) => MarketSource;
  readonly holdMs: number;
  readonly signal: AbortSignal;
  readonly now: number;
}

interface Filled {
  readonly polls: number;
  readonly hours: number;
}

/** The last 30 days at the first start, later the time since the last poll. Undefined if nothing is missing. */
export async function fillDemo(options: FillOptions): Promise<Filled | undefined> {
  const { store, lease, sourceAt, holdMs, signal, now } = options;
  const last = (await store.lastPoll())?.time ?? -Infinity;
  if (now - last <= holdMs) return undefined;
  let time = 0;
  const source = sourceAt(() => time);
  const stepMs = Math.min(holdMs, hourMs);
  const recent = Math.floor((now - recentMs) / hourMs) * hourMs;
  let polls = 0;
  let hours = 0;
  let before: Poll | undefined;
  time = Math.ceil(Math.max(last + 1000, now - filledMs) / hourMs) * hourMs;
  while (time <= now) {
    const { poll } = await pollSource(source, signal, () => time);
    const from = before;
    if (from === undefined) await store.record([poll], lease);
    else {
      const times = timesBetween(from.time, time, stepMs);
      if (from.time < recent) {
        const rows = hoursBetween(from, poll);
        await store.addHours(rows, times, lease);
        await store.record([poll], lease);
        hours += rows.length;
      } else await store.record([...times.map((at) => pollBetween(from, poll, at)), poll], lease);
    }
    polls += 1;
    before = poll;
    const next = time < recent ? Math.min(time + olderStepMs, recent) : time + recentStepMs;
    time = next > now && time < now ? now : next;
    await nextTurn();
  }
  return polls === 0 ? undefined : { polls, hours };
}

function timesBetween(from: number, to: number, stepMs: number): number[] {
  const times: number[] = [];
  for (let time = from + stepMs; time < to; time += stepMs) times.push(time);
  return times;
}

/** Without predictions, which come and go and have no averages. */
function hoursBetween(before: Poll, after: Poll): HourlyRow[] {
  const times = [before.time, ...timesBetween(before.time, after.time, hourMs)];
  const lasting = pairs(before, after).filter(([{ type }]) => type !== "prediction");
  return lasting.flatMap(([market, next]) =>
    times.map((time) => ({
      marketId: market.id,
      time,
      figures: figuresBetween(market, next, shareOf(before, after, time)),
    })),
  );
}

function pairs(before: Poll, after: Poll): (readonly [MarketSnapshot, MarketSnapshot])[] {
  const later = new Map(after.markets.map((market) => [market.id, market]));
  return before.markets.flatMap((market) => {
    const next = later.get(market.id);
    return next === undefined ? [] : [[market, next] as const];
  });
}

function pollBetween(before: Poll, after: Poll, time: number): Poll {
  const share = shareOf(before, after, time);
  const markets = pairs(before, after).map(([market, next]) =>
    Object.assign({}, market, { figures: figuresBetween(market, next, share) }),
  );
  return { ...before, time, markets };
}

function shareOf(before: Poll, after: Poll, time: number): number {
  return (time - before.time) / (after.time - before.time);
}

function figuresBetween({ figures }: MarketSnapshot, next: MarketSnapshot, share: number): Figures {
  const between: { [Name in FigureName]?: number } = {};
  for (const name of figureNames) {
    const was = figures[name];
    const is = next.figures[name];
    if (was === undefined || is === undefined) continue;
    between[name] = settings.has(name) ? was : was + (is - was) * share;
  }
  return between;
}
