import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchLater, fetchNow } from "./fetch-later.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("fetches part by part, but waits until the user has rested", async () => {
  const fetched: string[] = [];
  const part = (name: string, also?: () => void) => ({
    preload: async () => {
      await Promise.resolve();
      fetched.push(name);
      also?.();
    },
  });
  fetchLater(
    part("first", () => document.dispatchEvent(new Event("scroll"))),
    part("second"),
  );
  const done = fetchNow();
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).toEqual(["first"]);
  document.dispatchEvent(new Event("click"));
  await vi.advanceTimersByTimeAsync(2500);
  expect(fetched).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toEqual(["first", "second"]);
  await done;
});
