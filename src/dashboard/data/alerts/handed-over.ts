// Rules that this browser still has to give to the service, and how far its events were read.
import { z } from "../../../contract/zod.ts";
import { alertRuleSchema, maximumRules, type AlertRule } from "../../../contract/alerts/rule.ts";
import { firstBeyond } from "../../../contract/alerts/served.ts";
import { createStoredValue, readStoredJson } from "../storage/stored-value.ts";
import { storedRules } from "./alert-marks.ts";
import { viewTarget } from "./change-rules.ts";
import { parseEach } from "./parse-each.ts";

/** What an earlier version stored besides: the rules the service had, and whether another browser has the key. */
const servedSchema = z.object({
  cursor: z.string(),
  taken: z.optional(z.array(z.string())),
  shared: z.optional(z.boolean()),
});
type Served = z.infer<typeof servedSchema>;

const storedServed = createStoredValue<Served>(
  "yieldboard.alerts.served",
  (text) => servedSchema.safeParse(readStoredJson(text)).data ?? { cursor: "0" },
  (served) => JSON.stringify(served),
);

export const storedCursor = {
  get: (): string => storedServed.get().cursor,
  set: (cursor: string): void => storedServed.set({ ...storedServed.get(), cursor }),
};

const storedStates = createStoredValue<string | undefined>(
  "yieldboard.alerts.states",
  (text) => text ?? undefined,
  (text) => text,
);

export function keptForHandOver(): readonly AlertRule[] {
  return parseEach(readStoredJson(storedRules.get() ?? null), alertRuleSchema);
}

/** @param rules none: everything is handed over */
export function keepForHandOver(rules: readonly AlertRule[]): void {
  storedRules.set(rules.length === 0 ? undefined : JSON.stringify(rules));
  storedStates.set(undefined);
  storedServed.set({ cursor: storedServed.get().cursor });
}

/**
 * The rules of the service with those kept here. A rule that is beyond what a key may watch is handed over paused; what
 * the service cannot keep at all is left here.
 * @param starred what is starred now, which views may ask for
 */
export function rulesToHandOver(
  starred: ReadonlySet<string>,
  theirs: readonly AlertRule[],
): { readonly rules: readonly AlertRule[]; readonly left: readonly AlertRule[] } {
  const { taken = [], shared = false } = storedServed.get();
  const rules = new Map(theirs.map((rule) => [rule.id, rule]));
  const left: AlertRule[] = [];
  for (const kept of keptForHandOver()) {
    const rule = kept.target.kind === "view" ? { ...kept, target: viewTarget(kept.target, starred) } : kept;
    const known = rules.get(rule.id);
    // The other browser with the key has changed it last, or deleted it: then it comes paused.
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
