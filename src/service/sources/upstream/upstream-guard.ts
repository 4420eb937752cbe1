// Around the single attempt: how often to try, how long to wait in between, and when to leave the upstream alone.
import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  ExponentialBackoff,
  TaskCancelledError,
  circuitBreaker,
  handleWhen,
  retry,
  wrap,
} from "cockatiel";
import { UpstreamFailure, countsAgainstUpstream, mayRetry } from "./upstream-failure.ts";
import type { UpstreamMeter } from "./upstream-meter.ts";

export interface GuardOptions {
  /** How long one request may take in all, waits and further attempts included; milliseconds. */
  readonly totalTimeoutMs: number;
  /** How often to try again after the first attempt. */
  readonly retries: number;
  /** The first wait between attempts; it doubles, with jitter. Milliseconds. */
  readonly firstWaitMs: number;
  /** The circuit opens after this many failed attempts in a row. */
  readonly failuresToOpen: number;
  /** How long the circuit stays open the first time; it doubles up to `longestOpenMs`. */
  readonly firstOpenMs: number;
  readonly longestOpenMs: number;
  /** How long to keep quiet after a refused key, or after a 429 that does not say how long. */
  readonly quietMs: number;
}

export const defaultGuardOptions: Omit<GuardOptions, "totalTimeoutMs"> = {
  retries: 2,
  firstWaitMs: 200,
  failuresToOpen: 8,
  firstOpenMs: 1000,
  longestOpenMs: 30_000,
  quietMs: 5000,
};

export interface UpstreamGuard {
  /**
   * Runs an attempt, again where that may help.
   * @throws UpstreamFailure the last attempt's, or why none was made
   */
  run<T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** One guard stands before one upstream: all requests share its circuit and its quiet times. */
export function createUpstreamGuard(
  options: GuardOptions,
  meter: UpstreamMeter,
  now: () => number = () => performance.now(),
): UpstreamGuard {
  let quiet: { readonly until: number; readonly failure: UpstreamFailure } | undefined;

  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof UpstreamFailure && countsAgainstUpstream(error)),
    {
      breaker: new ConsecutiveBreaker(options.failuresToOpen),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: options.firstOpenMs,
        maxDelay: options.longestOpenMs,
      }),
    },
  );
  breaker.onStateChange((state) =>
    meter.breaker(
      state === CircuitState.Closed ? "closed" : state === CircuitState.HalfOpen ? "half-open" : "open",
    ),
  );

  // The upstream has said when to come back, to one request: that holds for all of them.
  const keepQuiet = (failure: UpstreamFailure): UpstreamFailure => {
    if (failure.kind !== "rate-limited" && failure.kind !== "key-refused") return failure;
    const retryAfterMs = failure.retryAfterMs ?? options.quietMs;
    const answered = new UpstreamFailure(failure.kind, {
      retryAfterMs,
      ...(failure.status === undefined ? {} : { status: failure.status }),
    });
    quiet = { until: now() + retryAfterMs, failure: answered };
    return answered;
  };
  const stillQuiet = (): UpstreamFailure | undefined => {
    if (quiet === undefined) return undefined;
    const remainingMs = quiet.until - now();
    if (remainingMs > 0)
      return new UpstreamFailure(quiet.failure.kind, {
        retryAfterMs: remainingMs,
        ...(quiet.failure.status === undefined ? {} : { status: quiet.failure.status }),
      });
    quiet = undefined;
    return undefined;
  };

  return {
    async run(attempt) {
      const early = stillQuiet();
      if (early !== undefined) throw early;
      const startedAt = now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), options.totalTimeoutMs);
      const remainingMs = (): number => options.totalTimeoutMs - (now() - startedAt);

      const retrying = retry(
        handleWhen(
          (error) =>
            error instanceof UpstreamFailure &&
            mayRetry(error) &&
            // A wait that outlasts the request would only make its failure slower.
            (error.retryAfterMs ?? 0) < remainingMs(),
        ),
        { maxAttempts: options.retries, backoff: createBackoff(options.firstWaitMs) },
      );
      try {
        return await wrap(retrying, breaker).execute(() => attempt(deadline.signal), deadline.signal);
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          throw new UpstreamFailure("circuit-open", { retryAfterMs: options.firstOpenMs });
        // Whoever waited for another's try of the half-open circuit may run out of time before its own turn.
        if (error instanceof TaskCancelledError) throw new UpstreamFailure("timeout");
        if (!(error instanceof UpstreamFailure)) throw error;
        throw keepQuiet(error);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Doubling waits with full jitter above half, or exactly what the upstream asked for and a little more. */
function createBackoff(
  firstWaitMs: number,
): DelegateBackoff<{ readonly attempt: number; readonly result: unknown }> {
  return new DelegateBackoff(({ attempt, result }) => {
    const error =
      typeof result === "object" && result !== null && "error" in result ? result.error : undefined;
    const asked = error instanceof UpstreamFailure ? error.retryAfterMs : undefined;
    const jittered = firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    return asked === undefined ? jittered : asked + jittered / 2;
  });
}
