// What the upstream source reports while it works, for metrics and the log.
import type { UpstreamFailureKind } from "./upstream-failure.ts";

/** How an answer came about. `shared`: another caller's attempt was under way and answered this one as well. */
export type AnswerOrigin = "fresh" | "fetched" | "shared" | "stale" | "failed";

export interface AttemptReport {
  readonly outcome: "ok" | UpstreamFailureKind;
  readonly durationMs: number;
  /** The upstream's status, where it sent one. */
  readonly status: number | undefined;
  /** A short word of ours, or Node's code of a connection error; never a text of the upstream's. */
  readonly reason: string | undefined;
}

export interface UpstreamMeter {
  attempt(report: AttemptReport): void;
  answer(origin: AnswerOrigin): void;
  breaker(state: "closed" | "open" | "half-open"): void;
  setAside(markets: number): void;
}

/** For callers that want no reports. */
export const silentMeter: UpstreamMeter = {
  attempt: () => {},
  answer: () => {},
  breaker: () => {},
  setAside: () => {},
};
