// A service that keeps rules in a store per test, a rule on the one market of a poll, and polls in which the test sets that
// market's rate.
import { afterEach, beforeEach } from "vitest";
import type { AlertRule } from "../../src/contract/alerts/rule.ts";
import { createApp } from "../../src/service/app.ts";
import { readConfig, type Config } from "../../src/service/config.ts";
import type { Sender } from "../../src/service/send/sender.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import type { MarketStore } from "../../src/service/store/market-store.ts";
import type { Poll } from "../../src/domain/record/poll.ts";
import { openStore, type StoreAddress } from "../../src/service/store/open-store.ts";
import { alertRule } from "../fixtures/alert-rule.ts";
import { pollOf, takeLease } from "../fixtures/polls.ts";
import type { StorePlaces } from "../fixtures/store-places.ts";
import { askApp, callerKey } from "./gateway.ts";

/** Owners of rules: keys as a browser makes them. */
export const key = "0123456789abcdef0123456789abcdef";
export const otherKey = "fedcba9876543210fedcba9876543210";

export const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";

export const minute = 60_000;
export const noon = Date.UTC(2026, 9, 1, 12);

export function rule(id: string, change: Partial<AlertRule> = {}): AlertRule {
  return alertRule(id, {
    target: { kind: "market", id: "m", name: "USDC, Kamino", marketType: "lending" },
    ...change,
  });
}

/** A complete poll of markets, each given by how it differs from "m", a lending market of Kamino. */
export function listing(time: number, markets: readonly Readonly<Record<string, unknown>>[]): Poll {
  return pollOf(
    time,
    markets.map((fields) => {
      const market = { id: "m", type: "lending", provider: { id: "kamino", name: "Kamino" }, ...fields };
      return { id: market.id, body: JSON.stringify(market) };
    }),
  );
}

export type AlertService = ReturnType<typeof alertService>;

/**
 * A new service for each test of a `describe`.
 * @param settings its environment besides the callers' key, read when it starts
 * @param startSender creates its sender of messages
 */
export function alertService(
  places: StorePlaces,
  settings: () => Readonly<Record<string, string>>,
  startSender?: (config: Config) => Sender,
) {
  let address: StoreAddress;
  let now: Awaited<ReturnType<typeof start>>;
  const start = async () => {
    const store = await openStore(address, 30 * minute);
    const lease = await takeLease(store);
    const config = readConfig({ CLIENT_KEYS: callerKey, STORE: "file:unused.db", ...settings() });
    const app = createApp({
      config,
      source: createDemoSource({ markets: 10, seed: 1 }),
      ...(startSender === undefined ? {} : { sender: startSender(config) }),
      recorder: { state: "recording", store },
    });
    return { app, store, lease };
  };
  beforeEach(async () => {
    address = await places.newStore("file");
    now = await start();
  });
  afterEach(() => now.store.close());
  return {
    get app() {
      return now.app;
    },
    get store(): MarketStore {
      return now.store;
    },
    /** The instance that holds it checks rules and sends messages. */
    get lease() {
      return now.lease;
    },
    restart: async () => {
      await now.store.close();
      now = await start();
    },
    /** Sends a request below /alerts with a key. */
    ask: (path: string, own: string, method = "GET", body?: unknown) =>
      askApp(
        now.app,
        `/api/v0/alerts/${path}`,
        { "x-service-client-key": callerKey, "x-alerts-key": own, "content-type": "application/json" },
        method,
        body === undefined ? undefined : JSON.stringify(body),
      ),
  };
}
