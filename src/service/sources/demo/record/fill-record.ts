// Simulates the record for the time when the demo was not polled.
import { setImmediate as nextTurn } from "node:timers/promises";
import { range } from "d3-array";
import { dayMs, hourMs } from "../../../../contract/units.ts";
import {
  figuresFrom,
  parameterNames,
  type FigureName,
  type Figures,
} from "../../../../domain/record/figures.ts";
import type { MarketSnapshot, Poll } from "../../../../domain/record/poll.ts";
import { pollSource } from "../../../recorder/poll-source.ts";
import type { Lease } from "../../../store/engine/database.ts";
import type { MarketStore } from "../../../store/market-store.ts";
import type { DemoSource } from "../demo-source.ts";
import type { SimulatedFigures } from "../products/rated-product.ts";

const filledMs = 30 * dayMs;
/** Filled with single readings, because pages compare the last day reading by reading. */
const recentMs = 25 * hourMs;
/** Polls are this far apart, because one takes 50 ms. The readings in between are computed without one. */
const olderStepMs = 2 * dayMs;
const recentStepMs = 2 * hourMs;

/** Parameters are steps, so they are not interpolated. */
const parameters: ReadonlySet<FigureName> = new Set(parameterNames);

interface FillOptions {
  readonly store: MarketStore;
  readonly lease: Lease;
  readonly sourceAt: (now: () => number) => DemoSource;
  readonly holdMs: number;
  readonly signal: AbortSignal;
  readonly now: number;
}

/** Fills the last 30 days at the first start, later the time since the last poll. Undefined if nothing is missing. */
export async function fillRecord({ store, lease, sourceAt, holdMs, signal, now }: FillOptions) {
  const last = (await store.lastPollTime()) ?? -Infinity;
  if (now - last <= holdMs) return undefined;
  let time = Math.ceil(Math.max(last + 1000, now - filledMs) / hourMs) * hourMs;
  const source = sourceAt(() => time);
  const stepMs = Math.min(holdMs, hourMs);
  const recent = Math.floor((now - recentMs) / hourMs) * hourMs;
  const filled = { polls: 0, hours: 0 };
  let before: Poll | undefined;
  while (time <= now) {
    const { poll } = await pollSource(source, signal, () => time);
    const from = before;
    const times = from === undefined ? [] : range(from.time + stepMs, time, stepMs);
    if (from === undefined || from.time >= recent)
      await store.record([...times.map((at) => pollBetween(source, from ?? poll, poll, at)), poll], lease);
    else {
      const rows = hoursBetween(source, from, poll);
      await store.addHours(rows, times, lease);
      await store.record([poll], lease);
      filled.hours += rows.length;
    }
    filled.polls += 1;
    before = poll;
    const next = time < recent ? Math.min(time + olderStepMs, recent) : time + recentStepMs;
    time = next > now && time < now ? now : next;
    await nextTurn();
  }
  return filled.polls === 0 ? undefined : filled;
}

function hoursBetween(source: DemoSource, before: Poll, after: Poll) {
  return range(before.time, after.time, hourMs).flatMap((time) =>
    pollBetween(source, before, after, time).markets.map(({ id, figures }) => ({
      marketId: id,
      time,
      figures,
    })),
  );
}

/** Of the markets that both polls contain. Rates and totals are the simulation's; the other figures are interpolated. */
function pollBetween(source: DemoSource, before: Poll, after: Poll, time: number): Poll {
  const share = (time - before.time) / (after.time - before.time);
  const later = new Map(after.markets.map(({ id, figures }) => [id, figures]));
  const markets = before.markets.flatMap((market): MarketSnapshot[] => {
    const next = later.get(market.id);
    if (next === undefined) return [];
    const exact = source.figuresAt(market.id, time) ?? {};
    return [{ ...market, figures: figuresBetween(market.figures, next, share, exact) }];
  });
  return { ...before, time, markets };
}

/** Only has the figures that `before` has, because the market publishes no others. */
function figuresBetween(before: Figures, after: Figures, share: number, exact: SimulatedFigures): Figures {
  return figuresFrom((name) => {
    const was = before[name];
    if (was === undefined) return undefined;
    if (exact[name] !== undefined) return exact[name];
    const change = (after[name] ?? Number.NaN) - was;
    return parameters.has(name) && !Number.isNaN(change) ? was : was + change * share;
  });
}
