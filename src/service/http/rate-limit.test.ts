import { array, assert, integer, property } from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRateLimiter } from "./rate-limit.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("serves a caller that has waited for Retry-After", () => {
  assert(
    property(integer({ min: 1, max: 5000 }), integer({ min: 0, max: 200 }), (perMinute, extra) => {
      const limiter = createRateLimiter(perMinute);
      let wait: number | undefined;
      for (let index = 0; index < perMinute + 1 + extra; index += 1) wait = limiter.take("a");
      vi.advanceTimersByTime((wait ?? 0) * 1000);
      expect(limiter.take("a")).toBeUndefined();
    }),
    runs(30),
  );
});

test("never lets through more than a full bucket plus its refill", () => {
  assert(
    property(array(integer({ min: 0, max: 3000 }), { maxLength: 200 }), (gaps) => {
      const limiter = createRateLimiter(30);
      const start = performance.now();
      let passed = 0;
      for (const gap of gaps) {
        vi.advanceTimersByTime(gap);
        if (limiter.take("a") === undefined) passed += 1;
      }
      expect(passed).toBeLessThanOrEqual(30 + ((performance.now() - start) * 30) / 60_000 + 1e-6);
    }),
    runs(30),
  );
});

test("refills by the time that has passed, up to a full bucket", () => {
  const limiter = createRateLimiter(2);
  const passed = (): number => [1, 2, 3].filter(() => limiter.take("a") === undefined).length;
  const afterMs = (waitMs: number): number => {
    vi.advanceTimersByTime(waitMs);
    return passed();
  };
  expect([0, 30_000, 600_000].map(afterMs)).toEqual([2, 1, 2]);
});

test("treats 0 as no limit", () => {
  const limiter = createRateLimiter(0);
  for (let index = 0; index < 1000; index += 1) expect(limiter.take("a")).toBeUndefined();
});

test("does not charge a caller for requests that its network is refused", () => {
  const limiter = createRateLimiter(2);
  for (let index = 0; index < 16; index += 1) limiter.take(`full ${index}`, 2, "network");
  expect(limiter.take("a", 1, "network")).toBe(2);
  vi.advanceTimersByTime(60_000 / 32);
  expect([limiter.take("a", 1, "network"), limiter.take("a", 1)]).toEqual([undefined, undefined]);
});

test("reserves no memory for callers it has not seen", () => {
  const before = process.memoryUsage().arrayBuffers;
  const limiters = Array.from({ length: 20 }, () => createRateLimiter(10));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000);
  expect(limiters.map((limiter) => limiter.take("a"))).toEqual(limiters.map(() => undefined));
});

test("drops the callers whose last request is the oldest, beyond 50,000", () => {
  const limiter = createRateLimiter(1);
  for (let index = 0; index <= 50_000; index += 1) limiter.take(`caller ${index}`);
  expect([limiter.take("caller 50000"), limiter.take("caller 0")]).toEqual([60, undefined]);
});
