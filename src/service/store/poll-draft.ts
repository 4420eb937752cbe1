import { setImmediate as nextTurn } from "node:timers/promises";
import { StoreFault, type Step, type Value } from "./engine/database.ts";
import { figureNames, roundFigures, type Figures, type MarketSnapshot } from "./figures.ts";
import { eventsBetween, type MarketEvent, type RecordedEvent } from "./market-events.ts";
import type { Poll } from "./market-store.ts";
import { isStorable, isStorableId } from "./storable-text.ts";
import { hour } from "./sql/windows.ts";

/** One odd market must not cost the whole poll. */
function isRecordable({ id, type, provider }: MarketSnapshot): boolean {
  return isStorableId(id) && isStorable(type) && isStorable(provider);
}

export const noBody = "";

/** Seconds. */
export interface Remembered {
  readonly key: number;
  otherDebt: 0 | 1;
  goneSince: number | undefined;
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

interface Draft {
  readonly snapshots: Value[][];
  readonly latest: Map<number, Value[]>;
  readonly newMarkets: Value[][];
  readonly events: RecordedEvent[];
  readonly eventRows: Value[][];
  readonly steps: Step[];
  readonly pollRows: Value[][];
}

export function newDraft(): Draft {
  return {
    snapshots: [],
    latest: new Map(),
    newMarkets: [],
    events: [],
    eventRows: [],
    steps: [],
    pollRows: [],
  };
}

const untilColumn = 2;

export function snapshotRow(market: number, time: number, until: number | null, figures: Figures): Value[] {
  return [market, time, until, ...figureNames.map((name) => figures[name] ?? null)];
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
  const report = (market: Remembered, id: string, event: MarketEvent): void => {
    draft.events.push({ ...event, time: time * 1000, marketId: id });
    draft.eventRows.push([
      time,
      market.key,
      event.kind,
      event.field ?? "",
      event.before ?? null,
      event.after ?? null,
    ]);
  };
  const add = (market: Remembered, until: number | null, figures: Figures): void => {
    const row = snapshotRow(market.key, time, until, figures);
    draft.snapshots.push(row);
    draft.latest.set(market.key, row);
    market.snapshotTime = time;
    market.isOpen = until === null;
  };
  const addChanged = (market: Remembered, figures: Figures): void => {
    const isUnchanged =
      market.isOpen &&
      isSameHour(market.snapshotTime, time) &&
      market.last !== undefined &&
      isSame(market.last, figures);
    if (!isUnchanged) add(market, null, figures);
    market.last = figures;
  };
  /** An incomplete poll has not read the market, so its snapshot ends before. */
  const close = (market: Remembered): void => {
    if (!market.isOpen) return;
    market.isOpen = false;
    if (!isSameHour(market.snapshotTime, time)) return;
    const row = draft.latest.get(market.key);
    if (row !== undefined) row[untilColumn] = time;
    else
      draft.steps.push({
        kind: "run",
        sql: "update snapshot set until = $1 where market = $2 and time = $3",
        values: [time, market.key, market.snapshotTime],
      });
  };

  let live = 0;
  for (const { goneSince } of memory.markets.values()) if (goneSince === undefined) live += 1;
  for (const [index, snapshot] of poll.markets.entries()) {
    if (index % marketsATurn === marketsATurn - 1) await nextTurn();
    if (!isRecordable(snapshot)) continue;
    const { id, type, provider, debtInOtherToken, body } = snapshot;
    const figures = roundFigures(snapshot.figures);
    let market = memory.markets.get(id);
    const otherDebt = debtInOtherToken === true ? 1 : 0;
    if (market === undefined) {
      if (live >= mostMarkets) continue;
      live += 1;
      memory.lastKey += 1;
      market = newRemembered(memory.lastKey, otherDebt);
      memory.markets.set(id, market);
      draft.newMarkets.push([market.key, id, type, provider, time, null, body ?? noBody, otherDebt]);
      // Markets of the very first poll are not new.
      if (memory.hasComplete) report(market, id, { kind: "first-seen" });
    } else if (seen.has(market.key)) continue;
    else if (market.goneSince !== undefined) {
      market.goneSince = undefined;
      draft.steps.push(updateOf("gone_since", market.key, null));
      report(market, id, { kind: "back" });
    } else if (market.last !== undefined)
      for (const event of eventsBetween(market.last, figures)) report(market, id, event);
    if (market.otherDebt !== otherDebt) {
      market.otherDebt = otherDebt;
      draft.steps.push(updateOf("other_debt", market.key, otherDebt));
    }
    seen.add(market.key);
    addChanged(market, figures);
  }
  const isWhole = poll.complete && poll.setAside === 0;
  for (const [id, market] of memory.markets) {
    if (market.goneSince !== undefined || seen.has(market.key)) continue;
    if (!isWhole) {
      close(market);
      continue;
    }
    market.goneSince = time;
    draft.steps.push(updateOf("gone_since", market.key, time));
    report(market, id, { kind: "gone" });
    // An empty snapshot ends the known data right after this poll.
    add(market, time + 1, {});
  }
  draft.pollRows.push([time, poll.complete ? 1 : 0, seen.size, poll.pages, poll.setAside]);
  memory.lastTime = time;
  memory.hasComplete ||= poll.complete;
}

export function newRemembered(key: number, otherDebt: 0 | 1): Remembered {
  return {
    key,
    otherDebt,
    goneSince: undefined,
    last: undefined,
    snapshotTime: Number.NEGATIVE_INFINITY,
    isOpen: false,
  };
}

function updateOf(column: "gone_since" | "other_debt", key: number, value: number | null): Step {
  return { kind: "run", sql: `update market set ${column} = $1 where key = $2`, values: [value, key] };
}
