import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AlertRule } from "../contract/alerts/rule.ts";
import { mergeRules } from "./merge-rules.ts";

const rule = (id: string, madeAt: number): AlertRule => ({
  id,
  target: { kind: "market", id: "m", name: "USDC", marketType: "yield" },
  condition: { kind: "cap" },
  browser: false,
  paused: false,
  madeAt,
});
/** Up to six rules, each in one of three states. */
const someRules = fc
  .array(fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e", "f"), madeAt: fc.nat(2) }))
  .map((items) => [...new Map(items.map(({ id, madeAt }) => [id, rule(id, madeAt)])).values()]);
const byId = (rules: readonly AlertRule[]) => new Map(rules.map((one) => [one.id, one]));

test("what one browser alone has changed is what both have", () => {
  fc.assert(
    fc.property(someRules, someRules, (base, changed) => {
      expect(byId(mergeRules(base, changed, base))).toEqual(byId(changed));
      expect(byId(mergeRules(base, base, changed))).toEqual(byId(changed));
    }),
  );
});

test("of a rule that both have changed this browser's stays, and no rule that both have goes", () => {
  fc.assert(
    fc.property(someRules, someRules, someRules, (base, mine, theirs) => {
      const merged = byId(mergeRules(base, mine, theirs));
      const before = byId(base);
      for (const own of mine) {
        const isNew = JSON.stringify(own) !== JSON.stringify(before.get(own.id));
        if (isNew || byId(theirs).has(own.id)) expect(merged.has(own.id)).toBe(true);
        if (isNew) expect(merged.get(own.id)).toEqual(own);
      }
    }),
  );
});
