import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { UpstreamFailure, type UpstreamFailureKind } from "./upstream-failure.ts";
import { createUpstreamGuard, defaultGuardOptions } from "./upstream-guard.ts";
import { silentMeter } from "../../../../tests/fixtures/silent-meter.ts";

const states: string[] = [];
let guard: ReturnType<typeof createUpstreamGuard>;
let attempts: number;

beforeEach(() => {
  vi.useFakeTimers();
  states.length = 0;
  attempts = 0;
  guard = createUpstreamGuard(
    { ...defaultGuardOptions, totalTimeoutMs: 25_000 },
    { ...silentMeter, breaker: (state) => void states.push(state) },
  );
});

afterEach(() => vi.useRealTimers());

/** Runs a request whose failures count against the upstream. */
const run = <T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> => guard(attempt, true);

const failWith = (kind: UpstreamFailureKind, retryAfterMs?: number) => async (): Promise<never> => {
  attempts += 1;
  throw new UpstreamFailure(kind, { retryAfterMs });
};

const well = (afterMs: number) =>
  run(() => {
    attempts += 1;
    return new Promise((resolve) => setTimeout(() => resolve("well"), afterMs));
  });

/** Runs all timers; returns the failure and how long it took on the fake clock. */
async function outcome(running: Promise<unknown>): Promise<{ failure: unknown; tookMs: number }> {
  const startedAt = Date.now();
  const settled = running.then(
    () => undefined,
    (error: unknown) => error,
  );
  let endedAt = startedAt;
  const noted = settled.then((failure) => {
    endedAt = Date.now();
    return failure;
  });
  await vi.runAllTimersAsync();
  return { failure: await noted, tookMs: endedAt - startedAt };
}

describe("attempts", () => {
  test("after a timeout are three in total", async () => {
    await outcome(run(failWith("timeout")));
    expect(attempts).toBe(3);
  });

  test("are separated by jittered waits of 300 to 600 ms in total", async () => {
    for (let index = 0; index < 20; index += 1) {
      const { tookMs } = await outcome(
        createUpstreamGuard({ ...defaultGuardOptions, totalTimeoutMs: 25_000 }, silentMeter)(
          failWith("network"),
          true,
        ),
      );
      expect(tookMs).toBeGreaterThanOrEqual(300);
      expect(tookMs).toBeLessThanOrEqual(600);
    }
  });

  test("wait as long as the upstream asks", async () => {
    const { tookMs } = await outcome(run(failWith("rate-limited", 3000)));
    expect(attempts).toBe(3);
    expect(tookMs).toBeGreaterThanOrEqual(6000);
  });

  test("of other requests go on meanwhile, and the reported wait is capped at 5 s", async () => {
    const unwell = outcome(run(failWith("try-later", 120_000)));
    await expect(run(async () => "well")).resolves.toBe("well");
    expect((await unwell).failure).toMatchObject({ kind: "try-later", retryAfterMs: 5000 });
  });

  test("end with the total timeout of the request", async () => {
    const running = run(
      (signal) =>
        new Promise((_, reject) => {
          attempts += 1;
          signal.addEventListener("abort", () => reject(new UpstreamFailure("timeout")));
        }),
    );
    const { failure, tookMs } = await outcome(running);
    expect(failure).toMatchObject({ kind: "timeout" });
    expect(tookMs).toBe(25_000);
    expect(attempts).toBe(1);
  });

  test("are not retried on an error of our own, which is rethrown", async () => {
    const { failure } = await outcome(
      run(async () => {
        attempts += 1;
        throw new TypeError("ours");
      }),
    );
    expect(failure).toBeInstanceOf(TypeError);
    expect(attempts).toBe(1);
  });
});

describe("a pause", () => {
  test("applies to every request until it ends", async () => {
    await outcome(run(failWith("rate-limited", 60_000)));
    const { failure } = await outcome(run(failWith("network")));
    expect(failure).toMatchObject({ kind: "rate-limited" });
    expect(attempts).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(run(async () => "well")).resolves.toBe("well");
  });

  test("begins with the first 429, not when the request that got it gives up", async () => {
    const first = Promise.allSettled([run(failWith("rate-limited", 3000))]);
    await vi.advanceTimersByTimeAsync(0);
    await expect(run(failWith("network"))).rejects.toMatchObject({
      kind: "rate-limited",
      retryAfterMs: 3000,
    });
    expect(attempts).toBe(1);
    await vi.runAllTimersAsync();
    await first;
  });

  test("lasts at least one second", async () => {
    for (let index = 0; index < 30; index += 1)
      await expect(run(failWith("key-refused", 0))).rejects.toMatchObject({
        retryAfterMs: 1000,
      });
    expect(attempts).toBe(1);
  });

  test("ends with a single probe while all other requests wait", async () => {
    const settled = Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => guard(failWith("rate-limited", 3000), index % 2 === 0)),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(50);
    await vi.runAllTimersAsync();
    await settled;
    // One after 3 s, and one after 6 s.
    expect(attempts).toBe(52);
  });

  test("is not shortened by a 429 with a shorter wait", async () => {
    await Promise.all([60_000, 1000].map((waitMs) => outcome(run(failWith("rate-limited", waitMs)))));
    await vi.advanceTimersByTimeAsync(2000);
    await expect(run(async () => "well")).rejects.toMatchObject({ kind: "rate-limited" });
  });

  test("has one probe, even if a response under way since before the pause arrives meanwhile", async () => {
    const slow = well(3500);
    await expect(run(failWith("key-refused", 3000))).rejects.toMatchObject({ kind: "key-refused" });
    await vi.advanceTimersByTimeAsync(3000);
    const probe = well(1000);
    await vi.advanceTimersByTimeAsync(600);
    await slow;
    const waiting = well(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(3);
    await vi.runAllTimersAsync();
    await Promise.all([probe, waiting]);
  });

  test("is over if the probe fails for another reason, so that requests no longer wait for each other", async () => {
    await outcome(run(failWith("key-refused", 1000)));
    await vi.advanceTimersByTimeAsync(1000);
    await outcome(run(failWith("failing")));
    const together = [well(10), well(10)];
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(4);
    await vi.runAllTimersAsync();
    await Promise.all(together);
  });

  test("is not ended by a response already under way when it began", async () => {
    const slow = run(() => new Promise((resolve) => setTimeout(() => resolve("well"), 500)));
    const limited = outcome(run(failWith("rate-limited", 60_000)));
    await slow;
    await limited;
    await expect(run(async () => "well")).rejects.toMatchObject({ kind: "rate-limited" });
  });

  test("follows a refused key, so that not every visitor retries it", async () => {
    await outcome(run(failWith("key-refused")));
    await outcome(run(failWith("key-refused")));
    expect(attempts).toBe(1);
  });
});

describe("the circuit breaker", () => {
  test("opens after eight failures in a row, then closes when a probe succeeds", async () => {
    for (let index = 0; index < 8; index += 1) await outcome(run(failWith("failing")));
    expect(states).toEqual(["open"]);
    const { failure } = await outcome(run(failWith("failing")));
    expect(failure).toMatchObject({ kind: "circuit-open" });
    expect(attempts).toBe(8);
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(run(async () => "well")).resolves.toBe("well");
    expect(states).toEqual(["open", "half-open", "closed"]);
  });

  test("stays closed while requests succeed in between or are refused, and any success closes it", async () => {
    for (let index = 0; index < 40; index += 1) await outcome(run(failWith("refused")));
    for (let index = 0; index < 40; index += 1) {
      await outcome(run(failWith("failing")));
      if (index % 7 === 6) await run(async () => "well");
    }
    expect(states).toEqual([]);
    for (let index = 0; index < 8; index += 1) await outcome(run(failWith("failing")));
    await vi.advanceTimersByTimeAsync(1000);
    await guard(async () => "well", false);
    expect(states).toEqual(["open", "half-open", "closed"]);
  });

  test("times out a request that has no time left after that wait", async () => {
    for (let index = 0; index < 8; index += 1) await outcome(run(failWith("failing")));
    await vi.advanceTimersByTimeAsync(30_000);
    // An attempt that answers after its own request has ended, as a socket may do.
    const trying = run(() => new Promise((resolve) => setTimeout(() => resolve("well"), 26_000)));
    await vi.advanceTimersByTimeAsync(0);
    const { failure } = await outcome(run(async () => "well too"));
    expect(failure).toMatchObject({ kind: "timeout" });
    await expect(trying).resolves.toBe("well");
  });

  test("reports the remaining time it stays open, which doubles up to 30 s", async () => {
    for (let index = 0; index < 8; index += 1) await outcome(run(failWith("failing")));
    for (const openMs of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      await vi.advanceTimersByTimeAsync(openMs / 4);
      await expect(run(failWith("failing"))).rejects.toMatchObject({ retryAfterMs: (openMs * 3) / 4 });
      await vi.advanceTimersByTimeAsync((openMs * 3) / 4);
      await expect(run(failWith("failing"))).rejects.toMatchObject({ kind: "failing" });
    }
    expect(attempts).toBe(15);
  });

  test("is neither opened nor kept open by requests that may themselves be at fault", async () => {
    for (const kind of ["failing", "timeout", "unreadable", "key-refused"] as const)
      for (let index = 0; index < 10; index += 1) await outcome(guard(failWith(kind), false));
    await expect(run(async () => "well")).resolves.toBe("well");
    expect(states).toEqual([]);
    for (let index = 0; index < 8; index += 1) await outcome(run(failWith("failing")));
    await vi.advanceTimersByTimeAsync(1000);
    const hanging = guard(() => new Promise(() => {}), false);
    await outcome(guard(failWith("failing"), true).catch(() => {}));
    await vi.advanceTimersByTimeAsync(2000);
    await outcome(Promise.race([hanging, run(async () => "well")]));
    expect(states).toEqual(["open", "half-open", "half-open", "open", "half-open", "closed"]);
  });
});
