import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { dripBody, startHostileUpstream } from "../../../../tests/fixtures/hostile-upstream.ts";
import { createUpstreamTransport, retryAfterOf } from "./upstream-transport.ts";

afterEach(() => void vi.useRealTimers());

const inTenSeconds = "Thu, 01 Oct 2026 00:00:10 GMT";

test.each<[string | undefined, string | undefined, number | undefined]>([
  [undefined, undefined, undefined],
  ["5", undefined, 5000],
  ["0", undefined, 0],
  [" 7 ", undefined, 7000],
  ["119", undefined, 119_000],
  ["99999999", undefined, 120_000],
  ["Thu, 01 Oct 2026 01:00:00 GMT", undefined, 120_000],
  ["-5", undefined, undefined],
  ["soon", undefined, undefined],
  [inTenSeconds, undefined, 10_000],
  // The upstream's clock is an hour behind ours: only the difference counts.
  ["Wed, 30 Sep 2026 23:00:10 GMT", "Wed, 30 Sep 2026 23:00:00 GMT", 10_000],
  ["Wed, 30 Sep 2026 22:59:50 GMT", "Wed, 30 Sep 2026 23:00:00 GMT", 0],
  [inTenSeconds, "nonsense", 10_000],
])("Retry-After %s with Date %s is %s milliseconds", (retryAfter, date, expected) => {
  vi.useFakeTimers({ now: Date.parse("2026-10-01T00:00:00Z") });
  expect(retryAfterOf({ headers: { "retry-after": retryAfter, date } })).toBe(expected);
});

test("an attempt ends in time, even if garbage is collected while its answer arrives byte by byte", async () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const upstream = await startHostileUpstream();
  upstream.behave(dripBody);
  const transport = createUpstreamTransport({
    baseUrl: upstream.baseUrl,
    keyHeaders: {},
    attemptTimeoutMs: 300,
    connections: 1,
  });
  const collecting = setInterval(() => typeof collect === "function" && collect(), 20);
  const asking = transport.get("/v0/markets", 1_000_000, new AbortController().signal);
  await expect(asking).rejects.toMatchObject({ kind: "timeout" });
  clearInterval(collecting);
  await transport.close();
  await upstream.stop();
});
