import { expect, test } from "vitest";
import { alertRule, offPegByOnePercent } from "../../../../tests/fixtures/alert-rule.ts";
import type { AlertEvent } from "../../../contract/alerts/rule.ts";
import { topicOf } from "./inbox.tsx";
import { combinedNotification } from "./alert-watch.tsx";

const rule = alertRule("rule1");
const at = Date.parse("2026-11-22T11:20:00Z");
const one: AlertEvent = {
  id: "e",
  rule,
  at,
  happening: { kind: "crossed", wasAt: at - 600_000, value: 0.1072, was: 0.0948 },
};

test("alerts due at the same time make one notification with a line each", () => {
  const title = "USDC, Carrot: Deposit APY over 10.00 %";
  expect(combinedNotification([one])).toEqual({
    title,
    body: "22 Nov 2026, 11:20 UTC: 10.72 %; was 9.48 % at 11:10 UTC",
  });
  expect(combinedNotification([one, one, one, one, one, one])).toEqual({
    title: "6 alerts",
    body: `${`${title}\n`.repeat(4)}2 more`,
  });
});

test("a rule's topic is rates, caps, prices, views or loans", () => {
  const view = { kind: "view", search: "", name: "Stables" } as const;
  const position = { kind: "position", wallet: "w", id: "p", name: "SOL loan" } as const;
  const rules = [
    rule,
    alertRule("cap", { condition: { kind: "cap" } }),
    alertRule("price", { condition: offPegByOnePercent }),
    alertRule("view", { target: view }),
    alertRule("loan", { target: position }),
  ];
  expect(rules.map(topicOf)).toEqual(["rates", "caps", "prices", "views", "loans"]);
});
