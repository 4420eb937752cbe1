import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoadError, type ArrivedPage, type LoadErrorKind } from "./markets-client.ts";
import { maximumRetries, WalkProgress } from "./walk-progress.ts";

let progress: WalkProgress;

beforeEach(() => {
  vi.useFakeTimers();
  progress = new WalkProgress({ limit: 200 });
});
afterEach(() => {
  vi.useRealTimers();
});

function fault(kind: LoadErrorKind): LoadError {
  return new LoadError(1, { kind, message: "No." });
}

/** An attempt that fails so many times and succeeds then. */
function failing(times: number, kind: LoadErrorKind) {
  let failures = 0;
  return vi.fn(async () => {
    failures += 1;
    if (failures <= times) throw fault(kind);
    return "in";
  });
}

async function online(): Promise<void> {
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
}

describe("WalkProgress", () => {
  it("does not count attempts made without a network", async () => {
    const failures: LoadErrorKind[] = [
      ...Array.from({ length: 20 }, () => "offline" as const),
      "unavailable",
    ];
    const attempt = vi.fn(async () => {
      const kind = failures.shift();
      if (kind !== undefined) throw fault(kind);
      return "in";
    });
    const result = progress.persist(1, new AbortController().signal, attempt);
    await vi.advanceTimersByTimeAsync(0);
    for (let times = 0; times < 20; times += 1) await online();
    expect(progress.snapshot()).toMatchObject({ error: { kind: "unavailable" } });
    await vi.advanceTimersByTimeAsync(1200);
    expect(await result).toBe("in");
  });

  it("gives up after the last automatic attempt, and leaves nothing behind", async () => {
    const attempt = failing(maximumRetries + 1, "timeout");
    const result = progress
      .persist(3, new AbortController().signal, attempt)
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await result).toMatchObject({ kind: "timeout" });
    expect(progress.waiting).toBe(false);
    expect(progress.snapshot()).toEqual({ loadingPage: undefined, error: undefined, nextRetryAt: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends its waiting with the signal's reason", async () => {
    const controller = new AbortController();
    const result = progress
      .persist(1, controller.signal, failing(1, "unavailable"))
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    expect(progress.waiting).toBe(true);
    controller.abort(new Error("left"));
    expect(await result).toMatchObject({ message: "left" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not overwritten by an attempt that was abandoned", async () => {
    const abandoned = new AbortController();
    const old = progress
      .persist(1, abandoned.signal, failing(1, "unavailable"))
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    abandoned.abort(new Error("left"));
    void progress.persist(2, new AbortController().signal, () => new Promise(() => undefined));
    await old;
    expect(progress.snapshot()).toMatchObject({ loadingPage: 2 });
  });

  it("tells its listeners only of what changed", async () => {
    const listener = vi.fn();
    const unsubscribe = progress.subscribe(listener);
    await progress.persist(1, new AbortController().signal, async () => "in");
    expect(listener).toHaveBeenCalledTimes(1);
    progress.settle();
    expect(listener).toHaveBeenCalledTimes(2);
    progress.settle();
    unsubscribe();
    await progress.persist(1, new AbortController().signal, async () => "in");
    expect(listener).toHaveBeenCalledTimes(2);
  });

  describe("the page asked for ahead", () => {
    let signals: AbortSignal[];
    const ask = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<ArrivedPage>(() => undefined);
    };
    beforeEach(() => {
      signals = [];
    });

    it("is aborted when the last view leaves, not before", () => {
      const leaveOne = progress.enter();
      const leaveOther = progress.enter();
      progress.askAhead("c2", ask);
      leaveOne();
      expect(signals[0]?.aborted).toBe(false);
      leaveOther();
      expect(signals[0]?.aborted).toBe(true);
      expect(progress.left).toBe(true);
    });

    it("is asked for once, and another cursor replaces it", () => {
      progress.askAhead("c2", ask);
      progress.askAhead("c2", ask);
      expect(signals).toHaveLength(1);
      progress.askAhead("c3", ask);
      expect(signals.map((signal) => signal.aborted)).toEqual([true, false]);
    });

    it("is given once, to whoever has its cursor, and is aborted with that request", () => {
      progress.askAhead("c2", ask);
      const controller = new AbortController();
      expect(progress.takeAhead("c2", controller.signal)).toBeDefined();
      expect(progress.takeAhead("c2", controller.signal)).toBeUndefined();
      controller.abort();
      expect(signals[0]?.aborted).toBe(true);
    });

    it("is dropped when another page is wanted", () => {
      progress.askAhead("c2", ask);
      expect(progress.takeAhead(undefined, new AbortController().signal)).toBeUndefined();
      expect(signals[0]?.aborted).toBe(true);
    });
  });
});
