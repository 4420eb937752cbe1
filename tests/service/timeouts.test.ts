// Two clocks run while a page is on its way: the browser's and the gateway's. The gateway's ends first, so that its code arrives.
import { expect, test } from "vitest";
import { pageTimeoutMs } from "../../src/dashboard/queries/fetch-json.ts";
import { readConfig } from "../../src/service/config.ts";
import { defaultSlotOptions } from "../../src/service/sources/upstream/caller-slots.ts";

test("the gateway gives up before the browser does, so that the browser learns why", () => {
  const { source } = readConfig({
    MARKETS_BASE_URL: "https://markets.example/api",
    MARKETS_CLIENT_KEY: "any",
  });
  const totalTimeoutMs = source.kind === "upstream" ? source.totalTimeoutMs : Infinity;
  // The wait for a turn, and what the way there and back may take.
  expect(totalTimeoutMs + defaultSlotOptions.waitMs).toBeLessThanOrEqual(pageTimeoutMs - 1000);
});
