import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoadError, type LoadErrorKind } from "../markets-client.ts";
import { maximumRetries, WalkProgress, type ProgressSnapshot } from "./walk-progress.ts";

let progress: WalkProgress;

beforeEach(() => {
  vi.useFakeTimers();
  progress = new WalkProgress();
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
    void progress.persist(2, new AbortController().signal, failing(1, "timeout"));
    await old;
    await vi.advanceTimersByTimeAsync(0);
    expect(progress.snapshot()).toMatchObject({ error: { kind: "timeout" } });
  });

  it("tells its listeners of failures only, until the page is in", async () => {
    const told: ProgressSnapshot[] = [];
    const unsubscribe = progress.subscribe(() => told.push(progress.snapshot()));
    await progress.persist(1, new AbortController().signal, async () => "in");
    expect(told).toEqual([]);
    const second = progress.persist(2, new AbortController().signal, failing(1, "unavailable"));
    await vi.advanceTimersByTimeAsync(1500);
    await second;
    expect(told).toMatchObject([
      { loadingPage: undefined, error: { kind: "unavailable" }, nextRetryAt: expect.any(Number) },
      { loadingPage: 2, error: { kind: "unavailable" }, nextRetryAt: undefined },
      { loadingPage: undefined, error: undefined, nextRetryAt: undefined },
    ]);
    unsubscribe();
    void progress.persist(3, new AbortController().signal, failing(1, "unavailable"));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toHaveLength(3);
  });
});
