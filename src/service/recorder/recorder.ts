// One instance at a time holds the lease and records. Without a store the service still answers.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { dayOf } from "../../contract/units.ts";
import type { Log } from "../log.ts";
import type { MarketSource } from "../sources/market-source.ts";
import { StoreFault, type StoreFaultKind } from "../store/engine/database.ts";
import type { Lease } from "../store/lease.ts";
import type { MarketStore, Retention } from "../store/market-store.ts";
import type { Poll } from "../store/poll.ts";
import { inTime } from "../waiting.ts";
import { Listing } from "./listing.ts";
import { pollSource, type FinishedPoll } from "./poll-source.ts";

export type RecordState =
  | { readonly state: "opening" }
  | { readonly state: "recording" }
  | { readonly state: "following" }
  | { readonly state: "failing"; readonly fault: StoreFaultKind };

export interface RecorderMeter {
  polled(outcome: "complete" | "incomplete", markets: number, durationMs: number): void;
  state(state: RecordState): void;
  kept(time: number): void;
}

interface RecorderOptions {
  readonly open: () => Promise<MarketStore>;
  readonly source: MarketSource;
  readonly everyMs: number;
  readonly listEveryMs?: number;
  readonly retention: Retention;
  readonly log: Log;
  readonly meter: RecorderMeter;
  readonly onRecorded?: (store: MarketStore, poll: Poll, lease: Lease) => Promise<void>;
  readonly fill?: (store: MarketStore, lease: Lease, signal: AbortSignal) => Promise<void>;
  readonly pace?: Partial<RecorderPace>;
}

interface RecorderPace {
  readonly turnMs: number;
  /** A killed instance is replaced after this and one turn at the latest. */
  readonly leaseMs: number;
  readonly afterFaultMs: number;
  readonly betweenPollsMs: number;
}

const defaultPace: RecorderPace = {
  turnMs: 5000,
  leaseMs: 15_000,
  afterFaultMs: 10_000,
  betweenPollsMs: 60_000,
};
const closeWithinMs = 4000;

const remedies: ReadonlyMap<StoreFaultKind, string> = new Map([
  [
    "other-source",
    "STORE holds the record of another source. Set STORE to a new file or database for this source, or set the source back.",
  ],
  ["newer", "A newer version has written this store. Start that version, or set STORE to another one."],
]);

export interface Recorder {
  readonly state: RecordState;
  readonly store: MarketStore | undefined;
  /** By any instance; milliseconds since the epoch. */
  readonly lastKept: number | undefined;
  readonly isBeginning: boolean;
  readonly listing: Listing | undefined;
  close(): Promise<void>;
}

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
  let writeFault: StoreFaultKind | undefined;
  let failedFor: string | undefined;
  let noPollBefore = 0;
  let listing: Listing | undefined;
  let listVersion: number | undefined;
  let noListBefore = 0;
  let hasFailed = false;
  let isFilled = false;

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

  const turn = async (opened: MarketStore): Promise<void> => {
    const held = await opened.lease(holder, pace.leaseMs);
    lease = held;
    const last = await opened.lastPoll();
    if (last !== undefined) noteKept(last.time);
    // A new instance serves what others have polled.
    if (listEveryMs !== undefined && (held === undefined || listing === undefined)) await readListing(opened);
    if (held === undefined) {
      become({ state: "following" });
      return;
    }
    if (writeFault === undefined) become({ state: "recording" });
    else become({ state: "failing", fault: writeFault }, failedFor);
    if (!isFilled && options.fill !== undefined) {
      const { fill } = options;
      await renewing(opened, () => fill(opened, held, signal));
      isFilled = true;
      const filled = await opened.lastPoll();
      if (filled !== undefined) noteKept(filled.time);
    }
    const now = Date.now();
    // Absolute, because the clocks of two instances differ.
    const isTime = last === undefined || Math.abs(now - last.time) >= everyMs;
    const isLater = last === undefined || now >= last.time;
    const records = isTime && isLater && performance.now() >= noPollBefore;
    const lists = listEveryMs !== undefined && performance.now() >= noListBefore;
    if (records) noPollBefore = performance.now() + Math.min(everyMs, pace.betweenPollsMs);
    if (records || lists)
      await renewing(opened, async () => {
        const startedAt = performance.now();
        const finished = await pollSource(source, signal);
        report(finished, performance.now() - startedAt, records);
        if (listEveryMs !== undefined) {
          // A slow list leaves the source idle half of the time; an overlong one is retried with the next recorded poll.
          const isTooLong =
            finished.fault === "too-large" ||
            (finished.poll.complete && !Listing.canServe(finished.poll.markets));
          noListBefore = isTooLong
            ? Infinity
            : Math.max(startedAt + listEveryMs, 2 * performance.now() - startedAt);
          if (finished.poll.complete) await list(opened, held, finished);
        }
        if (records) await keep(opened, held, finished.poll);
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
    { poll: { time, markets, setAside }, ageMs, examples }: FinishedPoll,
  ): Promise<void> => {
    if (!Listing.canServe(markets)) return;
    listing = new Listing({ time, ageMs, markets, setAside: { count: setAside, examples } });
    await opened.keepListing(await listing.write(), held);
  };

  const keep = async (opened: MarketStore, held: Lease, poll: Poll): Promise<void> => {
    if (poll.markets.length === 0 && !poll.complete) return;
    await opened.record([poll], held);
    noteKept(poll.time);
    await options.onRecorded?.(opened, poll, held);
    if (dayOf(poll.time) === dayOf(lastForgotten)) return;
    await opened.forget(options.retention, poll.time, held);
    lastForgotten = poll.time;
  };

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

  const report = ({ poll, fault, repeated }: FinishedPoll, durationMs: number, records: boolean): void => {
    meter.polled(poll.complete ? "complete" : "incomplete", poll.markets.length, durationMs);
    const { pages, setAside, markets } = poll;
    // Polls for the list are frequent, so only the first failure is logged.
    if (fault === undefined && records)
      log.info("polled", { markets: markets.length, pages, setAside, repeated });
    else if (fault !== undefined && (records || !hasFailed))
      log.error("poll-incomplete", { fault, markets: markets.length, pages, setAside, repeated });
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
        await pause(pace.turnMs, undefined, { signal });
      } catch (error) {
        if (signal.aborted) break;
        const { kind: fault, reason } = error instanceof StoreFault ? error : new StoreFault("refused");
        if (fault === "overtaken") continue;
        writeFault = fault;
        become({ state: "failing", fault }, reason);
        if (!(error instanceof StoreFault)) log.error("record-error", { reason: nameOf(error) });
        if (fault === "unavailable" || fault === "damaged") {
          await store?.close().catch(() => {});
          store = undefined;
        }
        await pause(pace.afterFaultMs, undefined, { signal }).catch(() => {});
      }
  };
  const running = run().catch(() => {});
  const end = async (): Promise<void> => {
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
    get isBeginning() {
      return lastKept === undefined && state.state !== "failing" && !signal.aborted;
    },
    get listing() {
      return listing;
    },
    async close() {
      stopping.abort(new Error("stopped"));
      // A store that hangs can be abandoned: transactions are atomic.
      await inTime(end(), closeWithinMs, () => {});
    },
  };
}

function faultOf(state: RecordState): StoreFaultKind | undefined {
  return state.state === "failing" ? state.fault : undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
