// Two browsers with one key: each is a storage of its own, and the service holds the rules of each key.
import { alertRule as rule } from "../../../tests/fixtures/alert-rule.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AlertRule } from "../../contract/alerts/rule.ts";
import { servedRulesSchema } from "../../contract/alerts/served.ts";
import { forgetRule, keepRule, keptRules } from "../data/alerts/kept-alerts.ts";
import { readAlertsKey } from "../data/alerts/read-alerts-key.ts";
import { servedOf, shareKey } from "../data/alerts/served-rules.ts";
import { adoptKey, handOver } from "./alerts.ts";

const rules = new Map<string, readonly AlertRule[]>();
let away = false;
const browsers = new Map<string, Record<string, string>>();

beforeEach(() => {
  rules.clear();
  browsers.clear();
  away = false;
  localStorage.clear();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get("x-alerts-key") ?? "";
    if (away) return new Response("", { status: 503 });
    if (url.includes("/events"))
      return rules.has(key) ? Response.json({ events: [], cursor: "7" }) : new Response("", { status: 404 });
    if (init.method === "DELETE") rules.delete(key);
    const body = typeof init.body === "string" ? init.body : "{}";
    if (init.method === "PUT") rules.set(key, servedRulesSchema.parse(JSON.parse(body)).rules);
    return Response.json({ rules: rules.get(key) ?? [] });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Does something in one of the browsers. */
async function inBrowser<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  localStorage.clear();
  for (const [key, text] of Object.entries(browsers.get(name) ?? {})) localStorage.setItem(key, text);
  const result = await act();
  browsers.set(
    name,
    Object.fromEntries(
      Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").map((key) => [
        key,
        localStorage.getItem(key) ?? "",
      ]),
    ),
  );
  return result;
}

/** As every minute of an open page. */
const minute = (name: string) =>
  inBrowser(name, async () => {
    await handOver("client", keptRules());
    return keptRules().map(({ id, paused }) => (paused ? `${id} paused` : id));
  });
const first = (act: () => void) =>
  inBrowser("first", async () => {
    act();
    await Promise.resolve();
  });

async function shared(): Promise<string> {
  await first(() => void keepRule(rule("rule1")));
  await minute("first");
  return inBrowser("first", async () => Promise.resolve(shareKey()));
}

test("a key that was pasted brings its rules, and takes those that are there along, each judged under it alone", async () => {
  const key = await shared();
  await inBrowser("second", async () => {
    keepRule(rule("rule2"));
    await handOver("client", keptRules());
    const came = await adoptKey("client", key);
    expect(came).toEqual({ kind: "taken", count: 1 });
    expect(servedOf(keptRules()).size).toBe(1);
  });
  expect(await minute("second")).toEqual(["rule2", "rule1"]);
  expect([...rules.keys()]).toEqual([key]);
  expect(await minute("first")).toEqual(["rule1", "rule2"]);
});

test("what one browser changes the other has at its next look; what one deletes or pauses is paused there", async () => {
  const key = await shared();
  await inBrowser("second", async () => adoptKey("client", key));
  await first(() => {
    keepRule(rule("rule1", { browser: true }));
    keepRule(rule("rule3"));
  });
  await minute("first");
  expect(await minute("second")).toEqual(["rule1", "rule3"]);
  expect(await inBrowser("second", async () => Promise.resolve(keptRules()[0]?.browser))).toBe(true);
  await first(() => void forgetRule("rule3"));
  await minute("first");
  expect(await minute("second")).toEqual(["rule1", "rule3 paused"]);
  await first(() => void keepRule(rule("rule1", { paused: true })));
  await minute("first");
  expect(await minute("second")).toEqual(["rule1 paused", "rule3 paused"]);
  await first(() => void keepRule(rule("rule1")));
  await minute("first");
  expect(await minute("second")).toEqual(["rule1", "rule3 paused"]);
  expect(await minute("first")).toEqual(["rule1"]);
});

test("a service that has forgotten the key, or cannot be asked, takes no rule away", async () => {
  const key = await shared();
  await inBrowser("second", async () => adoptKey("client", key));
  away = true;
  expect(await minute("second")).toEqual(["rule1"]);
  away = false;
  rules.clear();
  expect(await minute("second")).toEqual(["rule1"]);
  expect(rules.get(key)?.map(({ id }) => id)).toEqual(["rule1"]);
});

test("nothing changes for a key without rules, one's own, or one that would make too many", async () => {
  const key = await shared();
  expect(await inBrowser("first", async () => adoptKey("client", key))).toEqual({ kind: "same" });
  await inBrowser("second", async () => {
    expect(await adoptKey("client", "f".repeat(32))).toEqual({ kind: "none" });
    for (let index = 0; index < 50; index += 1) keepRule(rule(`other${String(index)}`));
    expect(await adoptKey("client", key)).toEqual({ kind: "full" });
    away = true;
    expect(await adoptKey("client", key)).toEqual({ kind: "failed" });
    expect(keptRules()).toHaveLength(50);
    expect(shareKey()).not.toBe(key);
  });
});

test("a key is read in groups and capitals, and what is none is refused with what is wrong", () => {
  const key = "0123456789abcdef".repeat(2);
  expect(readAlertsKey(` ${key.toUpperCase().match(/.{4}/g)?.join(" ") ?? ""}\n`)).toEqual({ ok: true, key });
  expect(readAlertsKey(key.slice(1))).toMatchObject({ message: "A key has 32 characters. This has 31." });
  expect(readAlertsKey(`${key}g`)).toMatchObject({ message: expect.stringContaining("“g”") });
  expect(readAlertsKey("")).toMatchObject({ ok: false });
});
