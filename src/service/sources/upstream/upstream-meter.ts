import type { UpstreamFailureKind } from "./upstream-failure.ts";

export interface UpstreamMeter {
  /** `reason` is our word or Node's code; never upstream text. */
  attempt(report: {
    readonly outcome: "ok" | UpstreamFailureKind;
    readonly durationMs: number;
    readonly status: number | undefined;
    readonly reason: string | undefined;
  }): void;
  /** `shared`: answered by another caller's request. */
  answer(origin: "fresh" | "fetched" | "shared" | "stale" | "failed"): void;
  breaker(state: "closed" | "open" | "half-open"): void;
  setAside(markets: number): void;
}

export const silentMeter: UpstreamMeter = {
  attempt: () => {},
  answer: () => {},
  breaker: () => {},
  setAside: () => {},
};
