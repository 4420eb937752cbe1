import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alertRule } from "../../../../tests/fixtures/alert-rule.ts";
import { alertRuleSchema, measuresOf, sidesOf } from "../../../contract/alerts/rule.ts";
import { isBeyond } from "../../../domain/alerts/judge.ts";
import { choicesOf, toRuleForm, readForm, suggest, targetOf, type RuleForm } from "./rule-form.ts";

const base: RuleForm = { choice: "depositApy", side: "under", threshold: "9.9", reset: undefined };

describe("the rule form", () => {
  test.each<readonly [form: Partial<RuleForm>, condition: object]>([
    [{}, { measure: "depositApy", side: "under", threshold: 0.099, reset: 0.102 }],
    [
      { choice: "health", threshold: "1.15" },
      { measure: "health", side: "under", threshold: 1.15, reset: 1.2 },
    ],
    [
      { choice: "fade", threshold: "20" },
      { measure: "fade", side: "under", threshold: -0.2, reset: -0.15 },
    ],
    [{ choice: "cap" }, { kind: "cap" }],
  ])("reads percent as a fraction and derives the reset: %j", (form, condition) => {
    const read = readForm({ ...base, ...form });
    expect(read.condition).toEqual({ kind: "threshold", ...condition });
    expect([read.thresholdFault, read.resetFault]).toEqual([undefined, undefined]);
  });

  test.each<readonly [form: Partial<RuleForm>, fault: string]>([
    [{ threshold: "" }, "Enter a percentage, such as 9.5."],
    [{ threshold: "x" }, "Write percent as 5 or 2.5."],
    [{ choice: "health", threshold: "" }, "Enter a number, such as 1.15."],
    [{ choice: "health", threshold: "-1" }, "Enter health as a number, such as 1.15."],
    [{ choice: "utilization", side: "over", threshold: "101" }, "Enter 0 to 100 %."],
    [{ choice: "fade", threshold: "-5" }, "Enter 0 to 100 % under the average."],
    [{ choice: "offPeg", side: "over", threshold: "0" }, "Enter more than 0 %."],
  ])("states what is wrong with %j", (form, thresholdFault) => {
    const read = readForm({ ...base, ...form });
    expect([read.condition, read.thresholdFault]).toEqual([undefined, thresholdFault]);
  });

  test("rejects a reset on the far side of the threshold and names the near side", () => {
    const faultOf = (form: Partial<RuleForm>) => readForm({ ...base, ...form }).resetFault;
    expect(faultOf({ reset: "9.8" })).toMatch(/^This must be 9\.9 % or more:/);
    expect(faultOf({ side: "over", reset: "10" })).toMatch(/^This must be 9\.9 % or less:/);
    expect(faultOf({ choice: "fade", threshold: "20", reset: "25" })).toMatch(/^This must be 20 % or less:/);
    expect(readForm({ ...base, reset: "9.9" }).condition).toBeDefined();
  });

  test("offers the figures known of a market, or all when none is known", () => {
    const known = { depositApy: { value: 0.1 } };
    expect(choicesOf("market", { ...known, capUsed: 0.5 }, undefined)).toEqual(["depositApy", "cap"]);
    expect(choicesOf("market", known, "borrowApy")).toEqual(["depositApy", "borrowApy"]);
    expect(choicesOf("market", undefined, undefined)).toEqual([...measuresOf.market, "cap"]);
    expect(choicesOf("view", undefined, undefined)).toEqual(["newMarket"]);
  });

  test("starts with a valid rule for any current figure", () => {
    const measures = ["depositApy", "baseDepositApy", "borrowApy", "utilization", "fade", "offPeg"] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...measures),
        fc.double({ min: 0.001, max: 0.9, noNaN: true }),
        (measure, value) => {
          const form = suggest(measure, { [measure]: { value } }, "market");
          expect(sidesOf[measure]).toContain(form.side);
          const { condition } = readForm(form);
          expect(alertRuleSchema.safeParse({ ...alertRule("rule1"), condition }).success).toBe(true);
        },
      ),
    );
  });

  test("suggests no threshold that the rate is already beyond", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("depositApy", "borrowApy" as const),
        fc.double({ min: -0.5, max: 0.9, noNaN: true }),
        (measure, value) => {
          const { condition } = readForm(suggest(measure, { [measure]: { value } }, "market"));
          expect(condition?.kind === "threshold" && isBeyond(condition, value, undefined)).toBe(false);
        },
      ),
    );
  });

  test.each<readonly [measure: Parameters<typeof suggest>[0], now: number, threshold: string]>([
    ["depositApy", 0.1, "9"],
    ["depositApy", 0.0014, "0.1"],
    ["depositApy", 0.0006, "0.1"],
    ["depositApy", 0, "0.1"],
    ["depositApy", -0.07, "-7.7"],
    ["borrowApy", 0.0013, "0.2"],
    ["borrowApy", 0, "0.1"],
    ["borrowApy", 0.1, "11"],
    ["utilization", 0.929, "95"],
    ["utilization", 0.93, "94"],
    ["utilization", 0.985, "99"],
    ["offPeg", 0.007, "1"],
    ["offPeg", 0.01, "1.5"],
    ["health", 1.21, "1.15"],
    ["health", 1.2, "1.18"],
    ["health", 1.01, "1.02"],
  ])("suggests a threshold of %s near %d: %s", (measure, value, threshold) => {
    expect(suggest(measure, { [measure]: { value } }, "market").threshold).toBe(threshold);
  });

  test("shows an existing rule as it was typed", () => {
    const { condition } = readForm({ ...base, reset: "10.5" });
    const shown = toRuleForm(condition ?? { kind: "cap" });
    expect(shown).toEqual({ ...base, reset: "10.5" });
    expect(readForm(shown).condition).toEqual(condition);
  });
});

test("an edited rule watches the current filters of its view, or its own if the view is gone", () => {
  const target = { kind: "view", name: "Mine", search: "?q=a" } as const;
  const draft = { kind: "rule", rule: { ...alertRule("rule1"), target } } as const;
  const views = [{ name: "Mine", search: "?q=b" }];
  expect(targetOf(draft, new Set(), views)).toEqual({ ...target, search: "?q=b" });
  expect(targetOf(draft, new Set(), [{ name: "Other", search: "?q=b" }])).toEqual(target);
});
