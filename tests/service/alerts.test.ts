// Alert rules in the service: who owns them, which are accepted, and that a crossing fires once.
import { describe, expect, test, vi } from "vitest";
import type { AlertRule } from "../../src/contract/alerts/rule.ts";
import { createJudge } from "../../src/service/alerts/judge-poll.ts";
import { createLoanReader } from "../../src/service/alerts/read-loans.ts";
import { createApp, type App } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import { createHttpServer } from "../../src/service/http/server.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import { sentMarket, sentPosition } from "../fixtures/positions.ts";
import { storePlaces } from "../fixtures/store-places.ts";
import { alertService, key, listing, minute, noon, otherKey, rule, wallet } from "./alert-service.ts";
import { sourceResponse } from "../fixtures/sources.ts";
import { askApp, callerKey, type GatewayResponse } from "./gateway.ts";
import { askAndStall, listenOn } from "./wire.ts";

const judgePoll = createJudge();
const places = storePlaces(["file"]);

/** Puts a rule under a new key per `index`. */
function putFrom(app: App, remoteAddress: string, index: number): Promise<GatewayResponse> {
  const own = index.toString(16).padStart(32, "0");
  return askApp(
    app,
    "/api/v0/alerts/rules",
    { "x-service-client-key": callerKey, "x-alerts-key": own, "content-type": "application/json" },
    "PUT",
    JSON.stringify({ rules: [rule("rule1")] }),
    { remoteAddress },
  );
}

describe("alert rules", () => {
  const service = alertService(places, () => ({ ALERT_KEYS: "220" }));
  const { ask } = service;
  const put = (own: string, ...rules: readonly unknown[]) => ask("rules", own, "PUT", { rules });
  const judgeAt = (time: number, ...markets: Parameters<typeof listing>[1]) =>
    judgePoll(service.store.alerts, listing(time, markets), service.lease);
  const eventsOf = async (own: string, after = "0"): Promise<readonly unknown[]> => {
    const { events } = (await ask(`events?after=${after}`, own)).body;
    return Array.isArray(events) ? events : [];
  };

  test("have events that count as unread answers until they are read", async () => {
    const many = { events: [], cursor: "1".repeat(12 * 1024 * 1024) };
    vi.spyOn(service.store.alerts, "events").mockResolvedValue(many);
    const server = createHttpServer(service.app.fetch);
    const port = await listenOn(server);
    const head = ["GET /api/v0/alerts/events HTTP/1.1", "Host: x", `X-Service-Client-Key: ${callerKey}`];
    const stalled = async () => askAndStall(port, [...head, `X-Alerts-Key: ${key}`, "", ""].join("\r\n"));
    const responses = [await stalled(), await stalled(), await stalled()];
    expect(responses.map(({ status }) => status)).toEqual(["200", "200", "429"]);
    await server.stop(100);
  });

  test("belong to their key, which is not stored", async () => {
    expect((await put(key, rule("rule1"))).status).toBe(200);
    expect((await ask("rules", key)).body).toEqual({ rules: [rule("rule1")], revision: 1 });
    expect((await ask("rules", otherKey)).body).toEqual({ rules: [], revision: 0 });
    const stale = await ask("rules", key, "PUT", { rules: [rule("rule2")], revision: 0 });
    expect(stale.body).toMatchObject({ statusCode: 409, code: "conflict" });
    for (const kept of await service.store.alerts.page("")) expect(kept.owner).not.toContain(key);
    expect((await ask("rules", key, "DELETE")).status).toBe(200);
    expect((await ask("rules", key)).body).toEqual({ rules: [], revision: 0 });
  });

  test("fire once per crossing, even across a restart", async () => {
    await put(key, rule("rule1"));
    await judgeAt(noon, { depositApy: 0.09 });
    await judgeAt(noon + 10 * minute, { depositApy: 0.12 });
    await service.restart();
    await judgeAt(noon + 20 * minute, { depositApy: 0.13 });
    await judgeAt(noon + 30 * minute, {});
    await judgeAt(noon + 40 * minute, { depositApy: 0.13 });
    expect(await eventsOf(key)).toMatchObject([{ at: noon + 10 * minute }]);
    const { cursor } = (await ask("events?after=0", key)).body;
    await judgeAt(noon + 50 * minute, { depositApy: 0.09 });
    await judgeAt(noon + 60 * minute, { depositApy: 0.12 });
    expect(await eventsOf(key, String(cursor))).toMatchObject([{ at: noon + 60 * minute }]);
    expect(await eventsOf(otherKey)).toEqual([]);
    await judgeAt(noon + 91 * 24 * 60 * minute + Date.now() - noon);
    expect(await service.store.alerts.page("")).toEqual([]);
  });

  test("of new keys are refused once an address or IPv6 /48 has added a tenth of all keys in a day", async () => {
    for (let index = 0; index < 22; index += 1)
      expect((await putFrom(service.app, `2001:db8:1:${index.toString(16)}::1`, index)).status).toBe(200);
    const refused = await putFrom(service.app, "2001:db8:1:99::1", 22);
    expect([refused.status, refused.body["code"]]).toEqual([429, "rate-limited"]);
    // A fraction of a day, minus the time since the first.
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3600);
    expect((await putFrom(service.app, "2001:db8:1:99::1", 21)).status).toBe(200);
    expect((await putFrom(service.app, "2001:db8:2:1::1", 23)).status).toBe(200);
  });

  test("about a view fire once for a new market of its filter or its stars, even across a restart", async () => {
    const target = { kind: "view", search: "?minApy=6&small=1", name: "Over 6 %" } as const;
    const search = "?starred=1&small=1";
    const starred: AlertRule["target"] = { kind: "view", search, name: "Starred", starred: ["c"] };
    const condition = { kind: "newMarket" } as const;
    await put(key, rule("rule1", { target, condition }), rule("rule2", { target: starred, condition }));
    await judgeAt(noon, { id: "a", depositApy: 0.07 }, { id: "b", depositApy: 0.05 });
    await service.restart();
    await judgeAt(noon + 10 * minute, { id: "a", depositApy: 0.07 }, { id: "b", depositApy: 0.061 });
    await judgeAt(noon + 20 * minute, { id: "b", depositApy: 0.061 });
    const both = [
      { id: "a", depositApy: 0.07 },
      { id: "b", depositApy: 0.061 },
    ];
    await judgeAt(noon + 30 * minute, ...both, { id: "c" });
    const markets = [{ id: "b", name: "b, Kamino", depositApy: 0.061 }];
    expect(await eventsOf(key)).toMatchObject([
      { at: noon + 10 * minute, rule: { target }, happening: { kind: "newMarkets", count: 1, markets } },
      { at: noon + 30 * minute, happening: { count: 1, markets: [{ id: "c" }] } },
    ]);
  });

  test("about a loan fire from positions that are read once for all keys", async () => {
    let ltv = 60;
    const asked: string[] = [];
    const positions = (request: { readonly wallet: string }) => {
      asked.push(request.wallet);
      const market = sentMarket({ liquidationLtv: 0.9 });
      return sourceResponse({
        positions: [
          sentPosition({ id: "c", bundleId: "loan", ltv, market }),
          sentPosition({ id: "d", side: "borrow", bundleId: "loan", amountUsd: ltv, ltv }),
        ],
      });
    };
    const readLoans = createLoanReader(positions, 10, new AbortController().signal);
    const judgeLoans = createJudge({ readLoans });
    const health = { measure: "health", side: "under", threshold: 1.15, reset: 1.2 } as const;
    for (const own of [key, otherKey])
      await put(
        own,
        rule("loan1", {
          target: { kind: "position", wallet, id: `${wallet} loan`, name: "USDC loan" },
          condition: { kind: "threshold", ...health },
        }),
      );
    await judgeLoans(service.store.alerts, listing(noon, [{ depositApy: 0.1 }]), service.lease);
    ltv = 81;
    await judgeLoans(service.store.alerts, listing(noon + minute, [{ depositApy: 0.1 }]), service.lease);
    for (const own of [key, otherKey])
      expect(await eventsOf(own)).toMatchObject([{ at: noon + minute, happening: { was: 1.5 } }]);
    expect(asked).toEqual([wallet, wallet]);
  });

  test("are refused with the reason if they are invalid or cannot be checked", async () => {
    for (const [rules, message] of [
      [[rule("rule1"), rule("rule1")], /own id/],
      [[rule("rule1", { sendTo: wallet })], /rules\.0 names a wallet/],
    ] as const) {
      const { status, body } = await put(key, ...rules);
      expect(status).toBe(400);
      expect(body["message"]).toMatch(message);
    }
    for (const wrong of ["", "demo", key.toUpperCase(), `${key}0`])
      expect((await ask("rules", wrong)).status).toBe(400);
    expect((await ask("events?after=x", key)).status).toBe(400);
    expect((await ask("events", key)).body).toMatchObject({ statusCode: 404, code: "not-found" });
    expect((await askApp(service.app, "/api/v0/alerts/rules", { "x-alerts-key": key })).status).toBe(401);
  });
});

describe("a service", () => {
  const full = alertService(places, () => ({ ALERT_KEYS: "1" }));
  const source = createDemoSource({ markets: 10, seed: 1 });
  const headers = { "x-service-client-key": callerKey, "x-alerts-key": key };
  const start = (environment: Readonly<Record<string, string>>, parts = {}) =>
    createApp({ config: readConfig({ CLIENT_KEYS: callerKey, ...environment }), source, ...parts });

  test("keeps rules for at most as many keys as the operator allows", async () => {
    expect((await putFrom(full.app, "192.0.2.1", 1)).status).toBe(200);
    const second = await putFrom(full.app, "192.0.2.1", 2);
    expect(second.body).toMatchObject({ statusCode: 403, code: "forbidden" });
  });

  test.each([
    ["PUT", "rules"],
    ["GET", "events"],
  ])("counts a %s of %s as ten requests", async (method, path) => {
    const app = start({ RATE_LIMIT_PER_ADDRESS: "30" });
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1)
      statuses.push((await askApp(app, `/api/v0/alerts/${path}`, headers, method)).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
  });

  test("answers 404 for rules without a store, and 503 while its store is unavailable", async () => {
    const bare = start({ STORE: "off" });
    expect((await askApp(bare, "/api/v0/alerts/rules", headers)).body).toMatchObject({ code: "not-found" });
    const recorder = { state: { state: "opening" }, store: undefined };
    const away = start({ STORE: "file:unused.db" }, { recorder });
    expect((await askApp(away, "/api/v0/alerts/events", headers)).body).toMatchObject({
      statusCode: 503,
      code: "record-unavailable",
    });
  });
});
