import { expect, test } from "vitest";
import { alertRule, offPegByOnePercent } from "../../../tests/fixtures/alert-rule.ts";
import { sol, usdc } from "../../../tests/fixtures/mints.ts";
import type { AlertEvent, AlertRule } from "../../contract/alerts/rule.ts";
import { messageLimits } from "../../contract/alerts/send.ts";
import { combineMessages, messagePiece, messageText } from "./message-text.ts";

test("removes links from names", () => {
  const lure = "Claim at https://evil.example/claim";
  const markets = [
    { id: "m", name: lure },
    { id: "n", name: "N" },
  ];
  const event: AlertEvent = {
    id: "e",
    rule: alertRule("rule1", { condition: { kind: "newMarket" } }),
    at: 0,
    happening: { kind: "newMarkets", count: 2, markets },
  };
  const pieces = [messagePiece(lure, event), messagePiece(`${lure} 2`, event)];
  const texts = [messageText(lure, event), combineMessages(pieces, false)].flatMap(({ title, body }) => [
    title,
    body,
  ]);
  expect(texts.join()).toContain("Claim at https: evil.example/claim");
  expect(texts.join()).not.toContain("://");
});

test("counts unnamed markets of several views as an upper bound, because they may be the same", () => {
  const markets = Array.from({ length: 5 }, (_, index) => ({
    id: `m${String(index)}`,
    name: `M${String(index)}`,
  }));
  const event: AlertEvent = {
    id: "e",
    rule: alertRule("rule1", { condition: { kind: "newMarket" } }),
    at: 0,
    happening: { kind: "newMarkets", count: 7, markets },
  };
  const one = messagePiece("A saved view", event);
  expect(combineMessages([one, one], false)).toMatchObject({
    title: "Up to 9 new markets in saved views",
    body: "1 Jan 1970, 00:00 UTC: M0; M1; M2; M3; M4; up to 4 more.",
  });
  expect(combineMessages([one, one], true)).toMatchObject({
    title: "About 9 new markets in saved views",
    body: "1 Jan 1970, 00:00 UTC: M0; M1; M2; M3; M4; about 4 more.",
  });
  const many = messagePiece("A saved view", {
    ...event,
    happening: { kind: "newMarkets", count: 700, markets },
  });
  expect(combineMessages([many, many], false)).toMatchObject({
    title: "Up to 1,395 new markets in saved views",
    body: "1 Jan 1970, 00:00 UTC: M0; M1; M2; M3; M4; up to 1,390 more.",
  });
});

test("names a market once that is new in two views at different times", () => {
  const rates = [0.065, 0.072];
  const pieces = rates.map((depositApy, at) =>
    messagePiece("A saved view", {
      id: "e",
      rule: alertRule("rule1", { condition: { kind: "newMarket" } }),
      at,
      happening: { kind: "newMarkets", count: 1, markets: [{ id: "m", name: "M", depositApy }] },
    }),
  );
  expect(combineMessages(pieces, false)).toMatchObject({
    title: "1 new market in saved views",
    body: "1 Jan 1970, 00:00 UTC: M, deposit APY 7.20 %.",
  });
});

test("says when each alert of a combined message fired, and leaves out what equals the one before", () => {
  const times = ["2026-11-22T11:20Z", "2026-11-22T11:20Z", "2026-11-22T15:40Z", "2026-11-23T09:00Z"];
  const pieces = times.map((time, index) =>
    messagePiece(`Loan ${String(index)}`, {
      id: "e",
      rule: alertRule("rule1", { condition: lowHealth }),
      at: Date.parse(time),
      happening: fell,
    }),
  );
  expect(combineMessages(pieces, false).body).toBe(
    "22 Nov 2026, 11:20 UTC: Loan 0: Health under 1.15; Loan 1: Health under 1.15; 15:40 UTC: Loan 2: Health under 1.15; 23 Nov 2026, 09:00 UTC: Loan 3: Health under 1.15.",
  );
});

test("cuts the longest names and figures to the message limits, between characters", () => {
  const condition = { measure: "depositApy", side: "over", threshold: 1e300, reset: 1 } as const;
  const event: AlertEvent = {
    id: "e",
    rule: alertRule("rule1", { condition: { kind: "threshold", ...condition } }),
    at: 0,
    happening: { kind: "crossed", value: Number.MAX_VALUE, was: -1e20, wasAt: 0 },
  };
  const astronauts = "👩🏽‍🚀".repeat(300);
  const pieces = Array.from({ length: 40 }, (_, index) =>
    messagePiece(`${String(index)}${astronauts}`, event),
  );
  const together = combineMessages(pieces, false);
  const [, rest] = /; (\d+) more\.$/.exec(together.body) ?? [];
  expect([together.title, together.body.split("; ").length - 1 + Number(rest)]).toEqual(["40 alerts", 40]);
  const names = ["x".repeat(2000), astronauts, "é".repeat(100), "m"];
  for (const { title, body } of [...names.map((name) => messageText(name, event)), together]) {
    expect(title.length).toBeLessThanOrEqual(messageLimits.title);
    expect(body.length).toBeLessThanOrEqual(messageLimits.body);
    expect(title + body).not.toMatch(/\p{Surrogate}/u);
  }
  expect(messageText(astronauts, event).title).toMatch(/^(?:👩🏽‍🚀)+…: Deposit APY over/u);
});

const view = { kind: "view", search: "", name: "Stables" } as const;
const fell = { kind: "crossed", value: 1.1, was: 1.3, wasAt: 0 } as const;
const lowHealth = {
  kind: "threshold",
  measure: "health",
  side: "under",
  threshold: 1.15,
  reset: 1.2,
} as const;

test.each<[AlertRule["target"], AlertRule["condition"], AlertEvent["happening"], link: string]>([
  [{ kind: "asset", mint: usdc, name: "USDC" }, offPegByOnePercent, fell, `/assets/solana%3A${usdc}`],
  [{ kind: "position", wallet: sol, id: "p", name: "Loan" }, lowHealth, fell, "/portfolio"],
  [
    view,
    { kind: "newMarket" },
    { kind: "newMarkets", count: 1, markets: [{ id: "n", name: "N" }] },
    "/markets/n",
  ],
])("a message about %j opens what it is about, and warns of liquidation only for a loan", (...given) => {
  const [target, condition, happening, link] = given;
  const rule = alertRule("rule1", { target, condition });
  const text = messageText(target.name, { id: "e", rule, at: 0, happening });
  expect(text.link).toBe(link);
  expect(text.body.endsWith(" Under 1 it can be liquidated.")).toBe(target.kind === "position");
});
