// One instance at a time holds the lease and records. The service also answers without a store.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { dayOf } from "../../contract/units.ts";
import type { Poll } from "../../domain/record/poll.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { MarketSource } from "../sources/market-source.ts";
import { StoreFault, type StoreFaultKind, type Lease } from "../store/engine/database.ts";
import type { MarketStore, Retention } from "../store/market-store.ts";
import { inTime } from "../waiting.ts";
import { Listing } from "./listing.ts";
import { pollSource, type FinishedPoll } from "./poll-source.ts";

type RecordState = "opening" | "recording" | "following" | `failing: ${StoreFaultKind}`;

interface RecorderOptions {
  readonly open: () => Promise<MarketStore>;
  readonly source: MarketSource;
  readonly everyMs: number;
  readonly listEveryMs?: number | undefined;
  readonly retention: Retention;
  readonly log: Log;
  readonly meter: Metrics["recorder"];
  readonly onRecorded?: (store: MarketStore, poll: Poll, lease: Lease) => Promise<void>;
  readonly fill?: ((store: MarketStore, lease: Lease, signal: AbortSignal) => Promise<void>) | undefined;
  readonly pace?: Partial<typeof defaultPace>;
}

const defaultPace = {
  turnMs: 5000,
  /** Another instance replaces a killed one after this time plus one turn at most. */
  leaseMs: 15_000,
  afterFaultMs: 10_000,
  betweenPollsMs: 60_000,
  /** How long a stop waits until a running poll is written. */
  writtenWithinMs: 2500,
  /** How long a stop then waits until running statements end. */
  closedWithinMs: 2500,
};

const remedies: ReadonlyMap<StoreFaultKind, string> = new Map([
  [
    "other-source",
    "STORE holds the record of another source. Set STORE to a new file or database for this source, or set the source back.",
  ],
  ["newer", "A newer version has written this store. Start that version, or set STORE to another one."],
]);

export type Recorder = ReturnType<typeof startRecorder>;

export function startRecorder(options: RecorderOptions) {
  const { source, log, meter, everyMs, listEveryMs } = options;
  const pace = { ...defaultPace, ...options.pace };
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  let store: MarketStore | undefined;
  let lease: Lease | undefined;
  let state: RecordState = "opening";
  let reported: string = state;
  let lastKept: number | undefined;
  let lastForgotten = -Infinity;
  let noPollBefore = 0;
  let listing: Listing | undefined;
  let listVersion: number | undefined;
  let noListBefore = 0;
  let hasFailed = false;
  let fill = options.fill;

  const become = (next: "recording" | "following" | StoreFault): void => {
    state = next instanceof StoreFault ? `failing: ${next.kind}` : next;
    if (String(next) === reported) return;
    reported = String(next);
    if (next instanceof StoreFault) {
      const { kind, reason } = next;
      meter.state("failing");
      log.error("record-failing", { fault: kind, reason, remedy: remedies.get(kind) });
    } else {
      meter.state(next);
      log.info("record", { state: next });
    }
  };

  const turn = async (opened: MarketStore): Promise<void> => {
    const held = (lease = await opened.lease(holder, pace.leaseMs));
    const last = await readLastPoll(opened);
    // Start with the list that another instance has polled.
    if (listEveryMs !== undefined && (held === undefined || listing === undefined)) await readListing(opened);
    if (held === undefined) {
      become("following");
      return;
    }
    // A fault is reported until a write succeeds.
    if (!state.startsWith("failing")) become("recording");
    let renewing: Promise<unknown> | undefined;
    // One at a time: it waits for a running write, and meanwhile occupies a connection that readers need.
    const renewal = setInterval(() => {
      renewing ??= opened
        .lease(holder, pace.leaseMs)
        .catch(() => {})
        .finally(() => (renewing = undefined));
    }, pace.turnMs);
    try {
      await fill?.(opened, held, signal);
      if (fill !== undefined) await readLastPoll(opened);
      fill = undefined;
      await poll(opened, held, last);
    } finally {
      clearInterval(renewal);
    }
  };

  const poll = async (opened: MarketStore, held: Lease, last: number | undefined): Promise<void> => {
    const now = Date.now();
    // Absolute, because the clocks of two instances differ.
    const isTime = last === undefined || Math.abs(now - last) >= everyMs;
    const isLater = last === undefined || now >= last;
    const startedAt = performance.now();
    const records = isTime && isLater && startedAt >= noPollBefore;
    if (records) noPollBefore = startedAt + Math.min(everyMs, pace.betweenPollsMs);
    if (records || (listEveryMs !== undefined && startedAt >= noListBefore)) {
      const finished = await pollSource(source, signal);
      report(finished, performance.now() - startedAt, records);
      if (listEveryMs !== undefined) await serveList(opened, held, finished, startedAt, listEveryMs);
      if (records) await keep(opened, held, finished.poll);
    }
    if (isTime && !isLater) throw new StoreFault("clock");
    if (records) become("recording");
  };

  const readLastPoll = async (opened: MarketStore): Promise<number | undefined> => {
    const last = await opened.lastPollTime();
    if (last !== undefined) noteKept(last);
    return last;
  };

  const readListing = async (opened: MarketStore): Promise<void> => {
    const found = await opened.listing(listVersion);
    if (found === undefined) return;
    listVersion = found.version;
    if (found.bytes !== undefined) listing = await Listing.read(found.bytes, Date.now() - found.heldMs);
  };

  const serveList = async (
    opened: MarketStore,
    held: Lease,
    { poll: { time, complete, markets, setAside }, fault, ageMs, examples }: FinishedPoll,
    startedAt: number,
    listEvery: number,
  ): Promise<void> => {
    const isServed = Listing.canServe(markets);
    // Polling a slow list takes at most half of the time. A list too long to serve is polled only to record it.
    noListBefore =
      fault === "too-large" || (complete && !isServed)
        ? Infinity
        : Math.max(startedAt + listEvery, 2 * performance.now() - startedAt);
    if (!complete || !isServed) return;
    listing = new Listing({ time, ageMs, markets, setAside: { count: setAside, examples } });
    await opened.keepListing(await listing.write(), held);
  };

  const keep = async (opened: MarketStore, held: Lease, finished: Poll): Promise<void> => {
    if (finished.markets.length === 0 && !finished.complete) return;
    await opened.record([finished], held);
    noteKept(finished.time);
    await options.onRecorded?.(opened, finished, held);
    if (dayOf(finished.time) === dayOf(lastForgotten)) return;
    await opened.forget(options.retention, finished.time, held);
    lastForgotten = finished.time;
  };

  const report = (finished: FinishedPoll, durationMs: number, records: boolean): void => {
    const { fault, repeated } = finished;
    const { complete, markets, pages, setAside } = finished.poll;
    const counts = { markets: markets.length, pages, setAside, repeated };
    meter.polled(complete ? "complete" : "incomplete", markets.length, durationMs);
    // Polls for the list are frequent, so only the first failure is logged.
    if (fault === undefined && records) log.info("polled", counts);
    else if (fault !== undefined && (records || !hasFailed))
      log.error("poll-incomplete", { fault, ...counts });
    hasFailed = fault !== undefined;
  };

  const noteKept = (time: number): void => {
    lastKept = time;
    meter.kept(time);
  };

  const closeStore = async (): Promise<void> => {
    await store?.close().catch(() => {});
    store = undefined;
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        store ??= await options.open();
        await turn(store);
        await pause(pace.turnMs, undefined, { signal });
      } catch (error) {
        if (signal.aborted) break;
        const fault = error instanceof StoreFault ? error : new StoreFault("refused");
        if (fault.kind === "overtaken") continue;
        become(fault);
        if (error !== fault)
          log.error("record-error", { reason: error instanceof Error ? error.name : "unknown" });
        if (fault.kind === "unavailable" || fault.kind === "damaged") await closeStore();
        await pause(pace.afterFaultMs, undefined, { signal }).catch(() => {});
      }
  };
  const running = run().catch(() => {});
  const end = async (): Promise<void> => {
    await running;
    if (lease !== undefined) await store?.release(lease).catch(() => {});
    await closeStore();
  };

  return {
    get state(): RecordState {
      return state;
    },
    get store(): MarketStore | undefined {
      return store;
    },
    /** Time of the last poll of any instance, in milliseconds since the epoch. */
    get lastKept(): number | undefined {
      return lastKept;
    },
    get isBeginning(): boolean {
      return lastKept === undefined && !state.startsWith("failing") && !signal.aborted;
    },
    get listing(): Listing | undefined {
      return listing;
    },
    async close(): Promise<void> {
      stopping.abort(new Error("stopped"));
      const ending = end();
      // Abandoning a poll is safe because transactions are atomic. But libsql aborts the process if a file's thread
      // is stopped within a statement, so the threads must be idle when the program ends.
      await inTime(ending, pace.writtenWithinMs, () =>
        inTime(Promise.all([closeStore(), ending]), pace.closedWithinMs, () => {}),
      );
    },
  };
}
