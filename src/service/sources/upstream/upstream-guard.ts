// Retries, waits and the circuit breaker.
import {
  UpstreamFailure,
  countsAgainstUpstream,
  mayRetry,
  type UpstreamFailureKind,
} from "./upstream-failure.ts";
import type { UpstreamMeter } from "./upstream-meter.ts";

export interface GuardOptions {
  readonly totalTimeoutMs: number;
  readonly retries: number;
  /** Doubles per retry, with jitter. */
  readonly firstWaitMs: number;
  readonly failuresToOpen: number;
  /** Doubles up to `longestOpenMs`. */
  readonly firstOpenMs: number;
  readonly longestOpenMs: number;
  /** Pause after a refused key, or a 429 without a time. */
  readonly quietMs: number;
  readonly leastQuietMs: number;
}

export const defaultGuardOptions: Omit<GuardOptions, "totalTimeoutMs"> = {
  retries: 2,
  firstWaitMs: 200,
  failuresToOpen: 8,
  firstOpenMs: 1000,
  longestOpenMs: 30_000,
  quietMs: 5000,
  leastQuietMs: 1000,
};

export interface UpstreamGuard {
  // `isVouched` is false where the request itself may be at fault: its failures, except a 429, stop no other request.
  // Throws the last UpstreamFailure, with `retryAfterMs` where we know when we ask again.
  run<T>(attempt: (signal: AbortSignal) => Promise<T>, isVouched: boolean): Promise<T>;
}

/** After a pause one request tries, and its success ends the pause. */
interface Pause {
  readonly kind: Extract<UpstreamFailureKind, "rate-limited" | "key-refused" | "circuit-open">;
  readonly until: number;
  readonly lengthMs: number;
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly over: Promise<void>;
}

/** `met` is the finished pause that this request may end. */
interface Entry {
  readonly met: Pause | undefined;
  readonly leave: () => void;
}

interface Trial {
  readonly isVouched: boolean;
  readonly over: Promise<void>;
}

export function createUpstreamGuard(
  options: GuardOptions,
  meter: UpstreamMeter,
  now: () => number = () => performance.now(),
): UpstreamGuard {
  let pause: Pause | undefined;
  let trial: Trial | undefined;
  let failuresInARow = 0;

  const pauseFor = (kind: Pause["kind"], lengthMs: number): void => {
    // The longest wait wins: an opening circuit does not shorten a 429's pause.
    if (pause !== undefined && pause.until >= now() + lengthMs) return;
    if (kind !== "circuit-open") endPause();
    pause = { kind, until: now() + lengthMs, lengthMs };
    if (kind === "circuit-open") meter.breaker("open");
  };
  const endPause = (): void => {
    if (pause?.kind === "circuit-open") meter.breaker("closed");
    pause = undefined;
  };

  /** Attempts from before a pause (`met`) say nothing about it. */
  const note = (met: Pause | undefined, failure: UpstreamFailure | undefined, isVouched: boolean): void => {
    if (failure?.kind === "rate-limited" || failure?.kind === "key-refused") {
      // A 429 applies to all requests. A key refused for an invented request may be refused only for such requests.
      if (failure.kind === "rate-limited" || isVouched)
        pauseFor(failure.kind, Math.max(failure.retryAfterMs ?? options.quietMs, options.leastQuietMs));
    } else if (failure === undefined || !countsAgainstUpstream(failure)) {
      failuresInARow = 0;
      if (met === pause) endPause();
    } else if (isVouched && met === pause) {
      failuresInARow += 1;
      if (met?.kind === "circuit-open")
        pauseFor("circuit-open", Math.min(met.lengthMs * 2, options.longestOpenMs));
      else {
        endPause();
        if (failuresInARow >= options.failuresToOpen) pauseFor("circuit-open", options.firstOpenMs);
      }
    }
  };

  const refusal = ({ kind, until }: Pause): UpstreamFailure =>
    new UpstreamFailure(kind, { retryAfterMs: Math.max(0, until - now()) });

  /** Reports our own wait, not the upstream's. */
  const withOwnWait = (failure: UpstreamFailure): UpstreamFailure => {
    if (failure.kind === pause?.kind) return refusal(pause);
    if (failure.retryAfterMs === undefined) return failure;
    return new UpstreamFailure(failure.kind, {
      retryAfterMs: Math.min(failure.retryAfterMs, options.quietMs),
      ...(failure.status === undefined ? {} : { status: failure.status }),
    });
  };

  const enter = async (isVouched: boolean, deadline: Deadline): Promise<Entry> => {
    for (;;) {
      if (pause === undefined) return { met: undefined, leave: () => {} };
      if (pause.until > now()) throw refusal(pause);
      // A request whose failure proves nothing should not be the trial others wait for.
      if (trial === undefined || (isVouched && !trial.isVouched)) return startTrial(pause, isVouched);
      await Promise.race([trial.over, deadline.over]);
      if (deadline.signal.aborted) throw new UpstreamFailure("timeout");
    }
  };

  const startTrial = (met: Pause, isVouched: boolean): Entry => {
    const { promise, settle } = createSignal();
    const mine = { isVouched, over: promise };
    trial = mine;
    if (met.kind === "circuit-open") meter.breaker("half-open");
    return {
      met,
      leave() {
        if (trial === mine) trial = undefined;
        settle();
      },
    };
  };

  const tryOnce = async <T>(
    attempt: () => Promise<T>,
    isVouched: boolean,
    { met, leave }: Entry,
  ): Promise<T> => {
    try {
      const value = await attempt();
      note(met, undefined, isVouched);
      return value;
    } catch (error) {
      if (error instanceof UpstreamFailure) note(met, error, isVouched);
      throw error;
    } finally {
      leave();
    }
  };

  return {
    async run(attempt, isVouched) {
      const endsAt = now() + options.totalTimeoutMs;
      const { signal, over, clear } = startDeadline(options.totalTimeoutMs);
      try {
        for (let tries = 1; ; tries += 1) {
          const entry = await enter(isVouched, { signal, over });
          try {
            return await tryOnce(() => attempt(signal), isVouched, entry);
          } catch (error) {
            if (!(error instanceof UpstreamFailure)) throw error;
            const failure = withOwnWait(error);
            // Timers may fire early; the extra millisecond makes sure the pause is over.
            const askedMs = failure.retryAfterMs === undefined ? 0 : Math.ceil(failure.retryAfterMs) + 1;
            const waitMs = askedMs + jittered(options.firstWaitMs * 2 ** (tries - 1));
            // Waiting beyond the deadline only delays the failure.
            if (!mayRetry(error) || tries > options.retries || now() + waitMs >= endsAt) throw failure;
            await new Promise((resolve) => setTimeout(resolve, waitMs));
          }
        }
      } finally {
        clear();
      }
    },
  };
}

function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}

function startDeadline(afterMs: number): Deadline & { readonly clear: () => void } {
  const controller = new AbortController();
  const { promise, settle } = createSignal();
  const timer = setTimeout(() => {
    controller.abort();
    settle();
  }, afterMs);
  return { signal: controller.signal, over: promise, clear: () => clearTimeout(timer) };
}

function createSignal(): { readonly promise: Promise<void>; readonly settle: () => void } {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle: () => settle?.() };
}
