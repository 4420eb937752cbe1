// Rules that the service keeps and judges while nobody looks, and what rang: the operations below /v0/alerts, which are ours.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { parseAnswer } from "../markets-page.ts";
import { alertEventSchema, alertRuleSchema, maximumRules, minuteOfDay, type AlertRule } from "./rule.ts";

/** The header with the key that rules belong to. Whoever makes it up keeps it: the service stores its hash alone. */
export const alertsKeyHeader = "x-alerts-key";

/** 128 random bits, as 32 lower-case hexadecimal digits. */
export function isAlertsKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * Views of a key that the service judges: of each it keeps which markets were ever in it. And wallets whose loans it reads. The filters
 * of all views have so many characters together at most.
 */
export const mostServed = { views: 10, filterText: 150_000, wallets: 5 } as const;

/**
 * Of the rules of a key those that the service can judge. Of views it judges what a filter can say, and not what
 * needs the whole page, such as doubts.
 * @param sends whether it sends what rings to wallets
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

/** Hours in which nothing is sent, in minutes after midnight by the clock of an IANA time zone. */
const quietHoursSchema = z.object({
  from: minuteOfDay,
  to: minuteOfDay,
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
});

/** When views are told once a day, in minutes after midnight by the clock of an IANA time zone. */
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

/** What is put and got: every rule of a key, and when something is sent to the one wallet that they name. */
export const servedRulesSchema = z.object({
  rules: z.array(alertRuleSchema).check(z.maxLength(maximumRules)),
  quiet: z.optional(quietHoursSchema),
  digest: z.optional(digestSchema),
});
export type ServedRules = z.infer<typeof servedRulesSchema>;

/** The oldest first. `cursor` asks for what comes after them. */
export const servedEventsSchema = z.object({ events: z.array(alertEventSchema), cursor: z.string() });

/** Events kept of a key, and sent in one answer, at most. */
export const maximumServedEvents = 500;

/** @throws UnreadableAnswerError when it is not `{rules}` */
export const parseServedRules = reader(servedRulesSchema, "{rules}");
/** @throws UnreadableAnswerError when it is not `{events, cursor}` */
export const parseServedEvents = reader(servedEventsSchema, "{events, cursor}");

function reader<Schema extends z.ZodMiniType>(schema: Schema, shape: string) {
  return (body: unknown): z.output<Schema> => parseAnswer(schema, shape, body);
}
