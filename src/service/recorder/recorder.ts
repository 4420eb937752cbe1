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
    "unavailable",
    "Set STORE to a file that the service can create and write, or to a database that it can reach. It tries again every 10 s.",
  ],
  ["damaged", "The file of STORE is damaged or no database. Restore a copy, or set STORE to another file."],
  [
    "other-source",
    "STORE holds the record of another source. Set STORE to a new file or database for this source, or set the source back.",
  ],
  ["newer", "A newer version has written this store. Start that version, or set STORE to another one."],
]);

/** Starts at once. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #pace: typeof defaultPace;
  readonly #holder = randomUUID();
  readonly #stopping = new AbortController();
  readonly #signal = this.#stopping.signal;
  readonly #running: Promise<void>;
  #store: MarketStore | undefined;
  #lease: Lease | undefined;
  #state: RecordState = "opening";
  #reported: string = this.#state;
  #lastKept: number | undefined;
  #lastForgotten = -Infinity;
  #noPollBefore = 0;
  #listing: Listing | undefined;
  #listVersion: number | undefined;
  #noListBefore = 0;
  #hasFailed = false;
  #isFilled = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#pace = { ...defaultPace, ...options.pace };
    this.#running = this.#run().catch(() => {});
  }

  get state(): RecordState {
    return this.#state;
  }

  get store(): MarketStore | undefined {
    return this.#store;
  }

  /** Time of the last poll of any instance, in milliseconds since the epoch. */
  get lastKept(): number | undefined {
    return this.#lastKept;
  }

  get isBeginning(): boolean {
    return this.#lastKept === undefined && !this.#state.startsWith("failing") && !this.#signal.aborted;
  }

  get listing(): Listing | undefined {
    return this.#listing;
  }

  async close(): Promise<void> {
    this.#stopping.abort(new Error("stopped"));
    const ending = this.#end();
    // Abandoning a poll is safe because transactions are atomic. But libsql aborts the process if a file's thread
    // is stopped within a statement, so the threads must be idle when the program ends.
    await inTime(ending, this.#pace.writtenWithinMs, () =>
      inTime(Promise.all([this.#closeStore(), ending]), this.#pace.closedWithinMs, () => {}),
    );
  }

  async #end(): Promise<void> {
    await this.#running;
    if (this.#lease !== undefined) await this.#store?.release(this.#lease).catch(() => {});
    await this.#closeStore();
  }

  async #closeStore(): Promise<void> {
    await this.#store?.close().catch(() => {});
    this.#store = undefined;
  }

  async #run(): Promise<void> {
    const signal = this.#signal;
    while (!signal.aborted)
      try {
        this.#store ??= await this.#options.open();
        await this.#turn(this.#store);
        await pause(this.#pace.turnMs, undefined, { signal });
      } catch (error) {
        if (signal.aborted) break;
        const fault = error instanceof StoreFault ? error : new StoreFault("refused");
        if (fault.kind === "overtaken") continue;
        this.#become(fault);
        if (error !== fault)
          this.#options.log.error("record-error", {
            reason: error instanceof Error ? error.name : "unknown",
          });
        if (fault.kind === "unavailable" || fault.kind === "damaged") await this.#closeStore();
        await pause(this.#pace.afterFaultMs, undefined, { signal }).catch(() => {});
      }
  }

  async #turn(opened: MarketStore): Promise<void> {
    const { leaseMs, turnMs } = this.#pace;
    const held = (this.#lease = await opened.lease(this.#holder, leaseMs));
    const last = await this.#readLastPoll(opened);
    // Start with the list that another instance has polled.
    const needsList = held === undefined || this.#listing === undefined;
    if (this.#options.listEveryMs !== undefined && needsList) await this.#readListing(opened);
    if (held === undefined) {
      this.#become("following");
      return;
    }
    // A fault is reported until a write succeeds.
    if (!this.#state.startsWith("failing")) this.#become("recording");
    let renewing: Promise<unknown> | undefined;
    // One at a time: it waits for a running write, and meanwhile occupies a connection that readers need.
    const renewal = setInterval(() => {
      renewing ??= opened
        .lease(this.#holder, leaseMs)
        .catch(() => {})
        .finally(() => (renewing = undefined));
    }, turnMs);
    try {
      await this.#fillOnce(opened, held);
      await this.#poll(opened, held, last);
    } finally {
      clearInterval(renewal);
    }
  }

  async #fillOnce(opened: MarketStore, held: Lease): Promise<void> {
    const { fill } = this.#options;
    if (fill === undefined || this.#isFilled) return;
    await fill(opened, held, this.#signal);
    await this.#readLastPoll(opened);
    this.#isFilled = true;
  }

  async #poll(opened: MarketStore, held: Lease, last: number | undefined): Promise<void> {
    const { source, everyMs, listEveryMs } = this.#options;
    const now = Date.now();
    // Absolute, because the clocks of two instances differ.
    const isTime = last === undefined || Math.abs(now - last) >= everyMs;
    const isLater = last === undefined || now >= last;
    const startedAt = performance.now();
    const records = isTime && isLater && startedAt >= this.#noPollBefore;
    if (records) this.#noPollBefore = startedAt + Math.min(everyMs, this.#pace.betweenPollsMs);
    if (records || (listEveryMs !== undefined && startedAt >= this.#noListBefore)) {
      const finished = await pollSource(source, this.#signal);
      this.#report(finished, performance.now() - startedAt, records);
      if (listEveryMs !== undefined) await this.#serveList(opened, held, finished, startedAt, listEveryMs);
      if (records) await this.#keep(opened, held, finished.poll);
    }
    if (isTime && !isLater) throw new StoreFault("clock");
    if (records) this.#become("recording");
  }

  async #readLastPoll(opened: MarketStore): Promise<number | undefined> {
    const last = await opened.lastPollTime();
    if (last !== undefined) this.#noteKept(last);
    return last;
  }

  async #readListing(opened: MarketStore): Promise<void> {
    const found = await opened.listing(this.#listVersion);
    if (found === undefined) return;
    this.#listVersion = found.version;
    if (found.bytes !== undefined) this.#listing = await Listing.read(found.bytes, Date.now() - found.heldMs);
  }

  async #serveList(
    opened: MarketStore,
    held: Lease,
    { poll: { time, complete, markets, setAside }, fault, ageMs, examples }: FinishedPoll,
    startedAt: number,
    listEvery: number,
  ): Promise<void> {
    const isServed = Listing.canServe(markets);
    // Polling a slow list takes at most half of the time. A list too long to serve is polled only to record it.
    this.#noListBefore =
      fault === "too-large" || (complete && !isServed)
        ? Infinity
        : Math.max(startedAt + listEvery, 2 * performance.now() - startedAt);
    if (!complete || !isServed) return;
    this.#listing = new Listing({ time, ageMs, markets, setAside: { count: setAside, examples } });
    await opened.keepListing(await this.#listing.write(), held);
  }

  async #keep(opened: MarketStore, held: Lease, finished: Poll): Promise<void> {
    const { onRecorded, retention } = this.#options;
    if (finished.markets.length === 0 && !finished.complete) return;
    await opened.record([finished], held);
    this.#noteKept(finished.time);
    await onRecorded?.(opened, finished, held);
    if (dayOf(finished.time) === dayOf(this.#lastForgotten)) return;
    await opened.forget(retention, finished.time, held);
    this.#lastForgotten = finished.time;
  }

  #noteKept(time: number): void {
    this.#lastKept = time;
    this.#options.meter.kept(time);
  }

  #become(next: "recording" | "following" | StoreFault): void {
    const { log, meter } = this.#options;
    this.#state = next instanceof StoreFault ? `failing: ${next.kind}` : next;
    if (String(next) === this.#reported) return;
    this.#reported = String(next);
    if (next instanceof StoreFault) {
      const { kind, reason } = next;
      meter.state("failing");
      log.error("record-failing", { fault: kind, reason, remedy: remedies.get(kind) });
    } else {
      meter.state(next);
      log.info("record", { state: next });
    }
  }

  #report({ poll, fault, repeated }: FinishedPoll, durationMs: number, records: boolean): void {
    const { log, meter } = this.#options;
    const { complete, markets, pages, setAside } = poll;
    const counts = { markets: markets.length, pages, setAside, repeated };
    meter.polled(complete ? "complete" : "incomplete", markets.length, durationMs);
    // Polls for the list are frequent, so only the first failure is logged.
    if (fault === undefined && records) log.info("polled", counts);
    else if (fault !== undefined && (records || !this.#hasFailed))
      log.error("poll-incomplete", { fault, ...counts });
    this.#hasFailed = fault !== undefined;
  }
}
