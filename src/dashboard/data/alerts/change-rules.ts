// Changes to a key's rules, as functions from the current rules to the new ones.
import { maxStarred, type AlertRule } from "../../../contract/alerts/rule.ts";
import type { ViewTarget } from "../../../domain/alerts/view-watch.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";

export type RulesChange = (rules: readonly AlertRule[]) => readonly AlertRule[];

/** Replaces the rule with this id, or adds it. All rules send to the same wallet. */
export function saveRule(rule: AlertRule): RulesChange {
  const { sendTo } = rule;
  return (rules) => {
    const others = rules.map((other) =>
      sendTo === undefined || other.sendTo === undefined ? other : { ...other, sendTo },
    );
    return others.some(({ id }) => id === rule.id)
      ? others.map((other) => (other.id === rule.id ? rule : other))
      : [...others, rule];
  };
}

/** Changes nothing else of the rule, which may have been edited or deleted in another tab. */
export function pauseRule(id: string, paused: boolean): RulesChange {
  return (rules) => rules.map((rule) => (rule.id === id ? { ...rule, paused } : rule));
}

export function deleteRule(id: string): RulesChange {
  return (rules) => rules.filter((rule) => rule.id !== id);
}

/** Restores a deleted rule at its previous position. */
export function restoreRule(rule: AlertRule, at: number): RulesChange {
  return (rules) => (rules.some(({ id }) => id === rule.id) ? rules : rules.toSpliced(at, 0, rule));
}

/** The target for a saved view. Includes the starred markets if the view filters by them. */
export function viewTarget(
  { search, name }: Pick<ViewTarget, "search" | "name">,
  starred: ReadonlySet<string>,
): ViewTarget {
  const named = readViewState(search).onlyStarred && starred.size <= maxStarred;
  return { kind: "view", search, name, ...(named ? { starred: [...starred].toSorted() } : {}) };
}
