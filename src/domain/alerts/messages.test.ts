import { expect, test } from "vitest";
import { sol } from "../../../tests/fixtures/mints.ts";
import { alertRule } from "../../../tests/fixtures/alert-rule.ts";
import type { AlertEvent, AlertRule } from "../../contract/alerts/rule.ts";
import type { ServedRules } from "../../contract/alerts/served.ts";
import { targetKey } from "./judge.ts";
import { maxCombinedLength, messagesOf } from "./messages.ts";

const noon = Date.UTC(2026, 9, 1, 12);
const sent = (id: string, change: Partial<AlertRule> = {}) => alertRule(id, { sendTo: sol, ...change });
const viewOf = (id: string) =>
  sent(id, { target: { kind: "view", search: `?asset=${id}`, name: "V" }, condition: { kind: "newMarket" } });
const loanOf = (id: string) => sent(id, { target: { kind: "position", wallet: sol, id, name: "L" } });
const many = (of: (id: string) => AlertRule, count: number) =>
  Array.from({ length: count }, (_, index) => of(`${of.name}${String(index)}`));

function messages(
  rules: AlertRule[],
  names: readonly string[] = ["Named"],
  times: Partial<ServedRules> = {},
) {
  const seen = new Map(rules.map((rule, index) => [targetKey(rule), { title: names[index] ?? "Named" }]));
  const events = rules.map(({ sendTo: _sendTo, ...rule }): AlertEvent => ({
    id: `${rule.id}:0`,
    rule,
    at: noon,
    happening:
      rule.target.kind === "view"
        ? { kind: "newMarkets", count: 1, markets: [{ id: "n", name: "N" }] }
        : { kind: "crossed", value: 2, was: 1, wasAt: 0 },
  }));
  return messagesOf({ rules, ...times }, events, seen, (wallet) => `hash of ${wallet}`);
}

test("a rule that names a wallet makes a message under the source's name", () => {
  expect(messages([alertRule("rule1"), sent("rule2")], ["", "USDC, Kamino"])).toMatchObject([
    {
      about: "rule2:0",
      wallet: sol,
      recipient: `hash of ${sol}`,
      due: noon,
      title: expect.stringMatching(/^USDC, Kamino: /),
    },
  ]);
});

test("a key has five messages about loans and five about others, however many rules fire", () => {
  const all = messages([...many(sent, 7), ...many(loanOf, 7)]);
  expect([all.length, all.filter(({ loan }) => loan).length]).toEqual([10, 5]);
});

test("views at once, and all that is due later, are one message of bounded length", () => {
  expect(messages(many(viewOf, 7))).toHaveLength(1);
  const quiet = { from: 0, to: 13 * 60, timeZone: "UTC" };
  const rules = [...many(sent, 3), ...many(loanOf, 1)];
  const [later, ...loans] = messages(rules, [], { quiet });
  expect(later).toMatchObject({ title: "", due: noon + 3_600_000 });
  expect(later?.body.split("\n")).toHaveLength(3);
  expect(loans).toMatchObject([{ loan: true, due: noon }]);
  const [long] = messages(
    many(viewOf, 50),
    Array.from({ length: 50 }, () => "x".repeat(2000)),
  );
  expect(long?.body.length).toBeGreaterThan(maxCombinedLength);
  expect(long?.body.length).toBeLessThan(maxCombinedLength + 2000);
});
