import { setImmediate as nextTurn } from "node:timers/promises";
import { figureNames, roundFigures, type Figures } from "../../domain/record/figures.ts";
import { emptyBody, eventsBetween, type MarketEvent } from "../../domain/record/events.ts";
import type { MarketSnapshot, Poll } from "../../domain/record/poll.ts";
import { StoreFault } from "./engine/database.ts";
import { isStorable, isStorableId, type Value } from "./sql/dialect.ts";
import { isRate, rateUnit } from "./sql/schema.ts";
import { hour } from "./sql/windows.ts";

/** Times are in seconds. */
interface MarketState {
  readonly key: number;
  otherDebt: 0 | 1;
  goneSince: number | null;
  /** The figures of the last poll that contained the market. */
  last: Figures | undefined;
  /** `isOpen`: every poll since `snapshotTime` has found the same figures. */
  snapshotTime: number;
  isOpen: boolean;
}

export interface Memory {
  readonly token: number;
  readonly markets: Map<string, MarketState>;
  lastKey: number;
  lastTime: number;
  hasComplete: boolean;
}

export class Draft {
  /** Keyed by market and time, because a snapshot may be ended after it was added. */
  readonly snapshots = new Map<string, Value[]>();
  readonly newMarkets: Value[][] = [];
  readonly events: Value[][] = [];
  readonly polls: Value[][] = [];
  /** Markets whose `goneSince` or `otherDebt` has changed. */
  readonly changed = new Set<MarketState>();

  put(market: MarketState, time: number, until: number | null, figures: Figures): void {
    this.snapshots.set(`${market.key} ${time}`, snapshotRow(market.key, time, until, figures));
    market.snapshotTime = time;
    market.isOpen = until === null;
  }

  report({ key }: MarketState, time: number, found: MarketEvent): void {
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
/** Bounds the memory of an instance. Further markets are served but not recorded. */
const maxMarkets = 100_000;

/** Updates `memory`, which is valid only once the draft is written. @throws StoreFault clock */
export async function takePoll(memory: Memory, draft: Draft, poll: Poll): Promise<void> {
  const time = Math.floor(poll.time / 1000);
  if (time <= memory.lastTime) throw new StoreFault("clock");
  const seen = new Set<MarketState>();
  const live = [...memory.markets.values()].filter(({ goneSince }) => goneSince === null).length;
  const maxNew = draft.newMarkets.length + maxMarkets - live;
  for (const [index, snapshot] of poll.markets.entries()) {
    if (index % marketsATurn === marketsATurn - 1) await nextTurn();
    const market = findOrAdd(memory, draft, snapshot, time, maxNew);
    if (market === undefined || seen.has(market)) continue;
    seen.add(market);
    takeReading(draft, market, snapshot, time);
  }
  const isWhole = poll.complete && poll.setAside === 0;
  for (const market of memory.markets.values())
    if (market.goneSince === null && !seen.has(market)) takeAbsence(draft, market, time, isWhole);
  draft.polls.push([time, poll.complete ? 1 : 0, seen.size, poll.pages, poll.setAside]);
  memory.lastTime = time;
  memory.hasComplete ||= poll.complete;
}

/** Undefined for a market that cannot be recorded, so that one odd market does not fail the whole poll. */
function findOrAdd(
  memory: Memory,
  draft: Draft,
  snapshot: MarketSnapshot,
  time: number,
  maxNew: number,
): MarketState | undefined {
  const { id, type, provider, body = emptyBody } = snapshot;
  if (!isStorableId(id) || !isStorable(type) || !isStorable(provider)) return undefined;
  const known = memory.markets.get(id);
  if (known !== undefined || draft.newMarkets.length >= maxNew) return known;
  memory.lastKey += 1;
  const added = newState(memory.lastKey, otherDebtOf(snapshot), null);
  memory.markets.set(id, added);
  draft.newMarkets.push([added.key, id, type, provider, time, null, body, added.otherDebt]);
  // In the very first poll, every market is new: do not report them.
  if (memory.hasComplete) draft.report(added, time, { kind: "first-seen" });
  return added;
}

function takeReading(draft: Draft, market: MarketState, snapshot: MarketSnapshot, time: number): void {
  const figures = roundFigures(snapshot.figures);
  const otherDebt = otherDebtOf(snapshot);
  if (market.goneSince !== null) draft.report(market, time, { kind: "back" });
  else if (market.last !== undefined)
    for (const found of eventsBetween(market.last, figures)) draft.report(market, time, found);
  if (market.goneSince !== null || market.otherDebt !== otherDebt) draft.changed.add(market);
  market.goneSince = null;
  market.otherDebt = otherDebt;
  const isValid = market.isOpen && isSameHour(market.snapshotTime, time);
  if (!isValid || market.last === undefined || !isSame(market.last, figures))
    draft.put(market, time, null, figures);
  market.last = figures;
}

function takeAbsence(draft: Draft, market: MarketState, time: number, isWhole: boolean): void {
  if (isWhole) {
    market.goneSince = time;
    draft.changed.add(market);
    draft.report(market, time, { kind: "gone" });
    // An empty snapshot marks the end of the known figures, right after this poll.
    draft.put(market, time, time + 1, {});
  } else if (market.isOpen) {
    // This poll did not read the market, so its snapshot ends before the poll.
    if (isSameHour(market.snapshotTime, time))
      draft.put(market, market.snapshotTime, time, market.last ?? {});
    market.isOpen = false;
  }
}

function otherDebtOf({ debtInOtherToken }: MarketSnapshot): 0 | 1 {
  return debtInOtherToken === true ? 1 : 0;
}

export function newState(key: number, otherDebt: 0 | 1, goneSince: number | null): MarketState {
  return { key, otherDebt, goneSince, last: undefined, snapshotTime: -Infinity, isOpen: false };
}
