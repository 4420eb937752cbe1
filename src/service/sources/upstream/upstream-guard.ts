// Around the single attempt: how often to try, how long to wait in between, and when to leave the upstream alone.
import {
  UpstreamFailure,
  countsAgainstUpstream,
  mayRetry,
  type UpstreamFailureKind,
} from "./upstream-failure.ts";
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
  /** How long to keep quiet at least, whatever the 429 says. */
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
  /**
   * Runs an attempt, again where that may help.
   * @param isVouched false where the request itself may be what the upstream fails on: its failures then stop no other
   *   request, save for a 429
   * @throws UpstreamFailure the last attempt's, or why none was made; with `retryAfterMs` where we know when we ask again
   */
  run<T>(attempt: (signal: AbortSignal) => Promise<T>, isVouched: boolean): Promise<T>;
}

/** No request is sent until this is over. Then one request tries, and the pause ends with its success. */
interface Pause {
  readonly kind: Extract<UpstreamFailureKind, "rate-limited" | "key-refused" | "circuit-open">;
  readonly until: number;
  readonly lengthMs: number;
}

interface Deadline {
  readonly signal: AbortSignal;
  /** Settles when the signal fires. */
  readonly over: Promise<void>;
}

/** Leave to ask. `met` is the pause that is over and that this request is to end. */
interface Entry {
  readonly met: Pause | undefined;
  readonly leave: () => void;
}

/** The one request that asks after a pause. */
interface Trial {
  readonly isVouched: boolean;
  readonly over: Promise<void>;
}

/** There is one guard for each upstream: all requests share its pauses. */
export function createUpstreamGuard(
  options: GuardOptions,
  meter: UpstreamMeter,
  now: () => number = () => performance.now(),
): UpstreamGuard {
  let pause: Pause | undefined;
  let trial: Trial | undefined;
  let failuresInARow = 0;

  const pauseFor = (kind: Pause["kind"], lengthMs: number): void => {
    // Of two answers the longer wait holds, and a circuit that opens does not shorten a quiet time.
    if (pause !== undefined && pause.until >= now() + lengthMs) return;
    if (kind !== "circuit-open") endPause();
    pause = { kind, until: now() + lengthMs, lengthMs };
    if (kind === "circuit-open") meter.breaker("open");
  };
  const endPause = (): void => {
    if (pause?.kind === "circuit-open") meter.breaker("closed");
    pause = undefined;
  };

  /** @param met the pause that was over when the attempt began: what older attempts bring says nothing about a newer pause */
  const note = (met: Pause | undefined, failure: UpstreamFailure | undefined, isVouched: boolean): void => {
    if (failure?.kind === "rate-limited" || failure?.kind === "key-refused") {
      // To one request the upstream has said when to come back: that holds for all of them, from now on. A key that is refused
      // to a request somebody has made up may be a door that only such requests find closed.
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

  /** The failure with the wait that is kept here, not the one the upstream asked for. */
  const withOwnWait = (failure: UpstreamFailure): UpstreamFailure => {
    if (failure.kind === pause?.kind) return refusal(pause);
    if (failure.retryAfterMs === undefined) return failure;
    return new UpstreamFailure(failure.kind, {
      retryAfterMs: Math.min(failure.retryAfterMs, options.quietMs),
      ...(failure.status === undefined ? {} : { status: failure.status }),
    });
  };

  /**
   * Waits for the request that tries, if one does, and becomes it where none does.
   * @throws UpstreamFailure during a pause
   */
  const enter = async (isVouched: boolean, deadline: Deadline): Promise<Entry> => {
    for (;;) {
      if (pause === undefined) return { met: undefined, leave: () => {} };
      if (pause.until > now()) throw refusal(pause);
      // A request that proves nothing when it fails is not waited for, unless the waiting one would prove no more.
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

  /** One attempt, and what it says about the upstream. */
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
            // A timer may fire a little early: one millisecond more, so that the pause is over by then.
            const askedMs = failure.retryAfterMs === undefined ? 0 : Math.ceil(failure.retryAfterMs) + 1;
            const waitMs = askedMs + jittered(options.firstWaitMs * 2 ** (tries - 1));
            // A wait that outlasts the request would only make its failure slower.
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

/** A random wait between half and all of this. */
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
