// Keeps the record and the list: opens the store, takes its turn as the one instance that writes, walks over the source at an even
// pace, and says how that goes. Whatever becomes of the store, the service answers without it.
import { randomUUID } from "node:crypto";
import { dayOf, hourMs } from "../../contract/units.ts";
import type { Log } from "../log.ts";
import type { MarketSource } from "../sources/market-source.ts";
import { StoreFault, type StoreFaultKind } from "../store/engine/database.ts";
import type { Lease } from "../store/lease.ts";
import type { MarketStore, Retention, Walk } from "../store/market-store.ts";
import { inTime } from "../waiting.ts";
import { Listing } from "./listing.ts";
import { pause, walkSource, type FinishedWalk } from "./walk-source.ts";

/** How the record stands. */
export type RecordState =
  | { readonly state: "opening" }
  /** This instance writes. */
  | { readonly state: "recording" }
  /** Another one does. */
  | { readonly state: "following" }
  | { readonly state: "failing"; readonly fault: StoreFaultKind };

export interface RecorderMeter {
  /** A walk that is over: how it ended, its markets, and how long it took. */
  walked(outcome: "complete" | "incomplete", markets: number, durationMs: number): void;
  state(state: RecordState): void;
  /** When the last walk was kept, in milliseconds since the epoch. */
  kept(time: number): void;
}

interface RecorderOptions {
  readonly open: () => Promise<MarketStore>;
  readonly source: MarketSource;
  readonly everyMs: number;
  /** How often the list that all instances serve is walked; absent: there is none. */
  readonly listEveryMs?: number;
  readonly retention: Retention;
  readonly log: Log;
  readonly meter: RecorderMeter;
  /** Told of every walk that was kept by this instance. */
  readonly onRecorded?: (store: MarketStore, walk: Walk, lease: Lease) => Promise<void>;
  readonly pace?: Partial<RecorderPace>;
}

interface RecorderPace {
  /** How often an instance asks for the lease, or renews it. */
  readonly turnMs: number;
  /** How long a lease lasts without: an instance that is killed is replaced after this and a turn at the latest. */
  readonly leaseMs: number;
  /** How long to leave a store alone that has failed. */
  readonly afterFaultMs: number;
  /** From one walk to the next, at least, where the first one could not be kept. */
  readonly betweenWalksMs: number;
}

const defaultPace: RecorderPace = {
  turnMs: 5000,
  leaseMs: 15_000,
  afterFaultMs: 10_000,
  betweenWalksMs: 60_000,
};
const closeWithinMs = 4000;

/** What an operator can do about a fault that does not pass by itself. */
const remedies: ReadonlyMap<StoreFaultKind, string> = new Map([
  [
    "other-source",
    "STORE holds the record of another source. Set STORE to a new file or database for this source, or set the source back.",
  ],
  ["newer", "A newer version has written this store. Start that version, or set STORE to another one."],
]);

export interface Recorder {
  readonly state: RecordState;
  /** The store while it can be read, whoever writes. */
  readonly store: MarketStore | undefined;
  /** When the last walk was kept, by any instance, as far as is known here; milliseconds since the epoch. */
  readonly lastKept: number | undefined;
  /** The last complete walk for the list, by any instance. */
  readonly listing: Listing | undefined;
  /** Ends the walk under way, gives the lease back and closes the store. */
  close(): Promise<void>;
}

/** Starts at once, and goes on until it is closed. */
export function startRecorder(options: RecorderOptions): Recorder {
  const { source, log, meter, everyMs, listEveryMs } = options;
  const pace = { ...defaultPace, ...options.pace };
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let store: MarketStore | undefined;
  let lease: Lease | undefined;
  let state: RecordState = { state: "opening" };
  let lastKept: number | undefined;
  let lastForgotten = -Infinity;
  let lastRolledUp = -Infinity;
  /** Why nothing could be written the last time. */
  let writeFault: StoreFaultKind | undefined;
  /** The engine's word for it. */
  let failedFor: string | undefined;
  let noWalkBefore = 0;
  let listing: Listing | undefined;
  /** Of the list in the store that was read last. */
  let listVersion: number | undefined;
  let noListBefore = 0;
  let hasFailed = false;

  /** @param reason a code of the store's engine, where it has failed */
  const become = (next: RecordState, reason?: string): void => {
    const before = state;
    state = next;
    if (before.state === next.state && faultOf(before) === faultOf(next) && reason === failedFor) return;
    failedFor = reason;
    meter.state(next);
    if (next.state === "failing")
      log.error("record-failing", { fault: next.fault, reason, remedy: remedies.get(next.fault) });
    else log.info("record", { state: next.state });
  };

  /** One turn: the lease, and the work of whoever has it. */
  const turn = async (opened: MarketStore): Promise<void> => {
    const held = await opened.lease(holder, pace.leaseMs);
    lease = held;
    const last = await opened.lastTick();
    if (last !== undefined) noteKept(last.time);
    // Whoever has just come serves what others have walked.
    if (listEveryMs !== undefined && (held === undefined || listing === undefined)) await readListing(opened);
    if (held === undefined) {
      become({ state: "following" });
      return;
    }
    if (writeFault === undefined) become({ state: "recording" });
    else become({ state: "failing", fault: writeFault }, failedFor);
    const now = Date.now();
    // The clocks of two instances are not the same.
    const isTime = last === undefined || Math.abs(now - last.time) >= everyMs;
    const isLater = last === undefined || now >= last.time;
    const records = isTime && isLater && performance.now() >= noWalkBefore;
    const lists = listEveryMs !== undefined && performance.now() >= noListBefore;
    if (records) noWalkBefore = performance.now() + Math.min(everyMs, pace.betweenWalksMs);
    if (records || lists)
      await renewing(opened, async () => {
        const startedAt = performance.now();
        const finished = await walkSource(source, signal);
        tell(finished, performance.now() - startedAt, records);
        if (listEveryMs !== undefined) {
          // A list that takes long is walked as often as leaves the source half of the time. What is too long to be served is
          // looked at again with the next walk for the record.
          const isTooLong =
            finished.fault === "too-large" ||
            (finished.walk.complete && !Listing.canServe(finished.walk.markets));
          noListBefore = isTooLong
            ? Infinity
            : Math.max(startedAt + listEveryMs, 2 * performance.now() - startedAt);
          if (finished.walk.complete) await list(opened, held, finished);
        }
        if (records) await keep(opened, held, finished.walk);
      });
    if (isTime && !isLater) throw new StoreFault("clock");
    if (!records) return;
    writeFault = undefined;
    become({ state: "recording" });
  };

  const readListing = async (opened: MarketStore): Promise<void> => {
    const found = await opened.listing(listVersion);
    if (found === undefined) return;
    listVersion = found.version;
    if (found.bytes !== undefined) listing = await Listing.read(found.bytes, Date.now() - found.heldMs);
  };

  const list = async (
    opened: MarketStore,
    held: Lease,
    { walk: { time, markets, setAside }, ageMs, examples }: FinishedWalk,
  ): Promise<void> => {
    if (!Listing.canServe(markets)) return;
    listing = new Listing({ time, ageMs, markets, setAside: { count: setAside, examples } });
    await opened.keepListing(await listing.write(), held);
  };

  const keep = async (opened: MarketStore, held: Lease, walk: Walk): Promise<void> => {
    // A walk that has brought nothing at all would only say that nobody knows.
    if (walk.markets.length === 0 && !walk.complete) return;
    await opened.record([walk], held);
    noteKept(walk.time);
    await options.onRecorded?.(opened, walk, held);
    if (Math.floor(walk.time / hourMs) === Math.floor(lastRolledUp / hourMs)) return;
    await opened.rollUp(held);
    lastRolledUp = walk.time;
    if (dayOf(walk.time) === dayOf(lastForgotten)) return;
    await opened.forget(options.retention, walk.time, held);
    lastForgotten = walk.time;
  };

  /** Keeps the lease while something takes long. */
  const renewing = async <T>(opened: MarketStore, work: () => Promise<T>): Promise<T> => {
    const timer = setInterval(() => {
      opened.lease(holder, pace.leaseMs).catch(() => {});
    }, pace.turnMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };

  const tell = ({ walk, fault, repeated }: FinishedWalk, durationMs: number, records: boolean): void => {
    meter.walked(walk.complete ? "complete" : "incomplete", walk.markets.length, durationMs);
    const { pages, setAside, markets } = walk;
    // Of the many walks for the list alone only the first that fails is told.
    if (fault === undefined && records)
      log.info("walked", { markets: markets.length, pages, setAside, repeated });
    else if (fault !== undefined && (records || !hasFailed))
      log.error("walk-incomplete", { fault, markets: markets.length, pages, setAside, repeated });
    hasFailed = fault !== undefined;
  };

  const noteKept = (time: number): void => {
    if (lastKept === time) return;
    lastKept = time;
    meter.kept(time);
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        store ??= await options.open();
        await turn(store);
        await pause(pace.turnMs, signal);
      } catch (error) {
        if (signal.aborted) break;
        const { kind: fault, reason } = error instanceof StoreFault ? error : new StoreFault("refused");
        // Another instance was faster, which is no fault.
        if (fault === "overtaken") continue;
        writeFault = fault;
        become({ state: "failing", fault }, reason);
        if (!(error instanceof StoreFault)) log.error("record-error", { reason: nameOf(error) });
        if (fault === "unavailable" || fault === "damaged") {
          await store?.close().catch(() => {});
          store = undefined;
        }
        await pause(pace.afterFaultMs, signal).catch(() => {});
      }
  };
  const running = run().catch(() => {});
  const letGo = async (): Promise<void> => {
    await running;
    if (lease !== undefined) await store?.release(lease).catch(() => {});
    await store?.close().catch(() => {});
    store = undefined;
  };

  return {
    get state() {
      return state;
    },
    get store() {
      return store;
    },
    get lastKept() {
      return lastKept;
    },
    get listing() {
      return listing;
    },
    async close() {
      stopping.abort(new Error("stopped"));
      // A store that does not answer is left: what it was told is whole, or not there.
      await inTime(letGo(), closeWithinMs, () => {});
    },
  };
}

function faultOf(state: RecordState): StoreFaultKind | undefined {
  return state.state === "failing" ? state.fault : undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
