// Rules that this browser must still hand over to the service, and how far it has read events.
import { z } from "../../../contract/zod.ts";
import { parseJson } from "../../../contract/query-text.ts";
import { alertRuleSchema, maximumRules, type AlertRule } from "../../../contract/alerts/rule.ts";
import { firstBeyond } from "../../../contract/alerts/served.ts";
import { createStoredJson } from "../storage/stored-value.ts";
import { storedRules } from "./alert-marks.ts";
import { viewTarget } from "./change-rules.ts";
import { parseEach } from "./parse-each.ts";

/** Also read from an earlier version: the rules that the service had, and whether another browser uses the key. */
const servedSchema = z.object({
  cursor: z.string(),
  taken: z.optional(z.array(z.string())),
  shared: z.optional(z.boolean()),
});

const storedServed = createStoredJson<z.infer<typeof servedSchema>>(
  "yieldboard.alerts.served",
  (value) => servedSchema.safeParse(value).data ?? { cursor: "0" },
);

export const storedCursor = {
  get: (): string => storedServed.get().cursor,
  set: (cursor: string): void => storedServed.set({ ...storedServed.get(), cursor }),
};

/** An earlier version judged the rules in this browser. Only deleted now. */
const storedStates = createStoredJson("yieldboard.alerts.states", () => undefined);

export function keptForHandOver(): readonly AlertRule[] {
  return parseEach(parseJson(storedRules.get() ?? ""), alertRuleSchema);
}

/** @param rules still to be handed over; empty once all are */
export function keepForHandOver(rules: readonly AlertRule[]): void {
  storedRules.set(rules.length === 0 ? undefined : JSON.stringify(rules));
  storedStates.set(undefined);
  storedServed.set({ cursor: storedServed.get().cursor });
}

/**
 * Adds the rules stored here to the rules of the service. A rule beyond the limits of a key is handed over paused;
 * rules that the service cannot store stay here.
 * @param starred currently starred markets, which views may filter by
 */
export function rulesToHandOver(starred: ReadonlySet<string>, theirs: readonly AlertRule[]) {
  const { taken = [], shared = false } = storedServed.get();
  const rules = new Map(theirs.map((rule) => [rule.id, rule]));
  const left: AlertRule[] = [];
  for (const kept of keptForHandOver()) {
    const rule = kept.target.kind === "view" ? { ...kept, target: viewTarget(kept.target, starred) } : kept;
    const known = rules.get(rule.id);
    // Another browser with the key has changed it last, so its version stays. If it deleted the rule, ours comes
    // paused.
    if (known !== undefined && shared) continue;
    const deleted = known === undefined && shared && taken.some((text) => text.includes(`"${rule.id}"`));
    const paused = { ...rule, paused: true };
    const fitting = (deleted ? [paused] : [rule, paused]).find((one) => {
      const all = new Map(rules).set(rule.id, one);
      return all.size <= maximumRules && firstBeyond([...all.values()]) === undefined;
    });
    if (fitting === undefined) left.push(rule);
    else rules.set(rule.id, fitting);
  }
  return { rules: [...rules.values()], left };
}
