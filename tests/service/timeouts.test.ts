// Browser and service both time out a page. The service must do so first, so that its error code arrives.
import { expect, test } from "vitest";
import { pageTimeoutMs } from "../../src/dashboard/queries/fetch-json.ts";
import { readConfig } from "../../src/service/config.ts";
import { defaultSlotOptions } from "../../src/service/sources/upstream/caller-slots.ts";

test("the service times out before the browser, so that the browser gets the reason", () => {
  const { source } = readConfig({
    MARKETS_BASE_URL: "https://markets.example/api",
    MARKETS_CLIENT_KEY: "any",
  });
  const totalTimeoutMs = source.kind === "upstream" ? source.totalTimeoutMs : Infinity;
  // The time in the queue, and the latency of the connection.
  expect(totalTimeoutMs + defaultSlotOptions.waitMs).toBeLessThanOrEqual(pageTimeoutMs - 1000);
});
