// The rules of one key in two browsers, each of which may have changed some since both knew the same.
import type { AlertRule } from "../contract/alerts/rule.ts";

/**
 * Rule by rule what was changed here, else what is there: added, changed or taken away.
 * @param base what both knew last
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
