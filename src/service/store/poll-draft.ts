import { setImmediate as nextTurn } from "node:timers/promises";
import { figureNames, roundFigures, type Figures } from "../../domain/record/figures.ts";
import { emptyBody, eventsBetween, type MarketEvent } from "../../domain/record/events.ts";
import type { Poll } from "../../domain/record/poll.ts";
import { StoreFault } from "./engine/database.ts";
import type { Value } from "./sql/dialect.ts";
import { isRate, rateUnit } from "./sql/schema.ts";
import { hour } from "./sql/windows.ts";
import { isStorable, isStorableId } from "./storable-text.ts";

/** Seconds. */
interface Remembered {
  readonly key: number;
  otherDebt: 0 | 1;
  goneSince: number | null;
  /** As of the last poll that read it. */
  last: Figures | undefined;
  /** `isOpen` while every poll since has found the same. */
  snapshotTime: number;
  isOpen: boolean;
}

export interface Memory {
  readonly token: number;
  readonly markets: Map<string, Remembered>;
  lastKey: number;
  lastTime: number;
  hasComplete: boolean;
}

export class Draft {
  /** By market and time: one may be ended after it was added. */
  readonly snapshots = new Map<string, Value[]>();
  readonly newMarkets: Value[][] = [];
  readonly events: Value[][] = [];
  readonly polls: Value[][] = [];
  /** Whose `goneSince` or `otherDebt` is another. */
  readonly changed = new Set<Remembered>();

  put(market: Remembered, time: number, until: number | null, figures: Figures): void {
    this.snapshots.set(`${market.key} ${time}`, snapshotRow(market.key, time, until, figures));
    market.snapshotTime = time;
    market.isOpen = until === null;
  }

  report({ key }: Remembered, time: number, found: MarketEvent): void {
    const { kind, field = "", before = null, after = null } = found;
    this.events.push([time, key, kind, field, before, after]);
  }
}

export const untilColumn = 2;

export function snapshotRow(market: number, time: number, until: number | null, figures: Figures): Value[] {
  const values = figureNames.map((name) => {
    const value = figures[name];
    if (value === undefined) return null;
    return isRate(name) ? Math.round(value * rateUnit) : value;
  });
  return [market, time, until, ...values];
}

export function isSameHour(left: number, right: number): boolean {
  return Math.floor(left / hour) === Math.floor(right / hour);
}

export function isSame(left: Figures, right: Figures): boolean {
  return figureNames.every((name) => left[name] === right[name]);
}

const marketsATurn = 1000;
/** Bounds the instance's memory; markets beyond are served but not recorded. */
const mostMarkets = 100_000;

/** Updates `memory`, which is valid once the draft is written. @throws StoreFault clock */
export async function takePoll(memory: Memory, draft: Draft, poll: Poll): Promise<void> {
  const time = Math.floor(poll.time / 1000);
  if (time <= memory.lastTime) throw new StoreFault("clock");
  const seen = new Set<number>();
  let live = 0;
  for (const { goneSince } of memory.markets.values()) if (goneSince === null) live += 1;
  for (const [index, snapshot] of poll.markets.entries()) {
    if (index % marketsATurn === marketsATurn - 1) await nextTurn();
    const { id, type, provider, debtInOtherToken, body = emptyBody } = snapshot;
    // One odd market must not cost the whole poll.
    if (!isStorableId(id) || !isStorable(type) || !isStorable(provider)) continue;
    const figures = roundFigures(snapshot.figures);
    const otherDebt = debtInOtherToken === true ? 1 : 0;
    let market = memory.markets.get(id);
    if (market === undefined) {
      if (live >= mostMarkets) continue;
      live += 1;
      memory.lastKey += 1;
      market = newRemembered(memory.lastKey, otherDebt, null);
      memory.markets.set(id, market);
      draft.newMarkets.push([market.key, id, type, provider, time, null, body, otherDebt]);
      // Markets of the very first poll are not new.
      if (memory.hasComplete) draft.report(market, time, { kind: "first-seen" });
    } else if (seen.has(market.key)) continue;
    else if (market.goneSince !== null) {
      market.goneSince = null;
      draft.changed.add(market);
      draft.report(market, time, { kind: "back" });
    } else if (market.last !== undefined)
      for (const found of eventsBetween(market.last, figures)) draft.report(market, time, found);
    if (market.otherDebt !== otherDebt) {
      market.otherDebt = otherDebt;
      draft.changed.add(market);
    }
    seen.add(market.key);
    const isValid = market.isOpen && isSameHour(market.snapshotTime, time);
    if (!isValid || market.last === undefined || !isSame(market.last, figures))
      draft.put(market, time, null, figures);
    market.last = figures;
  }
  const isWhole = poll.complete && poll.setAside === 0;
  for (const market of memory.markets.values()) {
    if (market.goneSince !== null || seen.has(market.key)) continue;
    if (isWhole) {
      market.goneSince = time;
      draft.changed.add(market);
      draft.report(market, time, { kind: "gone" });
      // An empty snapshot ends the known data right after this poll.
      draft.put(market, time, time + 1, {});
    } else if (market.isOpen) {
      // This poll has not read the market, so its snapshot ends before.
      if (isSameHour(market.snapshotTime, time))
        draft.put(market, market.snapshotTime, time, market.last ?? {});
      market.isOpen = false;
    }
  }
  draft.polls.push([time, poll.complete ? 1 : 0, seen.size, poll.pages, poll.setAside]);
  memory.lastTime = time;
  memory.hasComplete ||= poll.complete;
}

export function newRemembered(key: number, otherDebt: 0 | 1, goneSince: number | null): Remembered {
  return { key, otherDebt, goneSince, last: undefined, snapshotTime: -Infinity, isOpen: false };
}
