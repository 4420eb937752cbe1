// Alert rules at the service: who they belong to, what is taken, and that a crossing rings once, by either store.
import { describe, expect, test } from "vitest";
import { createJudge } from "../../src/service/alerts/judge-poll.ts";
import { createApp } from "../../src/service/app.ts";
import { readConfig } from "../../src/service/config.ts";
import { createLoanReader } from "../../src/service/alerts/read-loans.ts";
import type { SourceAnswer } from "../../src/service/sources/source-answer.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";
import type { Lease } from "../../src/service/store/lease.ts";
import { sentMarket, sentPosition } from "../fixtures/positions.ts";
import { storeKinds, storePlaces } from "../fixtures/store-places.ts";
import { alertService, key, listing, minute, noon, otherKey, rule, pollOf } from "./alert-service.ts";
import { askApp, callerKey, sourceAnswer } from "./gateway.ts";

const judgePoll = createJudge();
const places = storePlaces();

describe.each(storeKinds)("alert rules in a store of kind %s", (kind) => {
  const service = alertService(places, kind, () => ({ ALERT_KEYS: "2" }));
  const { ask } = service;
  const put = (own: string, ...rules: readonly unknown[]) => ask("rules", own, "PUT", { rules });
  const look = (time: number, rate: number | undefined) =>
    judgePoll(service.store.alerts, pollOf(time, rate), service.lease);
  const firings = async (own: string, after = "0") => {
    const { body } = await ask(`events?after=${after}`, own);
    const events: readonly unknown[] = Array.isArray(body["events"]) ? body["events"] : [];
    return {
      times: events.map((event) => Number(Reflect.get(Object(event), "at"))),
      cursor: String(body["cursor"]),
    };
  };

  test("belong to their key, which is not in the store", async () => {
    expect((await put(key, rule("rule1"))).status).toBe(200);
    expect((await ask("rules", key)).body).toEqual({ rules: [rule("rule1")], revision: 1 });
    expect((await ask("rules", otherKey)).body).toEqual({ rules: [], revision: 0 });
    for (const kept of await service.store.alerts.page("")) expect(kept.owner).not.toContain(key);
    expect((await ask("rules", key, "DELETE")).status).toBe(200);
    expect((await ask("rules", key)).body).toEqual({ rules: [], revision: 0 });
  });

  test("are replaced by revision only where no one else has changed them since", async () => {
    const putAt = (revision: number | undefined, ...rules: readonly unknown[]) =>
      ask("rules", key, "PUT", { rules, revision });
    expect((await putAt(1, rule("rule1"))).body).toMatchObject({ statusCode: 409, code: "conflict" });
    expect((await putAt(0, rule("rule1"))).body).toMatchObject({ revision: 1 });
    expect((await putAt(0, rule("rule2"))).status).toBe(409);
    const both = await Promise.all([putAt(1, rule("rule2")), putAt(1, rule("rule3"))]);
    expect(both.filter(({ status }) => status === 409)).toHaveLength(1);
    expect((await putAt(undefined, rule("rule4"))).body).toMatchObject({ revision: 3 });
    expect((await ask("rules", key)).body).toEqual({ rules: [rule("rule4")], revision: 3 });
  });

  test("ring once for a crossing, also when the program ends and begins again", async () => {
    await put(key, rule("rule1"));
    await look(noon, 0.09);
    await look(noon + 10 * minute, 0.12);
    await service.restart();
    await look(noon + 20 * minute, 0.13);
    await look(noon + 30 * minute, undefined);
    await look(noon + 40 * minute, 0.13);
    const first = await firings(key);
    expect(first.times).toEqual([noon + 10 * minute]);
    await look(noon + 50 * minute, 0.09);
    await look(noon + 60 * minute, 0.12);
    expect((await firings(key, first.cursor)).times).toEqual([noon + 60 * minute]);
    expect((await firings(otherKey)).times).toEqual([]);
  });

  test("are judged by the holder of the lease, who knows what has fired, and by no one who has lost it", async () => {
    await put(key, rule("rule1"));
    await look(noon, 0.09);
    const lost: Lease = { ...service.lease, token: service.lease.token - 1 };
    await expect(judgePoll(service.store.alerts, pollOf(noon + minute, 0.12), lost)).rejects.toMatchObject({
      kind: "overtaken",
    });
    expect((await firings(key)).times).toEqual([]);
    await look(noon + 2 * minute, 0.12);
    await service.store.release(service.lease);
    const next = await service.store.lease("another instance", minute);
    if (next === undefined) throw new Error("the lease is still held");
    await createJudge()(service.store.alerts, pollOf(noon + 3 * minute, 0.13), next);
    await expect(look(noon + 4 * minute, 0.09)).rejects.toMatchObject({ kind: "overtaken" });
    expect((await firings(key)).times).toEqual([noon + 2 * minute]);
  });

  test("that are changed while they are judged are judged again at the next look", async () => {
    await put(key, rule("rule1"));
    await look(noon, 0.09);
    const [kept] = await service.store.alerts.page("");
    expect(kept).toBeDefined();
    await put(key, rule("rule1", { madeAt: 5 }));
    if (kept !== undefined)
      await service.store.alerts.keep([{ ...kept, states: {}, events: [] }], noon + minute, service.lease);
    await look(noon + 2 * minute, 0.12);
    expect((await firings(key)).times).toEqual([noon + 2 * minute]);
  });

  test("are of as many keys as the operator allows, and of those that are used", async () => {
    expect((await put(key, rule("rule1"))).status).toBe(200);
    expect((await put(otherKey, rule("rule1"))).status).toBe(200);
    const third = "00000000000000000000000000000003";
    expect((await put(third, rule("rule1"))).body).toMatchObject({ statusCode: 403, code: "forbidden" });
    expect((await put(key, rule("rule2"))).status).toBe(200);
    await judgePoll(service.store.alerts, pollOf(Date.now() + 91 * 86_400_000, 0.1), service.lease);
    expect(await service.store.alerts.page("")).toEqual([]);
    expect((await put(third, rule("rule1"))).status).toBe(200);
  });

  test("give way to others once they are deleted, or their events have not been read for a week", async () => {
    const third = "00000000000000000000000000000003";
    expect((await put(third)).status).toBe(200);
    expect((await ask("events", third)).status).toBe(404);
    await put(key, rule("rule1"));
    await put(otherKey, rule("rule1"));
    // While there is room, another browser with the key learns that its rules were deleted.
    await put(otherKey);
    expect((await ask("events", otherKey)).status).toBe(200);
    expect((await put(third, rule("rule1"))).status).toBe(200);
    expect((await ask("events", otherKey)).status).toBe(404);
    const day = 24 * 60 * minute;
    const { alerts } = service.store;
    const [one = "", other = ""] = (await alerts.page("")).map(({ owner }) => owner);
    await alerts.put(one, { rules: [rule("rule1")] }, Date.now() - 8 * day, 2);
    expect((await put(otherKey, rule("rule1"))).status).toBe(200);
    const owners = (await alerts.page("")).map(({ owner }) => owner);
    expect([owners.includes(one), owners.includes(other), owners.length]).toEqual([false, true, 2]);
  });

  const putFrom = (remoteAddress: string, index: number) =>
    askApp(
      service.app,
      "/api/v0/alerts/rules",
      {
        "x-service-client-key": callerKey,
        "x-alerts-key": index.toString(16).padStart(32, "0"),
        "content-type": "application/json",
      },
      "PUT",
      JSON.stringify({ rules: [rule("rule1")] }),
      { remoteAddress },
    );

  test("of new keys all addresses of one IPv6 /48 put as many a day as one address", async () => {
    const answers = new Map<number, number>();
    for (let index = 0; index < 24; index += 1) {
      const { status } = await putFrom(`2001:db8:1:${index.toString(16)}::1`, index);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    expect(answers.get(429)).toBe(4);
    expect((await putFrom("2001:db8:2:1::1", 99)).status).not.toBe(429);
  });

  test("one address may put a limited number of new keys a day, and its earlier ones go on", async () => {
    expect((await put(key, rule("rule1"))).status).toBe(200);
    for (let index = 1; index < 20; index += 1) {
      const own = index.toString(16).padStart(32, "0");
      expect((await put(own, rule("rule1"))).status).toBe(200);
      await ask("rules", own, "DELETE");
    }
    const refused = await put(otherKey, rule("rule1"));
    expect([refused.status, refused.body["code"]]).toEqual([429, "rate-limited"]);
    // A twentieth of a day, less what has passed since the first.
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(4000);
    expect(wait).toBeLessThanOrEqual(4320);
    expect((await put(key, rule("rule2"))).status).toBe(200);
  });

  test("about a view ring once for a market that is new in it, also when the program begins again", async () => {
    await put(
      key,
      rule("rule1", {
        target: { kind: "view", search: "?minApy=6&small=1", name: "Over 6 %" },
        condition: { kind: "newMarket" },
      }),
    );
    const see = (time: number, ...rates: readonly (readonly [id: string, rate: number])[]) =>
      judgePoll(
        service.store.alerts,
        listing(
          time,
          rates.map(([id, depositApy]) => ({ id, depositApy })),
        ),
        service.lease,
      );
    await see(noon, ["a", 0.07], ["b", 0.05]);
    await service.restart();
    await see(noon + 10 * minute, ["a", 0.07], ["b", 0.061]);
    await see(noon + 20 * minute, ["b", 0.061]);
    await see(noon + 30 * minute, ["a", 0.07], ["b", 0.061]);
    const { body } = await ask("events", key);
    expect(body["events"]).toMatchObject([
      {
        at: noon + 10 * minute,
        rule: { target: { kind: "view", search: "?minApy=6&small=1", name: "Over 6 %" } },
        happening: {
          kind: "newMarkets",
          count: 1,
          markets: [{ id: "b", name: "b, Kamino", depositApy: 0.061 }],
        },
      },
    ]);
  });

  test("about a view that an earlier version stored with a filter are judged by the view's search text", async () => {
    await put(key, rule("rule1"));
    const [kept] = await service.store.alerts.page("");
    const old = {
      kind: "view",
      search: "?minApy=6&small=1",
      name: "Over 6 %",
      filter: { types: ["lending"], bounds: [{ figure: "depositApy", least: 0.9 }] },
    };
    const stored = [{ ...rule("rule1"), target: old, condition: { kind: "newMarket" } }];
    await service.store.alerts.put(kept?.owner ?? "", { rules: JSON.parse(JSON.stringify(stored)) }, noon, 2);
    const { filter: _filter, ...target } = old;
    expect((await ask("rules", key)).body).toMatchObject({ rules: [{ id: "rule1", target }] });
    const see = (time: number, ids: readonly string[]) =>
      judgePoll(
        service.store.alerts,
        listing(
          time,
          ids.map((id) => ({ id, depositApy: 0.07 })),
        ),
        service.lease,
      );
    await see(noon, ["a"]);
    await see(noon + 10 * minute, ["a", "b"]);
    expect((await ask("events", key)).body["events"]).toMatchObject([
      { happening: { kind: "newMarkets", count: 1, markets: [{ id: "b" }] } },
    ]);
  });

  test("that are paused are kept, and do not fire", async () => {
    await put(key, rule("rule1", { paused: true }));
    await look(noon, 0.09);
    await look(noon + 10 * minute, 0.12);
    expect((await firings(key)).times).toEqual([]);
    expect((await ask("rules", key)).body).toMatchObject({ rules: [rule("rule1", { paused: true })] });
  });

  test("about starred markets fire for those that the rule names, which events leave out", async () => {
    const starred = ["b"];
    await put(
      key,
      rule("rule1", {
        target: { kind: "view", search: "?starred=1&small=1", name: "Starred", starred },
        condition: { kind: "newMarket" },
      }),
    );
    await judgePoll(service.store.alerts, listing(noon, [{ id: "a" }]), service.lease);
    await judgePoll(
      service.store.alerts,
      listing(noon + minute, [{ id: "a" }, { id: "b" }, { id: "c" }]),
      service.lease,
    );
    const { body } = await ask("events", key);
    expect(body["events"]).toMatchObject([{ happening: { count: 1, markets: [{ id: "b" }] } }]);
    expect(JSON.stringify(body["events"])).not.toContain('"starred"');
  });

  test("about a token ring for its best rate and for a price off its peg, and not by a part of the list", async () => {
    const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
    const target = { kind: "asset", mint, name: "USDC" } as const;
    await put(
      key,
      rule("best", { target }),
      rule("price", {
        target,
        condition: { kind: "threshold", measure: "offPeg", side: "over", threshold: 0.01, reset: 0.005 },
      }),
    );
    const token = { address: mint, symbol: "USDC", decimals: 6 };
    const see = (time: number, rate: number, usd: number, complete = true) =>
      judgePoll(
        service.store.alerts,
        {
          ...listing(time, [
            { id: "a", token, depositApy: 0.02, totalDeposit: 100, totalDepositUsd: 100 },
            { id: "b", token, depositApy: rate, totalDeposit: 100, totalDepositUsd: usd },
          ]),
          complete,
        },
        service.lease,
      );
    await see(noon, 0.09, 100);
    await see(noon + 10 * minute, 0.12, 97, false);
    expect((await firings(key)).times).toEqual([]);
    await see(noon + 20 * minute, 0.12, 97);
    const { body } = await ask("events", key);
    const market = { id: "b", name: "USDC, Kamino" };
    expect(body["events"]).toMatchObject([
      { rule: { id: "best" }, happening: { value: 0.12, was: 0.09, market } },
      { rule: { id: "price" }, happening: { was: 0, market, price: { implied: 0.97, expected: 1 } } },
    ]);
  });

  test("about a loan fire by positions read for it, and their events go with the rule", async () => {
    const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
    let ltv = 60;
    const positions = (): SourceAnswer =>
      sourceAnswer({
        positions: [
          sentPosition({
            id: "c",
            side: "deposit",
            bundleId: "loan",
            amountUsd: 100,
            ltv,
            market: sentMarket({ liquidationLtv: 0.9 }),
          }),
          sentPosition({ id: "d", side: "borrow", bundleId: "loan", amountUsd: ltv, ltv }),
        ],
      });
    const asked: string[] = [];
    const loans = createLoanReader(
      {
        positions: (request) => {
          asked.push(request.wallet);
          return positions();
        },
      },
      10,
      new AbortController().signal,
    );
    const judgeLoans = createJudge({ loans });
    const watched = rule("loan1", {
      target: { kind: "position", wallet, id: `${wallet} loan`, name: "USDC loan" },
      condition: { kind: "threshold", measure: "health", side: "under", threshold: 1.15, reset: 1.2 },
    });
    await put(key, watched);
    await put(otherKey, watched);
    await judgeLoans(service.store.alerts, pollOf(noon, 0.1), service.lease);
    ltv = 81;
    await judgeLoans(service.store.alerts, pollOf(noon + 10 * minute, 0.1), service.lease);
    const { body } = await ask("events", key);
    expect(body["events"]).toMatchObject([{ at: noon + 10 * minute, happening: { was: 1.5 } }]);
    expect((await firings(otherKey)).times).toEqual([noon + 10 * minute]);
    expect(asked).toEqual([wallet, wallet]);
    await put(key, rule("rule1"));
    expect((await firings(key)).times).toEqual([]);
    expect((await firings(otherKey)).times).toHaveLength(1);
  });

  test("that cannot be judged here, or are none, are refused with the reason", async () => {
    const refused: readonly (readonly [readonly unknown[], RegExp])[] = [
      [[rule("rule1"), rule("rule1")], /one id/],
      [
        [rule("rule1", { sendTo: "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176" })],
        /rules\.0 names a wallet/,
      ],
      [[{ id: "x" }], /rules/],
      [Array.from({ length: 51 }, (_, index) => rule(`rule${String(index)}`)), /at most 50/],
      [
        Array.from({ length: 11 }, (_, index) =>
          rule(`view${String(index)}`, {
            target: { kind: "view", search: "", name: "All" },
            condition: { kind: "newMarket" },
          }),
        ),
        /rules\.10 is one too many.*10 views/,
      ],
      [
        ["1", "2", "3", "4", "5", "6"].map((last) =>
          rule(`loan${last}`, {
            target: {
              kind: "position",
              wallet: `So1111111111111111111111111111111111111111${last}`,
              id: "l",
              name: "l",
            },
            condition: { kind: "threshold", measure: "health", side: "under", threshold: 1.1, reset: 1.2 },
          }),
        ),
        /rules\.5 is one too many.*5 wallets/,
      ],
    ];
    for (const [rules, message] of refused) {
      const { status, body } = await put(key, ...rules);
      expect(status).toBe(400);
      expect(body["message"]).toMatch(message);
    }
    for (const wrong of ["", "demo", key.toUpperCase(), `${key}0`])
      expect((await ask("rules", wrong)).status).toBe(400);
    expect((await ask("events?after=x", key)).status).toBe(400);
    expect((await ask("events", key)).body).toMatchObject({ statusCode: 404, code: "not-found" });
    expect((await ask("rules", key, "POST")).status).toBe(405);
    expect((await ask("events", key, "DELETE")).status).toBe(405);
    expect((await askApp(service.app, "/api/v0/alerts/rules", { "x-alerts-key": key })).status).toBe(401);
  });
});

test("rules that are put count as ten requests", async () => {
  const app = createApp({
    config: readConfig({ CLIENT_KEYS: callerKey, RATE_LIMIT_PER_ADDRESS: "30" }),
    source: createDemoSource({ markets: 10, seed: 1 }),
  });
  const put = async () =>
    (await askApp(app, "/api/v0/alerts/rules", { "x-service-client-key": callerKey }, "PUT")).status;
  expect([await put(), await put(), await put(), await put()]).toEqual([404, 404, 404, 429]);
});

test("a service without a store keeps no rules and says so, and one whose store is away asks for patience", async () => {
  const source = createDemoSource({ markets: 10, seed: 1 });
  const headers = { "x-service-client-key": callerKey, "x-alerts-key": key };
  const bare = createApp({ config: readConfig({ CLIENT_KEYS: callerKey, STORE: "off" }), source });
  expect((await askApp(bare, "/api/v0/alerts/rules", headers)).body).toMatchObject({ code: "not-found" });
  const away = createApp({
    config: readConfig({ CLIENT_KEYS: callerKey, STORE: "file:unused.db" }),
    source,
    recorder: { state: { state: "opening" }, store: undefined, lastKept: undefined },
  });
  expect((await askApp(away, "/api/v0/alerts/events", headers)).body).toMatchObject({
    statusCode: 503,
    code: "record-unavailable",
  });
});
