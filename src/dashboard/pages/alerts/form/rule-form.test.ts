import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alertRuleSchema, measuresOf, sidesOf } from "../../../../contract/alerts/rule.ts";
import { choicesOf, formOf, readForm, suggest } from "./rule-form.ts";

const base = { choice: "depositApy", side: "under", threshold: "9.9", reset: undefined } as const;

describe("the form of a rule", () => {
  test("reads percent as a fraction and gives the reset its gap", () => {
    expect(readForm(base)).toEqual({
      condition: { kind: "threshold", measure: "depositApy", side: "under", threshold: 0.099, reset: 0.102 },
      thresholdFault: undefined,
      resetFault: undefined,
      resetText: "10.2",
    });
    expect(readForm({ ...base, choice: "health", threshold: "1.15" }).condition).toEqual({
      kind: "threshold",
      measure: "health",
      side: "under",
      threshold: 1.15,
      reset: 1.2,
    });
    expect(readForm({ ...base, choice: "fade", threshold: "20" }).condition).toEqual({
      kind: "threshold",
      measure: "fade",
      side: "under",
      threshold: -0.2,
      reset: -0.15,
    });
    expect(readForm({ ...base, choice: "cap" }).condition).toEqual({ kind: "cap" });
  });

  test("says what is wrong with what was typed", () => {
    const faults = [
      [{ ...base, threshold: "" }, "Enter a percentage, such as 9.5."],
      [{ ...base, threshold: "x" }, "Write percent as 5 or 2.5."],
      [{ ...base, choice: "health", threshold: "" }, "Enter a number, such as 1.15."],
      [{ ...base, choice: "health", threshold: "-1" }, "Write the health as 1.15."],
      [
        { ...base, choice: "utilization", side: "over", threshold: "101" },
        "Utilization is between 0 and 100 %.",
      ],
      [{ ...base, choice: "fade", threshold: "-5" }, "Between 0 and 100 % under the average."],
      [
        { ...base, choice: "offPeg", side: "over", threshold: "0" },
        "More than 0 %: a price is never closer.",
      ],
    ] as const;
    for (const [form, message] of faults) {
      expect(readForm(form).condition).toBeUndefined();
      expect(readForm(form).thresholdFault).toBe(message);
    }
  });

  test("refuses a reset on the far side of the threshold, and says which side is the near one", () => {
    expect(readForm({ ...base, reset: "9.8" }).resetFault).toMatch(/^This must be 9\.9 % or more:/);
    expect(readForm({ ...base, side: "over", reset: "10" }).resetFault).toMatch(
      /^This must be 9\.9 % or less:/,
    );
    expect(readForm({ ...base, choice: "fade", threshold: "20", reset: "25" }).resetFault).toMatch(
      /^This must be 20 % or less:/,
    );
    expect(readForm({ ...base, reset: "9.9" }).condition).toBeDefined();
  });

  test("offers what is known of a market now, and everything where nothing is", () => {
    expect(choicesOf("market", { depositApy: { value: 0.1 }, capUsed: 0.5 }, undefined)).toEqual([
      "depositApy",
      "cap",
    ]);
    expect(choicesOf("market", { depositApy: { value: 0.1 } }, "borrowApy")).toEqual([
      "depositApy",
      "borrowApy",
    ]);
    expect(choicesOf("market", undefined, undefined)).toEqual([...measuresOf.market, "cap"]);
    expect(choicesOf("view", undefined, undefined)).toEqual(["newMarket"]);
  });

  test("starts with a valid rule that does not fire at once, whatever the figure is now", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          ...(["depositApy", "baseDepositApy", "borrowApy", "utilization", "fade", "offPeg"] as const),
        ),
        fc.double({ min: 0.001, max: 0.9, noNaN: true }),
        (measure, value) => {
          const form = suggest(measure, { [measure]: { value } }, "market");
          expect(sidesOf[measure]).toContain(form.side);
          const { condition } = readForm(form);
          const rule = {
            id: "rule1",
            target: { kind: "market", id: "m", name: "M", marketType: "lending" },
            condition,
            browser: false,
            paused: false,
            madeAt: 0,
          };
          expect(alertRuleSchema.safeParse(rule).success).toBe(true);
        },
      ),
    );
  });

  test("of a rule that is there shows it as it was typed", () => {
    const { condition } = readForm({ ...base, reset: "10.5" });
    expect(condition).toBeDefined();
    const shown = formOf(condition ?? { kind: "cap" });
    expect(shown).toEqual({ ...base, reset: "10.5" });
    expect(readForm(shown).condition).toEqual(condition);
  });
});
