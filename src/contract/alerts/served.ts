// Alert rules that the service judges while no page is open: /v0/alerts, our own extension of the API.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { parseAnswer } from "../markets-page.ts";
import { alertEventSchema, alertRuleSchema, maximumRules, minuteOfDay, type AlertRule } from "./rule.ts";

/** The service stores only a hash of the key. */
export const alertsKeyHeader = "x-alerts-key";

/** 128 random bits in lower-case hexadecimal. */
export function isAlertsKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** Per key. `filterText` is characters over all views. */
export const mostServed = { views: 10, filterText: 150_000, wallets: 5 } as const;

/** Views are judged by what a filter can express, without doubts. */
export function rulesToServe(rules: readonly AlertRule[], sends: boolean): readonly AlertRule[] {
  const wallets = new Set<string>();
  let views = 0;
  let filterText = 0;
  return rules.filter(({ target, paused, sendTo }) => {
    if (paused || (sendTo !== undefined && !sends)) return false;
    if (target.kind === "view") {
      if (target.filter === undefined) return false;
      views += 1;
      filterText += JSON.stringify(target.filter).length;
      return views <= mostServed.views && filterText <= mostServed.filterText;
    }
    if (target.kind !== "position" || wallets.has(target.wallet)) return true;
    return wallets.size < mostServed.wallets && wallets.add(target.wallet).size > 0;
  });
}

/** Minutes after midnight in an IANA time zone. */
const quietHoursSchema = z.object({
  from: minuteOfDay,
  to: minuteOfDay,
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
});

const digestSchema = z.object({
  at: minuteOfDay,
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
});

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const servedRulesSchema = z.object({
  rules: z.array(alertRuleSchema).check(z.maxLength(maximumRules)),
  quiet: z.optional(quietHoursSchema),
  digest: z.optional(digestSchema),
});
export type ServedRules = z.infer<typeof servedRulesSchema>;

/** Oldest first. Pass `cursor` to get later events. */
export const servedEventsSchema = z.object({ events: z.array(alertEventSchema), cursor: z.string() });

/** Kept per key, and sent per answer. */
export const maximumServedEvents = 500;

export const parseServedRules = reader(servedRulesSchema, "{rules}");
export const parseServedEvents = reader(servedEventsSchema, "{events, cursor}");

function reader<Schema extends z.ZodMiniType>(schema: Schema, shape: string) {
  return (body: unknown): z.output<Schema> => parseAnswer(schema, shape, body);
}
