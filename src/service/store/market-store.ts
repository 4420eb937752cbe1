// The port of the record: what every store does, whichever engine keeps it. Moments are milliseconds since the epoch and are kept
// to the second; series count in whole seconds. Every method fails with a StoreFault, by a rejection only.
import type { AlertStore } from "../alerts/alert-store.ts";
import type { Lease } from "./lease.ts";
import type { MarketEvent } from "./market-events.ts";
import type { SeenMarket } from "./point.ts";
import type { Series } from "./series.ts";

/** What one walk over all pages of a source has brought. */
export interface Walk {
  /** When it ended. */
  readonly time: number;
  /** Whether every page was read: only then has a market that is not in it gone. */
  readonly complete: boolean;
  readonly pages: number;
  /** Markets that were sent but could not be read. While there are any, none is taken for gone. */
  readonly setAside: number;
  /** Each once. */
  readonly markets: readonly SeenMarket[];
}

export interface Tick {
  readonly time: number;
  readonly complete: boolean;
  readonly markets: number;
}

/** "raw" are the points as they were recorded, the others means of hours and days of UTC. */
export type Resolution = "raw" | "1h" | "1d";

export interface RecordRequest {
  readonly marketIds: readonly string[];
  readonly startTime: number;
  /** Not included. */
  readonly endTime: number;
  readonly resolution: Resolution;
}

/** What is recorded of a market. */
export interface KnownMarket {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly firstSeen: number;
  /** It lends another token than the one deposited; absent: not as far as is known. */
  readonly debtInOtherToken?: boolean;
  /** When a complete walk found it missing; absent while it is there. */
  readonly goneSince?: number;
}

export interface MarketRecord extends KnownMarket {
  readonly series: Series;
}

export interface RecordedEvent extends MarketEvent {
  readonly time: number;
  readonly marketId: string;
}

export interface EventsRequest {
  readonly since: number;
  /** Not included. */
  readonly until: number;
  /** Absent: of all markets. */
  readonly marketIds?: readonly string[];
  /** The newest so many. */
  readonly limit: number;
}

/** How far back points and means are kept. Daily means are kept for good. */
export interface Retention {
  readonly rawDays: number;
  readonly hourlyDays: number;
}

/** What one call of `record` has changed. */
export interface Recorded {
  readonly points: number;
  readonly events: readonly RecordedEvent[];
}

export interface MarketStore {
  readonly kind: "file" | "postgres";
  /** The alert rules, which are judged by what is recorded. */
  readonly alerts: AlertStore;
  /**
   * Takes the right to write, or keeps it for longer.
   * @param holder names this instance and nobody else
   * @returns undefined while another has it
   */
  lease(holder: string, forMs: number): Promise<Lease | undefined>;
  /** Gives it back, so that another need not wait until it ends. */
  release(lease: Lease): Promise<void>;
  /**
   * Keeps walks, the older first, each later than what is kept already: all of them, or none. Fails with "overtaken" when the
   * lease is another's by now, and with "clock" for a walk that is not later than the last.
   */
  record(walks: readonly Walk[], lease: Lease): Promise<Recorded>;
  /** Makes the means of the hours and days that are over. What it was stopped at it does again. */
  rollUp(lease: Lease): Promise<void>;
  /** Lets go of what is older than it is to be kept, and of all that is recorded of markets that have been gone for longer. */
  forget(retention: Retention, now: number, lease: Lease): Promise<void>;
  /** The past of the markets that are known, in the order asked for. The step that is not over yet has the mean so far. */
  history(request: RecordRequest): Promise<readonly MarketRecord[]>;
  /** Newest first. */
  events(request: EventsRequest): Promise<readonly RecordedEvent[]>;
  /** All markets. @param goneAfter without those that were gone by then */
  markets(goneAfter?: number): Promise<readonly KnownMarket[]>;
  /** Markets that are known, each as it was sent when it was seen first, in JSON. */
  bodies(marketIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The walks of a stretch of time, the oldest first; `endTime` not included. */
  ticks(startTime: number, endTime: number): Promise<readonly Tick[]>;
  lastTick(): Promise<Tick | undefined>;
  firstTick(): Promise<Tick | undefined>;
  /** Keeps the list that all instances serve, as bytes; it is no part of the record, and gone after a crash of a server. */
  keepListing(bytes: Uint8Array, lease: Lease): Promise<void>;
  /** The list that was kept last. Its bytes are read where its version is not the one that is known. */
  listing(known: number | undefined): Promise<KeptListing | undefined>;
  close(): Promise<void>;
}

export interface KeptListing {
  /** Another one with each that is kept. */
  readonly version: number;
  /** How long ago, by the engine's clock. */
  readonly heldMs: number;
  /** Absent: of the known version. */
  readonly bytes?: Uint8Array;
}
