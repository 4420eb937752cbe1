// Rules that this browser must still hand over to the service, and how far it has read events.
import { z } from "../../../contract/zod.ts";
import { parseJson } from "../../../contract/query-text.ts";
import { alertRuleSchema, maxRules, type AlertRule } from "../../../contract/alerts/rule.ts";
import { firstBeyond } from "../../../contract/alerts/served.ts";
import { createStoredValue } from "../storage/stored-value.ts";
import { storedRules } from "./alert-marks.ts";
import { viewTarget } from "./change-rules.ts";
import { parseEach } from "./parse-each.ts";

const servedSchema = z.object({ cursor: z.string() });

export const storedCursor = createStoredValue<string>(
  "yieldboard.alerts.served",
  (text) => servedSchema.safeParse(parseJson(text ?? "")).data?.cursor ?? "0",
  (cursor) => JSON.stringify({ cursor }),
);

export function keptForHandOver(): readonly AlertRule[] {
  return parseEach(parseJson(storedRules.get() ?? ""), alertRuleSchema);
}

/** @param rules still to be handed over; empty once all are */
export function keepForHandOver(rules: readonly AlertRule[]): void {
  storedRules.set(rules.length === 0 ? undefined : JSON.stringify(rules));
}

/**
 * Adds the rules stored here to the rules of the service. A rule beyond the limits of a key is handed over paused;
 * rules that the service cannot store stay here.
 * @param starred currently starred markets, which views may filter by
 */
export function rulesToHandOver(starred: ReadonlySet<string>, theirs: readonly AlertRule[]) {
  const rules = new Map(theirs.map((rule) => [rule.id, rule]));
  const left: AlertRule[] = [];
  for (const kept of keptForHandOver()) {
    const rule = kept.target.kind === "view" ? { ...kept, target: viewTarget(kept.target, starred) } : kept;
    const fitting = [rule, { ...rule, paused: true }].find((one) => {
      const all = new Map(rules).set(rule.id, one);
      return all.size <= maxRules && firstBeyond([...all.values()]) === undefined;
    });
    if (fitting === undefined) left.push(rule);
    else rules.set(rule.id, fitting);
  }
  return { rules: [...rules.values()], left };
}
