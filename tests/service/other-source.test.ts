// A store belongs to one source: with another source, its data is neither served nor extended.
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createService, type Service } from "../../src/service/create-service.ts";
import { openStore } from "../../src/service/store/open-store.ts";
import { storePlaces } from "../fixtures/store-places.ts";
import { askApp, callerKey, type GatewayResponse } from "./gateway.ts";
import {
  sendJson,
  sendStatus,
  startHostileUpstream,
  type HostileUpstream,
} from "../fixtures/hostile-upstream.ts";

const places = storePlaces(["file"]);
const waiting = { timeout: 25_000, interval: 50 };
const market = { id: "first.market", type: "lending", provider: { id: "first" }, depositApy: 0.05 };

let upstreams: readonly HostileUpstream[];
let service: Service | undefined;
let lines: string[];
beforeEach(async () => {
  upstreams = [await startHostileUpstream(), await startHostileUpstream()];
  lines = [];
});
afterEach(async () => {
  await service?.close();
  for (const upstream of upstreams) await upstream.stop();
});

async function start(path: string, source: Readonly<Record<string, string>>): Promise<void> {
  await service?.close();
  const environment = { CLIENT_KEYS: callerKey, STORE: `file:${path}`, ...source };
  service = createService(environment, undefined, (line) => lines.push(line));
}

function upstreamAt(index: number): Record<string, string> {
  return { MARKETS_BASE_URL: upstreams[index]?.baseUrl ?? "", MARKETS_CLIENT_KEY: "upstream-key-5f1c" };
}

async function ask(path: string): Promise<GatewayResponse> {
  if (service === undefined) throw new Error("There is no service.");
  return askApp(service.app, path, { "x-service-client-key": callerKey });
}

async function recordOf(): Promise<unknown> {
  return (await ask("/readyz")).body["record"];
}

async function marketsIn(path: string): Promise<string[]> {
  const store = await openStore({ kind: "file", path }, 60_000);
  const markets = await store.markets();
  await store.close();
  return markets.map(({ id }) => id);
}

describe("a store", () => {
  test("of one upstream is not served for another, and the log says what to do", async () => {
    const path = join(places.folder, "upstream.db");
    upstreams[0]?.behave(sendJson({ markets: [market], cursor: null }));
    await start(path, upstreamAt(0));
    await expect.poll(() => lines.join(""), waiting).toContain('"polled"');
    expect((await ask("/api/v0/markets?type=lending")).text).toContain(market.id);
    upstreams[1]?.behave(sendStatus(500));
    await start(path, upstreamAt(1));
    await expect.poll(recordOf, waiting).toBe("failing: other-source");
    expect(lines.join("")).toMatch(/"fault":"other-source".*Set STORE/);
    for (const asked of ["/api/v0/markets?type=lending", "/api/v0/changes?since=24h"]) {
      const response = await ask(asked);
      expect([response.status, response.text.includes(market.id)]).toEqual([503, false]);
    }
    await start(path, upstreamAt(0));
    await expect.poll(recordOf, waiting).toBe("recording");
  });

  test("of a simulation is marked as such, and accepts only the same seed and time again", async () => {
    const path = join(places.folder, "simulation.db");
    const time = "2026-10-01T00:00:00Z";
    const simulation = (seed: string, DEMO_TIME = time) =>
      start(path, { DEMO_MARKETS: "20", DEMO_SEED: seed, DEMO_TIME });
    await simulation("1");
    await expect.poll(() => marketsIn(path), waiting).toHaveLength(20);
    expect((await ask("/api/v0/record/summary")).body).toHaveProperty("simulated", true);
    await simulation("2");
    await expect.poll(recordOf, waiting).toBe("failing: other-source");
    await simulation("1", "2026-10-02T00:00:00Z");
    await expect.poll(recordOf, waiting).toBe("failing: other-source");
    expect(await marketsIn(path)).toHaveLength(20);
    await simulation("1");
    await expect.poll(recordOf, waiting).toBe("recording");
  });
});
