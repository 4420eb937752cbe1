// Alert rules that the service judges while no page is open: /v0/alerts, our own extension of the API.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { answerReader } from "../markets-page.ts";
import { alertEventSchema, alertRuleSchema, maximumRules, minuteOfDay, type AlertRule } from "./rule.ts";

/**
 * The most of a key: views watched, each with the markets ever in it; wallets whose loans are watched; characters of
 * all views together.
 */
export const mostServed = { views: 10, viewText: 150_000, wallets: 5 } as const;

/** The index of the first rule that is beyond what a key may have; undefined where all are within. Paused rules are not watched. */
export function firstBeyond(rules: readonly AlertRule[]): number | undefined {
  const wallets = new Set<string>();
  let views = 0;
  let viewText = 0;
  const found = rules.findIndex(({ target, paused }) => {
    if (target.kind === "view") {
      if (!paused) views += 1;
      viewText += JSON.stringify(target).length;
    } else if (target.kind === "position" && !paused) wallets.add(target.wallet);
    return views > mostServed.views || viewText > mostServed.viewText || wallets.size > mostServed.wallets;
  });
  return found < 0 ? undefined : found;
}

/** An IANA name; minutes are after midnight there. */
const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const servedRulesSchema = z.object({
  rules: z.array(alertRuleSchema).check(z.maxLength(maximumRules)),
  quiet: z.optional(z.object({ from: minuteOfDay, to: minuteOfDay, timeZone })),
  digest: z.optional(z.object({ at: minuteOfDay, timeZone })),
  /** Of the stored rules, 0 for none. A PUT with one replaces only these; without one it replaces any. */
  revision: z.optional(z.number().check(z.int(), z.minimum(0))),
});
export type ServedRules = z.infer<typeof servedRulesSchema>;

/** Oldest first. Pass `cursor` to get later events. */
export const servedEventsSchema = z.object({ events: z.array(alertEventSchema), cursor: z.string() });

/** Kept per key, and sent per answer. */
export const maximumServedEvents = 500;

export const parseServedRules = answerReader(servedRulesSchema, "{rules}");
export const parseServedEvents = answerReader(servedEventsSchema, "{events, cursor}");
