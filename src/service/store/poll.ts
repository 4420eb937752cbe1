// Times are milliseconds since the epoch.
import type { MarketSnapshot } from "./figures.ts";

export interface Poll {
  readonly time: number;
  /** Every page was read. Only then are missing markets gone. */
  readonly complete: boolean;
  readonly pages: number;
  /** Unreadable markets. While there are any, no market counts as gone. */
  readonly setAside: number;
  readonly markets: readonly MarketSnapshot[];
}
