// Times are milliseconds since the epoch, stored in seconds. Methods reject with StoreFault.
import type { AlertStore } from "../alerts/alert-store.ts";
import type { Analysis } from "./analysis.ts";
import type { Figures, MarketSnapshot, MeanName } from "./figures.ts";
import type { Lease } from "./lease.ts";
import type { RecordedEvent } from "./market-events.ts";
import type { Series } from "./series.ts";

export interface Poll {
  readonly time: number;
  /** Every page was read. Only then are missing markets gone. */
  readonly complete: boolean;
  readonly pages: number;
  /** Unreadable markets. While there are any, no market counts as gone. */
  readonly setAside: number;
  readonly markets: readonly MarketSnapshot[];
}

export interface RecordedPoll {
  readonly time: number;
  readonly complete: boolean;
  readonly markets: number;
}

/** "raw" is one row per poll, the others UTC means. */
export type Resolution = "raw" | "1h" | "1d";

export interface RecordRequest {
  readonly marketIds: readonly string[];
  readonly startTime: number;
  /** Exclusive. */
  readonly endTime: number;
  readonly resolution: Resolution;
  readonly names?: readonly MeanName[];
}

export interface KnownMarket {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly firstSeen: number;
  readonly debtInOtherToken?: boolean;
  readonly goneSince?: number;
}

export interface MarketRecord extends KnownMarket {
  readonly series: Series;
}

export interface EventsRequest {
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
  readonly marketIds?: readonly string[];
  readonly limit: number;
}

export interface Retention {
  readonly rawDays: number;
  readonly hourlyDays: number;
}

export interface HourlyRow {
  readonly marketId: string;
  readonly time: number;
  readonly figures: Figures;
}

export interface Recorded {
  readonly snapshots: number;
  readonly events: readonly RecordedEvent[];
}

export interface MarketStore {
  readonly kind: "file" | "postgres";
  readonly alerts: AlertStore;
  readonly analysis: Analysis;
  /** Takes or extends the right to write; undefined while another instance has it. `holder` is unique per instance. */
  lease(holder: string, forMs: number): Promise<Lease | undefined>;
  release(lease: Lease): Promise<void>;
  /** One transaction. Fails with "overtaken" without the lease, and "clock" unless polls are in order. */
  record(polls: readonly Poll[], lease: Lease): Promise<Recorded>;
  /** Adds simulated history: hourly means and poll times after the last poll. Skips unknown markets. */
  addHours(rows: readonly HourlyRow[], polls: readonly number[], lease: Lease): Promise<void>;
  /** Also deletes markets that have been gone for longer. */
  forget(retention: Retention, now: number, lease: Lease): Promise<void>;
  history(request: RecordRequest): Promise<readonly MarketRecord[]>;
  events(request: EventsRequest): Promise<readonly RecordedEvent[]>;
  markets(goneAfter?: number): Promise<readonly KnownMarket[]>;
  /** JSON as of the first poll with the market. */
  bodies(marketIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  lastPoll(): Promise<RecordedPoll | undefined>;
  firstPoll(): Promise<RecordedPoll | undefined>;
  /** The list all instances serve; not part of the record, and may be lost in a crash. */
  keepListing(bytes: Uint8Array, lease: Lease): Promise<void>;
  /** Without bytes if its version is `known`. */
  listing(known: number | undefined): Promise<KeptListing | undefined>;
  close(): Promise<void>;
}

export interface KeptListing {
  readonly version: number;
  readonly heldMs: number;
  readonly bytes?: Uint8Array;
}
