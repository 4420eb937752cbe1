import type { UpstreamFailureKind } from "./upstream-failure.ts";

/** `shared`: answered by another caller's request. */
export type AnswerOrigin = "fresh" | "fetched" | "shared" | "stale" | "failed";

export interface AttemptReport {
  readonly outcome: "ok" | UpstreamFailureKind;
  readonly durationMs: number;
  readonly status: number | undefined;
  /** Our word or Node's code; never upstream text. */
  readonly reason: string | undefined;
}

export interface UpstreamMeter {
  attempt(report: AttemptReport): void;
  answer(origin: AnswerOrigin): void;
  breaker(state: "closed" | "open" | "half-open"): void;
  setAside(markets: number): void;
}

export const silentMeter: UpstreamMeter = {
  attempt: () => {},
  answer: () => {},
  breaker: () => {},
  setAside: () => {},
};
