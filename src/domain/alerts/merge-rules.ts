// Merges the rules of one key from two browsers.
import type { AlertRule } from "../../contract/alerts/rule.ts";

/**
 * A rule changed here wins over the other side.
 * @param base what both sides last agreed on
 */
export function mergeRules(
  base: readonly AlertRule[],
  mine: readonly AlertRule[],
  theirs: readonly AlertRule[],
): readonly AlertRule[] {
  const [before, here, there] = [base, mine, theirs].map(
    (rules) => new Map(rules.map((rule) => [rule.id, rule])),
  );
  const ids = new Set([...mine, ...theirs].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const own = here?.get(id);
    const isChanged = JSON.stringify(own) !== JSON.stringify(before?.get(id));
    return (isChanged ? own : there?.get(id)) ?? [];
  });
}
