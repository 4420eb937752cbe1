// Rules that the service keeps and judges while no page is open: the operations below /v0/alerts, which are ours.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { parseAnswer } from "../markets-page.ts";
import { alertEventSchema, alertRuleSchema, maximumRules, minuteOfDay, type AlertRule } from "./rule.ts";

/** The header with the key that rules belong to. The service stores only its hash. */
export const alertsKeyHeader = "x-alerts-key";

/** 128 random bits as 32 lower-case hexadecimal digits. */
export function isAlertsKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * The most of a key: views, each with the markets ever in it; wallets whose loans are read; characters of all views'
 * filters together.
 */
export const mostServed = { views: 10, filterText: 150_000, wallets: 5 } as const;

/**
 * The rules of a key that the service can judge: of views only what a filter can express, which excludes doubts.
 * @param sends whether it can send to wallets
 */
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

/** When views are announced once a day, in minutes after midnight in an IANA time zone. */
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

/** All rules of a key, and when messages may go to the one wallet they name. */
export const servedRulesSchema = z.object({
  rules: z.array(alertRuleSchema).check(z.maxLength(maximumRules)),
  quiet: z.optional(quietHoursSchema),
  digest: z.optional(digestSchema),
});
export type ServedRules = z.infer<typeof servedRulesSchema>;

/** Oldest first. `cursor` asks for the events after these. */
export const servedEventsSchema = z.object({ events: z.array(alertEventSchema), cursor: z.string() });

/** The most events kept per key, and sent in one answer. */
export const maximumServedEvents = 500;

/** @throws UnreadableAnswerError */
export const parseServedRules = reader(servedRulesSchema, "{rules}");
/** @throws UnreadableAnswerError */
export const parseServedEvents = reader(servedEventsSchema, "{events, cursor}");

function reader<Schema extends z.ZodMiniType>(schema: Schema, shape: string) {
  return (body: unknown): z.output<Schema> => parseAnswer(schema, shape, body);
}
