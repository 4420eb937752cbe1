// A service that stores the rules of each key, and a browser with its storage.
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { demoConfig, queryWrapper } from "../../../tests/fixtures/queries.tsx";
import { alertRule as rule } from "../../../tests/fixtures/alert-rule.ts";
import type { AlertEvent, AlertRule } from "../../contract/alerts/rule.ts";
import { servedRulesSchema } from "../../contract/alerts/served.ts";
import { keyOfRules, storedKey, storedRules } from "../data/alerts/alert-marks.ts";
import { storedCursor } from "../data/alerts/handed-over.ts";
import { saveRule } from "../data/alerts/change-rules.ts";
import { adoptKey, fetchEvents, fetchRules, handOver, useAlertRules, useChangeRules } from "./alerts.ts";
import { createQueryClient } from "./query-client.ts";

const service = { everyMs: 60_000, send: true };
const rules = new Map<string, readonly AlertRule[]>();
let events: readonly unknown[] = [];
let isAway = false;
/** Increases with every change of any key's rules. */
let revision = 0;
let requests: string[] = [];

beforeEach(() => {
  rules.clear();
  events = [];
  isAway = false;
  requests = [];
  localStorage.clear();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get("x-alerts-key") ?? "";
    requests.push(`${init.method ?? "GET"} ${url}`);
    if (isAway) return new Response("", { status: 503 });
    if (url.includes("/events"))
      return rules.has(key) ? Response.json({ events, cursor: "7" }) : new Response("", { status: 404 });
    if (init.method === "DELETE") rules.delete(key);
    const body = typeof init.body === "string" ? init.body : "{}";
    if (init.method === "PUT") {
      const put = servedRulesSchema.parse(JSON.parse(body));
      const conflict = { statusCode: 409, code: "conflict", error: "Conflict", message: "" };
      if (put.revision !== revision) return Response.json(conflict, { status: 409 });
      revision += 1;
      rules.set(key, put.rules);
    }
    return Response.json({ rules: rules.get(key) ?? [], revision });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Stores rules in the browser, like an earlier version. */
function keepHere(kept: readonly unknown[]): void {
  storedRules.set(JSON.stringify(kept));
}

const ids = (list: { readonly rules: readonly AlertRule[] } | undefined) =>
  list?.rules.map(({ id, paused }) => (paused ? `${id} paused` : id));
const noStars = new Set<string>();
const rulesNamed = (name: string, count: number): readonly AlertRule[] =>
  Array.from({ length: count }, (_, index) => rule(`${name}${String(index)}`));
const view = (id: string, search: string): AlertRule =>
  rule(id, { target: { kind: "view", search, name: "View" }, condition: { kind: "newMarket" } });

describe("rules that an earlier version kept in this browser", () => {
  test("stay here while the service fails, then move to it once, under a new key", async () => {
    keepHere([rule("rule1"), null, { id: "x" }]);
    isAway = true;
    await expect(handOver(service, noStars)).rejects.toThrow("503");
    expect(storedRules.get()).toContain("rule1");
    isAway = false;
    expect(ids(await handOver(service, noStars))).toEqual(["rule1"]);
    expect(rules.get(storedKey.get() ?? "")).toMatchObject([{ id: "rule1" }]);
    expect(localStorage.getItem("yieldboard.alerts.rules")).toBeNull();
    requests = [];
    expect(await handOver(service, noStars)).toBeUndefined();
    expect(requests).toEqual([]);
  });

  test("replace the service's version of them, and name the starred markets", async () => {
    const key = keyOfRules();
    rules.set(key, [rule("rule1"), rule("rule0")]);
    const { target } = view("rule2", "?starred=1");
    keepHere([rule("rule1", { browser: true }), { ...view("rule2", ""), target: { ...target, filter: {} } }]);
    await handOver(service, new Set(["b", "a"]));
    expect(rules.get(key)).toMatchObject([
      { id: "rule1", browser: true },
      { id: "rule0" },
      { id: "rule2", target: { search: "?starred=1", starred: ["a", "b"] } },
    ]);
    expect(JSON.stringify(rules.get(key))).not.toContain("filter");
  });

  test("arrive paused beyond the watch limit, and stay here beyond the rule limit", async () => {
    keepHere(rulesNamed("view", 11).map(({ id }) => view(id, `?q=${id}`)));
    expect(ids(await handOver(service, noStars))?.slice(9)).toEqual(["view9", "view10 paused"]);
    keepHere(rulesNamed("rule", 45));
    expect((await handOver(service, noStars))?.rules).toHaveLength(50);
    expect(JSON.parse(storedRules.get() ?? "[]")).toHaveLength(6);
  });

  test("name no wallet when the service no longer sends", async () => {
    keepHere([rule("rule1", { sendTo: "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176" })]);
    expect((await handOver({ ...service, send: false }, noStars))?.rules).toEqual([rule("rule1")]);
  });
});

async function renderRules() {
  const key = keyOfRules();
  rules.set(key, [rule("rule1")]);
  const wrapper = queryWrapper(createQueryClient(), { ...demoConfig, alerts: { everyMs: 60_000 } });
  const { result } = renderHook(() => ({ shown: useAlertRules(), changing: useChangeRules() }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.shown.rules).toHaveLength(1));
  return { key, result };
}

describe("a change to rules that another tab or browser has changed", () => {
  test("is applied to the newer rules", async () => {
    const { key, result } = await renderRules();
    rules.set(key, [rule("rule1"), rule("rule2")]);
    revision += 1;
    act(() => result.current.changing.mutate(saveRule(rule("rule3"))));
    await waitFor(() => expect(ids(result.current.shown)).toEqual(["rule1", "rule2", "rule3"]));
    expect(result.current.changing.error).toBeUndefined();
  });

  test("is rejected if they change once more meanwhile, and can then be made again", async () => {
    const { key, result } = await renderRules();
    const original = fetch;
    let others = 2;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      if (init.method === "PUT" && others > 0) {
        others -= 1;
        rules.set(key, [rule("rule1"), rule("rule2")]);
        revision += 1;
      }
      return original(url, init);
    });
    const change = (): void => act(() => result.current.changing.mutate(saveRule(rule("rule3"))));
    change();
    await waitFor(() => expect(result.current.changing.error).toMatchObject({ kind: "conflict" }));
    await waitFor(() => expect(ids(result.current.shown)).toEqual(["rule1", "rule2"]));
    change();
    await waitFor(() => expect(ids(result.current.shown)).toEqual(["rule1", "rule2", "rule3"]));
  });
});

test("a change the service did not take leaves the rules as they were, with the reason, and can be made again", async () => {
  rules.set(keyOfRules(), [rule("rule1")]);
  const wrapper = queryWrapper(createQueryClient(), { ...demoConfig, alerts: { everyMs: 60_000 } });
  const { result } = renderHook(() => ({ shown: useAlertRules(), changing: useChangeRules() }), { wrapper });
  await waitFor(() => expect(result.current.shown.rules).toHaveLength(1));
  isAway = true;
  const change = (): void => act(() => result.current.changing.mutate(saveRule(rule("rule2"))));
  change();
  await waitFor(() => expect(result.current.changing.error).toMatchObject({ kind: "unavailable" }));
  expect(ids(result.current.shown)).toEqual(["rule1"]);
  isAway = false;
  change();
  await waitFor(() => expect(ids(result.current.shown)).toEqual(["rule1", "rule2"]));
  expect(result.current.changing.error).toBeUndefined();
});

test("events need a key, continue after those kept and start over after the key is forgotten", async () => {
  const kept: string[] = [];
  const keep = async (fired: readonly AlertEvent[]): Promise<void> =>
    void kept.push(...fired.map(({ id }) => id));
  await fetchEvents(keep);
  expect(requests).toEqual([]);
  rules.set(keyOfRules(), [rule("rule1")]);
  events = [{ id: "rule1:1", rule: rule("rule1"), at: 2, happening: { kind: "cap", reached: true } }];
  const closed = fetchEvents(() => Promise.reject(new Error("The page was closed.")));
  await expect(closed).rejects.toThrow("closed");
  await fetchEvents(keep);
  expect(kept).toEqual(["rule1:1"]);
  await fetchEvents(keep);
  expect(requests.map((request) => request.split("after=")[1])).toEqual(["0", "0", "7"]);
  rules.clear();
  await fetchEvents(keep);
  expect(storedCursor.get()).toBe("0");
});

describe("the key of another browser", () => {
  const theirs = "f".repeat(32);

  test("brings its rules and takes over ours from the old key", async () => {
    const own = keyOfRules();
    rules.set(own, [rule("rule2")]);
    rules.set(theirs, [rule("rule1")]);
    expect(await adoptKey(theirs)).toEqual({ kind: "taken", count: 1 });
    expect(ids(await handOver(service, noStars))).toEqual(["rule1", "rule2"]);
    expect([...rules.keys()]).toEqual([theirs]);
    expect(storedCursor.get()).toBe("7");
    expect(ids(await fetchRules(theirs))).toEqual(["rule1", "rule2"]);
  });

  test("loses no rule when the answer to their removal is lost", async () => {
    const own = keyOfRules();
    rules.set(own, [rule("rule2")]);
    rules.set(theirs, [rule("rule1")]);
    const original = fetch;
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const response = await original(url, init);
      return init.method === "DELETE" ? Response.error() : response;
    });
    expect(await adoptKey(theirs)).toEqual({ kind: "failed" });
    expect(storedKey.get()).toBe(own);
    expect(rules.has(own)).toBe(false);
    expect(ids(await handOver(service, noStars))).toEqual(["rule2"]);
    expect(rules.has(own)).toBe(true);
  });

  test("changes nothing when it is ours, has no rules, would hold too many or cannot be read", async () => {
    const own = keyOfRules();
    expect(await adoptKey(own)).toEqual({ kind: "same" });
    expect(await adoptKey(theirs)).toEqual({ kind: "none" });
    rules.set(theirs, [rule("rule1")]);
    rules.set(own, rulesNamed("other", 50));
    expect(await adoptKey(theirs)).toEqual({ kind: "full" });
    isAway = true;
    expect(await adoptKey(theirs)).toEqual({ kind: "failed" });
    expect(storedKey.get()).toBe(own);
    expect(rules.get(own)).toHaveLength(50);
  });
});

test("rules that another tab has made are read when this one is shown again", async () => {
  const key = keyOfRules();
  const wrapper = queryWrapper(createQueryClient(), { ...demoConfig, alerts: service });
  const { result } = renderHook(() => useAlertRules(), { wrapper });
  await waitFor(() => expect(result.current.loading).toBe(false));
  rules.set(key, [rule("other")]);
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(ids(result.current)).toEqual(["other"]));
});

test("rules that were read before a change do not replace the changed ones", async () => {
  const config = { ...demoConfig, alerts: { everyMs: 60_000, send: true } };
  const client = createQueryClient();
  const wrapper = queryWrapper(client, config);
  const { result } = renderHook(() => ({ shown: useAlertRules(), changing: useChangeRules() }), { wrapper });
  const original = globalThis.fetch;
  const late: (() => void)[] = [];
  let reads = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const response = await original(url, init);
    if (init.method === undefined) reads += 1;
    // The change reads first. What the list reads at the same time arrives last.
    if (init.method === undefined && reads > 1) await new Promise<void>((resolve) => late.push(resolve));
    return response;
  });
  act(() => result.current.changing.mutate(saveRule(rule("rule1"))));
  await waitFor(() => expect(ids(result.current.shown)).toEqual(["rule1"]));
  expect(late).toHaveLength(1);
  await act(async () => late[0]?.());
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(ids(result.current.shown)).toEqual(["rule1"]);
});
