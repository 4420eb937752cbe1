import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inTime } from "./waiting.ts";

async function later(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, ms, "here"));
}

function refuse(): never {
  throw new Error("late");
}

describe("inTime", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  test("resolves to the result if it arrives in time, else to the fallback or its error", async () => {
    const outcomes = Promise.allSettled([
      inTime(later(50), 100, refuse),
      inTime(later(150), 100, () => undefined),
      inTime(later(150), 100, refuse),
    ]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await outcomes).toEqual([
      { status: "fulfilled", value: "here" },
      { status: "fulfilled", value: undefined },
      { status: "rejected", reason: new Error("late") },
    ]);
  });

  test("leaves no timer that would keep the process alive, even on failure", async () => {
    await Promise.allSettled([
      inTime(Promise.resolve("here"), 100, refuse),
      inTime(Promise.reject(new Error("failed")), 100, refuse),
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
