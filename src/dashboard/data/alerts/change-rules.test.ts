import { expect, test } from "vitest";
import { alertRule as rule } from "../../../../tests/fixtures/alert-rule.ts";
import { deleteRule, pauseRule, restoreRule, saveRule, viewTarget } from "./change-rules.ts";

const rules = ["rule1", "rule2", "rule3"].map((id) => rule(id));

test("a saved rule replaces the one with its id, and a new one comes last", () => {
  const paused = rule("rule2", { paused: true });
  expect(saveRule(paused)(rules)).toEqual([rule("rule1"), paused, rule("rule3")]);
  expect(saveRule(rule("rule4"))(rules)).toEqual([...rules, rule("rule4")]);
});

test("a paused rule keeps everything else, and stays deleted if another tab has deleted it", () => {
  const edited = rule("rule2", { sendTo: "So11111111111111111111111111111111111111112" });
  expect(pauseRule("rule2", true)([edited])).toEqual([{ ...edited, paused: true }]);
  expect(pauseRule("rule4", true)(rules)).toEqual(rules);
});

test("all rules with a wallet use the wallet of the last one saved", () => {
  const first = rule("rule1", { sendTo: "So11111111111111111111111111111111111111112" });
  const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
  expect(saveRule(rule("rule3", { sendTo: wallet }))([first, rule("rule2")])).toEqual([
    rule("rule1", { sendTo: wallet }),
    rule("rule2"),
    rule("rule3", { sendTo: wallet }),
  ]);
});

test("a restored rule returns to its place", () => {
  const left = deleteRule("rule2")(rules);
  expect(left.map(({ id }) => id)).toEqual(["rule1", "rule3"]);
  expect(restoreRule(rule("rule2"), 1)(left)).toEqual(rules);
  expect(restoreRule(rule("rule2"), 1)(rules)).toEqual(rules);
});

test("a view names starred markets only when it filters by them, and only if they are not too many", () => {
  const view = { search: "?starred=1", name: "Starred" };
  expect(viewTarget(view, new Set(["b", "a"]))).toEqual({ kind: "view", ...view, starred: ["a", "b"] });
  expect(viewTarget({ search: "?q=a", name: "a" }, new Set(["b"]))).not.toHaveProperty("starred");
  const many = new Set(Array.from({ length: 201 }, (_, index) => `m${String(index)}`));
  expect(viewTarget(view, many)).not.toHaveProperty("starred");
});
