// What walks change, before it is written: points, events, markets that are new, gone or back. In memory alone, without a database.
import { setImmediate as nextTurn } from "node:timers/promises";
import { isWellFormed } from "../../contract/names/characters.ts";
import { StoreFault, type Step, type Value } from "./engine/database.ts";
import { eventsBetween, type MarketEvent } from "./market-events.ts";
import type { RecordedEvent, Walk } from "./market-store.ts";
import type { Point, SeenMarket } from "./point.ts";

/** An index of Postgres takes 2700 bytes, and a letter may have four. */
const longestId = 300;

/** Whether there may be a market of this id: no text in Postgres has a zero byte, or half a surrogate pair. */
export function isNameable(id: string): boolean {
  return id.length <= longestId && isStorable(id);
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && isWellFormed(text);
}

/** Others are served like any, and not recorded: one of them must not cost the walk it came with. */
function isRecordable({ id, type, provider }: SeenMarket): boolean {
  return isNameable(id) && isStorable(type) && isStorable(provider);
}

/** In the place of a body that is not kept. */
export const noBody = "";

/** A market as the writing instance remembers it. */
export interface Remembered {
  readonly key: number;
  otherDebt: 0 | 1;
  goneSince: number | undefined;
  /** What the last walk that saw it said. */
  last: Point | undefined;
}

export interface Memory {
  readonly token: number;
  /** Those that are there, and the gone ones that walks have seen. */
  readonly markets: Map<string, Remembered>;
  lastKey: number;
  lastTime: number;
  hasComplete: boolean;
}

/** What a call of `record` is about to write. */
interface Draft {
  /** What is added to each market, by its key: whole seconds since the epoch, and the point. */
  readonly added: Map<number, (readonly [number, Point])[]>;
  readonly newMarkets: Value[][];
  readonly events: RecordedEvent[];
  readonly eventRows: Value[][];
  readonly steps: Step[];
  readonly tickRows: Value[][];
  points: number;
}

export function newDraft(): Draft {
  return {
    added: new Map(),
    newMarkets: [],
    events: [],
    eventRows: [],
    steps: [],
    tickRows: [],
    points: 0,
  };
}

/** So many markets are looked at before somebody else has a turn. */
const marketsATurn = 1000;
/** Markets that are there at a time. Those beyond are served and not recorded: the writing instance remembers each. */
const mostMarkets = 100_000;

/**
 * Works out what a walk adds and changes. `memory` then says what is once the draft is written.
 * @throws StoreFault clock, where the walk is not later than the last
 */
export async function takeWalk(memory: Memory, draft: Draft, walk: Walk): Promise<void> {
  const time = Math.floor(walk.time / 1000);
  if (time <= memory.lastTime) throw new StoreFault("clock");
  const seen = new Set<number>();
  const tell = (market: Remembered, id: string, event: MarketEvent): void => {
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
  const keep = (key: number, point: Point): void => {
    const added = draft.added.get(key);
    if (added === undefined) draft.added.set(key, [[time, point]]);
    else added.push([time, point]);
  };
  let live = 0;
  for (const { goneSince } of memory.markets.values()) if (goneSince === undefined) live += 1;
  for (const [index, seenMarket] of walk.markets.entries()) {
    if (index % marketsATurn === marketsATurn - 1) await nextTurn();
    if (!isRecordable(seenMarket)) continue;
    const { id, type, provider, point, debtInOtherToken, body } = seenMarket;
    let market = memory.markets.get(id);
    const otherDebt = debtInOtherToken === true ? 1 : 0;
    if (market === undefined) {
      if (live >= mostMarkets) continue;
      live += 1;
      memory.lastKey += 1;
      market = { key: memory.lastKey, otherDebt, goneSince: undefined, last: undefined };
      memory.markets.set(id, market);
      draft.newMarkets.push([market.key, id, type, provider, time, null, body ?? noBody, otherDebt]);
      // What the very first walk finds is not new: it was there before anybody looked.
      if (memory.hasComplete) tell(market, id, { kind: "first-seen" });
    } else if (seen.has(market.key)) continue;
    else if (market.goneSince !== undefined) {
      market.goneSince = undefined;
      draft.steps.push(updateOf("gone_since", market.key, null));
      tell(market, id, { kind: "back" });
    } else if (market.last !== undefined)
      for (const event of eventsBetween(market.last, point)) tell(market, id, event);
    if (market.otherDebt !== otherDebt) {
      market.otherDebt = otherDebt;
      draft.steps.push(updateOf("other_debt", market.key, otherDebt));
    }
    market.last = point;
    seen.add(market.key);
    keep(market.key, point);
    draft.points += 1;
  }
  if (walk.complete && walk.setAside === 0)
    for (const [id, market] of memory.markets) {
      if (market.goneSince !== undefined || seen.has(market.key)) continue;
      market.goneSince = time;
      draft.steps.push(updateOf("gone_since", market.key, time));
      tell(market, id, { kind: "gone" });
      // What says nothing ends what was said before.
      keep(market.key, {});
    }
  draft.tickRows.push([time, walk.complete ? 1 : 0, seen.size, walk.pages, walk.setAside]);
  memory.lastTime = time;
  memory.hasComplete ||= walk.complete;
}

function updateOf(column: "gone_since" | "other_debt", key: number, value: number | null): Step {
  return { kind: "run", sql: `update markets set ${column} = $1 where key = $2`, values: [value, key] };
}
