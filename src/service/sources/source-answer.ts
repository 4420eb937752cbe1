// What every question to a source carries, and what every answer has.
import type { RejectedMarket } from "../../contract/markets-page.ts";

/** Who asks, and for how long. */
export interface Call {
  /** Fires when the caller has left. */
  readonly signal: AbortSignal;
  /** Tells one caller from another, so that none of them can take what all of them share. Nothing is read from it. */
  readonly caller: string;
}

/** An answer and how far it can be trusted. It has a name before it has a body. */
export interface SourceAnswer {
  /** The same for equal bodies, different for different ones; fit for an ETag once quoted. */
  readonly tag: string;
  /**
   * The body as JSON in UTF-8. To be called only when no body of this tag is kept: it may take long to make.
   * Fails as the method does that gave the answer.
   */
  readonly bytes: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>;
  /** How old the data was when this answer was made, in whole seconds. */
  readonly ageSeconds: number;
  /** True when the source could not be reached and kept data is sent instead. */
  readonly stale: boolean;
  /** Markets of this page that could not be read and are not in the body. */
  readonly setAside: SetAside;
}

/** Markets that were left out: how many, and what was wrong with the first few. */
export interface SetAside {
  readonly count: number;
  readonly examples: readonly RejectedMarket[];
}

export const nothingSetAside: SetAside = { count: 0, examples: [] };
