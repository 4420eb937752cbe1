// Both the browser and the gateway time out a page. The gateway has to be first, so that its error code arrives.
import { expect, test } from "vitest";
import { pageTimeoutMs } from "../../src/dashboard/queries/fetch-json.ts";
import { readConfig } from "../../src/service/config.ts";
import { defaultSlotOptions } from "../../src/service/sources/upstream/caller-slots.ts";

test("the gateway times out before the browser, so that the browser gets the reason", () => {
  const { source } = readConfig({
    MARKETS_BASE_URL: "https://markets.example/api",
    MARKETS_CLIENT_KEY: "any",
  });
  const totalTimeoutMs = source.kind === "upstream" ? source.totalTimeoutMs : Infinity;
  // The wait for a turn, and what the way there and back may take.
  expect(totalTimeoutMs + defaultSlotOptions.waitMs).toBeLessThanOrEqual(pageTimeoutMs - 1000);
});
