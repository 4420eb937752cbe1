// The port of the record, whichever engine keeps it. Times are milliseconds since the epoch, kept to the second. Every method fails with
// a StoreFault, only by a rejection.
import type { AlertStore } from "../alerts/alert-store.ts";
import type { Analysis } from "./analysis.ts";
import type { Figures, MarketSnapshot, MeanName } from "./figures.ts";
import type { Lease } from "./lease.ts";
import type { RecordedEvent } from "./market-events.ts";
import type { Series } from "./series.ts";

/** One read of all pages of a source. */
export interface Poll {
  /** When it ended. */
  readonly time: number;
  /** Whether every page was read: only then is a market that is not in it gone. */
  readonly complete: boolean;
  readonly pages: number;
  /** Markets that were sent and could not be read. While there are any, no market is taken for gone. */
  readonly setAside: number;
  /** Each once. */
  readonly markets: readonly MarketSnapshot[];
}

export interface RecordedPoll {
  readonly time: number;
  readonly complete: boolean;
  readonly markets: number;
}

/** "raw" is one row a poll, the others are means of hours and days of UTC. */
export type Resolution = "raw" | "1h" | "1d";

export interface RecordRequest {
  readonly marketIds: readonly string[];
  readonly startTime: number;
  /** Not included. */
  readonly endTime: number;
  readonly resolution: Resolution;
  /** Only these columns; absent: all. */
  readonly names?: readonly MeanName[];
}

export interface KnownMarket {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly firstSeen: number;
  /** It lends another token than the one deposited. */
  readonly debtInOtherToken?: boolean;
  /** When a complete poll found it missing; absent while it is listed. */
  readonly goneSince?: number;
}

export interface MarketRecord extends KnownMarket {
  readonly series: Series;
}

export interface EventsRequest {
  readonly since: number;
  /** Not included. */
  readonly until: number;
  /** Absent: of all markets. */
  readonly marketIds?: readonly string[];
  /** The newest ones. */
  readonly limit: number;
}

/** How long snapshots and means of hours are kept. Means of days are kept for good. */
export interface Retention {
  readonly rawDays: number;
  readonly hourlyDays: number;
}

/** A mean of a whole hour. */
export interface HourlyRow {
  readonly marketId: string;
  readonly time: number;
  readonly figures: Figures;
}

/** What one call of `record` has written. */
export interface Recorded {
  readonly snapshots: number;
  readonly events: readonly RecordedEvent[];
}

export interface MarketStore {
  readonly kind: "file" | "postgres";
  /** The alert rules, which are judged by what is recorded. */
  readonly alerts: AlertStore;
  /** Sums, averages and comparisons over the record, computed by the engine. */
  readonly analysis: Analysis;
  /**
   * Takes the right to write, or extends it.
   * @param holder a name that only this instance has
   * @returns undefined while another instance has it
   */
  lease(holder: string, forMs: number): Promise<Lease | undefined>;
  /** Gives the right back, so that another instance need not wait until it ends. */
  release(lease: Lease): Promise<void>;
  /**
   * Keeps polls and the means that follow from them, in one transaction. Each poll is later than the one before. Fails with "overtaken"
   * when another instance has the lease by now, and with "clock" for a poll that is not later than the last.
   */
  record(polls: readonly Poll[], lease: Lease): Promise<Recorded>;
  /**
   * Adds means of whole hours without snapshots, and polls at these times, later than the last: for a past that was simulated. Hours of unknown
   * markets are left out.
   */
  addHours(rows: readonly HourlyRow[], polls: readonly number[], lease: Lease): Promise<void>;
  /** Deletes what is older than `retention`, and all that is recorded of markets that have been gone for longer. */
  forget(retention: Retention, now: number, lease: Lease): Promise<void>;
  /** The past of the markets that are known, in the order of the request. The last step has the mean so far. */
  history(request: RecordRequest): Promise<readonly MarketRecord[]>;
  /** Newest first. */
  events(request: EventsRequest): Promise<readonly RecordedEvent[]>;
  /** @param goneAfter leaves out markets that were gone by then */
  markets(goneAfter?: number): Promise<readonly KnownMarket[]>;
  /** The JSON of markets as it was when they were first seen. */
  bodies(marketIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  lastPoll(): Promise<RecordedPoll | undefined>;
  firstPoll(): Promise<RecordedPoll | undefined>;
  /** Keeps the list that all instances serve. It is no part of the record, and may be lost in a crash of the server. */
  keepListing(bytes: Uint8Array, lease: Lease): Promise<void>;
  /** The list that was kept last; without its bytes where its version is already known. */
  listing(known: number | undefined): Promise<KeptListing | undefined>;
  close(): Promise<void>;
}

export interface KeptListing {
  /** Changes with each list that is kept. */
  readonly version: number;
  /** Its age, by the engine's clock. */
  readonly heldMs: number;
  readonly bytes?: Uint8Array;
}
