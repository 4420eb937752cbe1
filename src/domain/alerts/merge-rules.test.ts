import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { AlertRule } from "../../contract/alerts/rule.ts";
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
  .map((items) => items.map(({ id, madeAt }) => rule(id, madeAt)))
  .map((rules) => Array.from(new Map(rules.map((one) => [one.id, one])).values()));
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
      const changed = mine.filter((own) => JSON.stringify(own) !== JSON.stringify(byId(base).get(own.id)));
      expect(changed.map(({ id }) => merged.get(id))).toEqual(changed);
      const both = mine.filter(({ id }) => byId(theirs).has(id));
      expect(both.every(({ id }) => merged.has(id))).toBe(true);
    }),
  );
});
