import { array, assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limit.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";

test("a whole minute's worth may be used at once, and one more has to wait", () => {
  const limiter = createRateLimiter(60, () => 0);
  for (let index = 0; index < 60; index += 1) expect(limiter.take("a")).toBeUndefined();
  expect(limiter.take("a")).toBe(1);
});

test("callers do not use up each other's share", () => {
  const limiter = createRateLimiter(1, () => 0);
  expect(limiter.take("a")).toBeUndefined();
  expect(limiter.take("b")).toBeUndefined();
  expect(limiter.take("a")).toBe(60);
});

test("a caller that waits for Retry-After is served", () => {
  assert(
    property(integer({ min: 1, max: 5000 }), integer({ min: 0, max: 200 }), (perMinute, extra) => {
      let now = 0;
      const limiter = createRateLimiter(perMinute, () => now);
      let wait: number | undefined;
      for (let index = 0; index < perMinute + 1 + extra; index += 1) wait = limiter.take("a");
      now += (wait ?? 0) * 1000;
      expect(limiter.take("a")).toBeUndefined();
    }),
    runs(30),
  );
});

test("over any time no more pass than the bucket held and what has flowed in", () => {
  assert(
    property(array(integer({ min: 0, max: 3000 }), { maxLength: 200 }), (gaps) => {
      let now = 0;
      const limiter = createRateLimiter(30, () => now);
      let passed = 0;
      for (const gap of gaps) {
        now += gap;
        if (limiter.take("a") === undefined) passed += 1;
      }
      expect(passed).toBeLessThanOrEqual(30 + (now * 30) / 60_000 + 1e-6);
    }),
    runs(30),
  );
});

test("0 is no limit", () => {
  const limiter = createRateLimiter(0, () => 0);
  for (let index = 0; index < 1000; index += 1) expect(limiter.take("a")).toBeUndefined();
});
