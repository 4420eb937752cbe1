import { alertRule as rule } from "../../../tests/fixtures/alert-rule.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { targetKey, type AlertFacts } from "../../domain/alerts/judge.ts";
import { keepRule, keptInbox, keptRules } from "../data/alerts/kept-alerts.ts";
import { judgeLook, takeIn } from "../data/alerts/page-judge.ts";
import { servedOf } from "../data/alerts/served-rules.ts";
import { handOver, readServedEvents } from "./alerts.ts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const clock = { now: Date.parse("2026-11-22T12:00:00Z"), timeZone: "UTC" };

const view = rule("view1", {
  target: { kind: "view", search: "", name: "All" },
  condition: { kind: "newMarket" },
});
const event = {
  id: "rule1:1",
  rule: rule("rule1"),
  at: 2,
  happening: { kind: "cap", reached: true } as const,
};

function look(at: number, value: number): AlertFacts {
  return { at, targets: new Map([[targetKey(rule("rule1")), { depositApy: { value } }]]), views: new Map() };
}

/** A service that takes rules, with what it was asked. */
function serve(answer: (path: string, body: string) => unknown): { readonly asked: [string, string][] } {
  const asked: [string, string][] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const body = typeof init.body === "string" ? init.body : "";
    asked.push([url, body]);
    const given = answer(url, body);
    return typeof given === "object"
      ? Response.json(given)
      : new Response("", { status: Number(given ?? 503) });
  });
  return { asked };
}

describe("rules that the service judges", () => {
  test("are those it can judge, handed over once, and left to it by the page", async () => {
    keepRule(rule("rule1"));
    keepRule(view);
    const { asked } = serve((_path, body) => JSON.parse(body));
    await handOver("key", keptRules());
    await handOver("key", keptRules());
    expect(asked).toEqual([["/api/v0/alerts/rules", JSON.stringify({ rules: [rule("rule1")] })]]);
    expect([...servedOf(keptRules())].map(({ id }) => id)).toEqual(["rule1"]);
    await judgeLook(look(1, 0.09), clock, true);
    await judgeLook(look(2, 0.12), clock, true);
    expect(keptInbox()).toEqual([]);
  });

  test("are sent to one wallet where the service sends, with the quiet hours, and are else the page's", async () => {
    const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
    const other = "So11111111111111111111111111111111111111112";
    keepRule(rule("rule1", { sendTo: other }));
    keepRule(rule("rule2"));
    keepRule(rule("rule3", { sendTo: wallet }));
    const kept = [rule("rule1", { sendTo: wallet }), rule("rule2"), rule("rule3", { sendTo: wallet })];
    expect(keptRules()).toEqual(kept);
    const { asked } = serve((_path, body) => JSON.parse(body));
    const quiet = { from: 1, to: 2, timeZone: "UTC" };
    await handOver("key", keptRules(), { quiet });
    await handOver("key", keptRules(), { quiet });
    await handOver("key", keptRules(), { quiet: undefined });
    await handOver("key", keptRules());
    expect(asked.map(([, body]): unknown => JSON.parse(body))).toEqual([
      { rules: kept, quiet },
      { rules: kept },
      { rules: [rule("rule2")] },
    ]);
    expect([...servedOf(keptRules())].map(({ id }) => id)).toEqual(["rule2"]);
  });

  test("are the page's where the service does not take them, or was never stated of a change", async () => {
    keepRule(rule("rule1"));
    serve(() => undefined);
    await handOver("key", keptRules());
    await judgeLook(look(1, 0.09), clock, true);
    await judgeLook(look(2, 0.12), clock, true);
    expect(keptInbox()).toHaveLength(1);
    serve((_path, body) => JSON.parse(body));
    await handOver("key", keptRules());
    keepRule(rule("rule1", { browser: true }));
    expect(servedOf(keptRules()).size).toBe(0);
  });

  test("are the page's again where the service keeps none any more", async () => {
    keepRule(rule("rule1"));
    serve((_path, body) => JSON.parse(body));
    await handOver("key", keptRules());
    await judgeLook(look(1, 0.09), clock, false);
    await judgeLook(look(2, 0.12), clock, false);
    expect(keptInbox()).toHaveLength(1);
  });

  test("tell what fired once, from where it was read last", async () => {
    keepRule(rule("rule1"));
    const { asked } = serve((path, body) =>
      path.includes("events") ? { events: [event], cursor: "128" } : JSON.parse(body),
    );
    await handOver("key", keptRules());
    await takeIn(await readServedEvents("key"), clock);
    await takeIn(await readServedEvents("key"), clock);
    expect(asked.slice(1).map(([url]) => url)).toEqual([
      "/api/v0/alerts/events?after=0",
      "/api/v0/alerts/events?after=128",
    ]);
    expect(keptInbox().map((item) => item.event.id)).toEqual(["rule1:1"]);
  });

  test("are the page's until they are handed over again, where the service has forgotten them", async () => {
    keepRule(rule("rule1"));
    serve((path, body) => (path.includes("events") ? 404 : JSON.parse(body)));
    await handOver("key", keptRules());
    expect(await readServedEvents("key")).toEqual([]);
    expect(servedOf(keptRules()).size).toBe(0);
    await handOver("key", keptRules());
    expect(servedOf(keptRules()).size).toBe(1);
  });

  test("are asked about nothing while it has none", async () => {
    const { asked } = serve(() => undefined);
    expect(await readServedEvents("key")).toEqual([]);
    expect(asked).toEqual([]);
  });
});
