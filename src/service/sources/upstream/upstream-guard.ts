// Retries, waits and a circuit breaker.
import { raceAbort } from "../../waiting.ts";
import { UpstreamFailure, type UpstreamFailureKind } from "./upstream-failure.ts";
import type { UpstreamMeter } from "../../metrics.ts";

export const defaultGuardOptions = {
  retries: 2,
  /** Doubles with each retry, with jitter. */
  firstWaitMs: 200,
  failuresToOpen: 8,
  /** Doubles with each failed trial, up to `maxOpenMs`. */
  firstOpenMs: 1000,
  maxOpenMs: 30_000,
  /** Pause after a rejected key, or after a 429 without a Retry-After. */
  quietMs: 5000,
  minQuietMs: 1000,
};

export type GuardOptions = Readonly<typeof defaultGuardOptions> & { readonly totalTimeoutMs: number };

/** After a pause one request tries the upstream, and its success ends the pause. */
interface Pause {
  readonly kind: Extract<UpstreamFailureKind, "rate-limited" | "key-refused" | "circuit-open">;
  readonly until: number;
  readonly lengthMs: number;
}

interface Trial {
  readonly met: Pause;
  readonly isKnownGood: boolean;
  readonly over: Promise<void>;
  readonly end: () => void;
}

export function createUpstreamGuard(options: GuardOptions, meter: Pick<UpstreamMeter, "breaker">) {
  let pause: Pause | undefined;
  let trial: Trial | undefined;
  let failuresInARow = 0;

  const pauseFor = (kind: Pause["kind"], lengthMs: number): void => {
    // The longest wait wins: an opening circuit does not shorten a 429's pause.
    if (pause !== undefined && pause.until >= performance.now() + lengthMs) return;
    if (kind !== "circuit-open") endPause();
    pause = { kind, until: performance.now() + lengthMs, lengthMs };
    if (kind === "circuit-open") meter.breaker("open");
  };
  const endPause = (): void => {
    if (pause?.kind === "circuit-open") meter.breaker("closed");
    pause = undefined;
  };

  /** `met`: the pause when the attempt began. Its result does not count for a later pause. */
  const note = (met: Pause | undefined, failure: UpstreamFailure | undefined, isKnownGood: boolean): void => {
    if (failure?.kind === "rate-limited" || failure?.kind === "key-refused") {
      // A 429 applies to all requests. A key rejected for a made-up request may still be valid for others.
      if (failure.kind === "rate-limited" || isKnownGood)
        pauseFor(failure.kind, Math.max(failure.retryAfterMs ?? options.quietMs, options.minQuietMs));
      return;
    }
    const isHealthy = failure?.traits.unhealthy !== true;
    if (isHealthy) failuresInARow = 0;
    if (met !== pause) return;
    if (isHealthy) endPause();
    else if (isKnownGood) countFailure();
  };

  const countFailure = (): void => {
    failuresInARow += 1;
    if (pause?.kind === "circuit-open")
      return pauseFor("circuit-open", Math.min(pause.lengthMs * 2, options.maxOpenMs));
    endPause();
    if (failuresInARow >= options.failuresToOpen) pauseFor("circuit-open", options.firstOpenMs);
  };

  const refusal = ({ kind, until }: Pause): UpstreamFailure =>
    new UpstreamFailure(kind, { retryAfterMs: Math.max(0, until - performance.now()) });

  /** Reports how long we wait ourselves, not what the upstream asked for. */
  const withOwnWait = (failure: UpstreamFailure): UpstreamFailure => {
    if (failure.kind === pause?.kind) return refusal(pause);
    if (failure.retryAfterMs === undefined) return failure;
    const retryAfterMs = Math.min(failure.retryAfterMs, options.quietMs);
    return new UpstreamFailure(failure.kind, { status: failure.status, retryAfterMs });
  };

  /** After a pause, waits for the trial of another request, or becomes the trial. */
  const enter = async (isKnownGood: boolean, signal: AbortSignal): Promise<Trial | undefined> => {
    for (;;) {
      if (pause === undefined) return undefined;
      if (pause.until > performance.now()) throw refusal(pause);
      // A request that may itself be at fault should not be the trial that others wait for.
      if (trial === undefined || (isKnownGood && !trial.isKnownGood)) {
        if (pause.kind === "circuit-open") meter.breaker("half-open");
        let end: (() => void) | undefined;
        const over = new Promise<void>((resolve) => (end = resolve));
        trial = { met: pause, isKnownGood, over, end: () => end?.() };
        return trial;
      }
      await raceAbort(trial.over, signal);
    }
  };

  const tryOnce = async <T>(attempt: () => Promise<T>, isKnownGood: boolean, own: Trial | undefined) => {
    try {
      const value = await attempt();
      note(own?.met, undefined, isKnownGood);
      return value;
    } catch (error) {
      if (error instanceof UpstreamFailure) note(own?.met, error, isKnownGood);
      throw error;
    } finally {
      if (trial === own) trial = undefined;
      own?.end();
    }
  };

  // `isKnownGood` is false if the request itself may be at fault: then its failures, except a 429, do not stop other
  // requests. Throws the last UpstreamFailure, with `retryAfterMs` if we know when we will ask again.
  return async <T>(attempt: (signal: AbortSignal) => Promise<T>, isKnownGood: boolean): Promise<T> => {
    const endsAt = performance.now() + options.totalTimeoutMs;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new UpstreamFailure("timeout")), options.totalTimeoutMs);
    try {
      for (let tries = 1; ; tries += 1) {
        const own = await enter(isKnownGood, deadline.signal);
        try {
          return await tryOnce(() => attempt(deadline.signal), isKnownGood, own);
        } catch (error) {
          if (!(error instanceof UpstreamFailure)) throw error;
          const failure = withOwnWait(error);
          // Timers may fire early, so one millisecond is added to be sure that the pause is over.
          const minWaitMs = failure.retryAfterMs === undefined ? 0 : Math.ceil(failure.retryAfterMs) + 1;
          const jitter = 0.5 + Math.random() / 2;
          const waitMs = minWaitMs + options.firstWaitMs * 2 ** (tries - 1) * jitter;
          // If the wait would exceed the deadline, fail right away.
          if (error.traits.retry !== true || tries > options.retries || performance.now() + waitMs >= endsAt)
            throw failure;
          await new Promise((resolve) => setTimeout(resolve, waitMs));
        }
      }
    } finally {
      clearTimeout(timer);
    }
  };
}
