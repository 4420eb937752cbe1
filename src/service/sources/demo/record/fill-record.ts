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
import { inPortions } from "../../../waiting.ts";
import type { DemoSource } from "../demo-source.ts";
import type { SimulatedFigures } from "../products/rated-product.ts";

const filledMs = 30 * dayMs;
/** Filled with single readings, because pages compare the last day reading by reading. */
const recentMs = 25 * hourMs;
/** Polls are this far apart, because one takes 50 ms. The readings in between are computed without one. */
const olderStepMs = 2 * dayMs;
const recentStepMs = 2 * hourMs;
const marketsAtOnce = 250;

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
      await store.record([...pollsBetween(source, from ?? poll, poll, times), poll], lease);
    else {
      filled.hours += await store.addHours(hoursBetween(source, from, poll), times, lease);
      await store.record([poll], lease);
    }
    filled.polls += 1;
    before = poll;
    const next = time < recent ? Math.min(time + olderStepMs, recent) : time + recentStepMs;
    time = next > now && time < now ? now : next;
    await nextTurn();
  }
  return filled.polls === 0 ? undefined : filled;
}

/** In portions, because two days of 10,000 markets are half a million rows. */
async function* hoursBetween(source: DemoSource, before: Poll, after: Poll) {
  const between = marketsBetween(source, before, after);
  for (const time of range(before.time, after.time, hourMs))
    for await (const some of inPortions(before.markets, marketsAtOnce))
      yield between(some, time).map(({ id, figures }) => ({ marketId: id, time, figures }));
}

function pollsBetween(source: DemoSource, before: Poll, after: Poll, times: readonly number[]): Poll[] {
  const between = marketsBetween(source, before, after);
  return times.map((time) => ({ ...before, time, markets: between(before.markets, time) }));
}

/** Of the markets that both polls contain. Rates and totals are the simulation's; the other figures are interpolated. */
function marketsBetween(source: DemoSource, before: Poll, after: Poll) {
  const later = new Map(after.markets.map(({ id, figures }) => [id, figures]));
  return (markets: readonly MarketSnapshot[], time: number): readonly MarketSnapshot[] => {
    const share = (time - before.time) / (after.time - before.time);
    return markets.flatMap((market): MarketSnapshot[] => {
      const next = later.get(market.id);
      if (next === undefined) return [];
      const exact = source.figuresAt(market.id, time) ?? {};
      return [{ ...market, figures: figuresBetween(market.figures, next, share, exact) }];
    });
  };
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
