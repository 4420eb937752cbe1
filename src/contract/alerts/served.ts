// Alert rules that the service judges while no page is open. /v0/alerts is our own extension of the API.
import { z } from "../zod.ts";
import { responseParser, describeFault } from "../markets-page.ts";
import type { ParsedRequest } from "../operations/operation.ts";
import { alertEventSchema, alertRuleSchema, maxRules, minuteOfDay, type AlertRule } from "./rule.ts";

/**
 * Limits per key: views watched (each stores the markets ever seen in it), characters of all views together, wallets
 * whose loans are watched, and daily messages, separately about loans and about everything else.
 */
export const maxServed = { views: 10, viewText: 150_000, wallets: 5, messages: 5 } as const;

/**
 * Index of the first rule beyond a key's limits; undefined if all fit. Paused rules are not watched, so they count only
 * towards the text that is stored.
 */
export function firstBeyond(rules: readonly Pick<AlertRule, "target" | "paused">[]): number | undefined {
  const wallets = new Set<string>();
  let views = 0;
  let viewText = 0;
  const found = rules.findIndex(({ target, paused }) => {
    if (target.kind === "view") {
      if (!paused) views += 1;
      viewText += JSON.stringify(target).length;
    } else if (target.kind === "position" && !paused) wallets.add(target.wallet);
    return views > maxServed.views || viewText > maxServed.viewText || wallets.size > maxServed.wallets;
  });
  return found < 0 ? undefined : found;
}

/** Replaces an IANA name by its usual spelling, because formatters are cached per spelling. Minutes are in this zone. */
const timeZone = z.string("Give an IANA time zone, such as Europe/Berlin.").check(
  z.maxLength(64),
  z.refine((name) => findTimeZone(name) !== undefined, { abort: true }),
  z.overwrite((name) => findTimeZone(name) ?? name),
);

function findTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export const servedRulesSchema = z.object({
  rules: z.array(alertRuleSchema).check(z.maxLength(maxRules, `Give at most ${maxRules} rules.`)),
  quiet: z.optional(z.object({ from: minuteOfDay, to: minuteOfDay, timeZone })),
  digest: z.optional(z.object({ at: minuteOfDay, timeZone })),
  /** Revision of the stored rules; 0 without rules. A PUT that names one replaces only that, else any. */
  revision: z.optional(z.number("Give a whole number from 0, or leave it out.").check(z.int(), z.minimum(0))),
});
export type ServedRules = z.infer<typeof servedRulesSchema>;

/** Rules of the same key must fit its limits together. */
const ofOneKey = z.superRefine<readonly AlertRule[]>((rules, context) => {
  const refuse = (path: (number | string)[], reason: string): void =>
    context.addIssue({ code: "custom", path, params: { reason } });
  const beyond = firstBeyond(rules);
  if (beyond !== undefined)
    refuse(
      [beyond],
      `is one too many: a key may watch ${maxServed.views} views, with ${maxServed.viewText} characters in all views together, and the loans of ${maxServed.wallets} wallets`,
    );
  const ids = new Set<string>();
  const wallet = rules.find(({ sendTo }) => sendTo !== undefined)?.sendTo;
  for (const [index, { id, sendTo = wallet }] of rules.entries()) {
    if (ids.has(id)) refuse([index, "id"], "is already used: each rule needs its own id");
    if (sendTo !== wallet)
      refuse([index, "sendTo"], "is a second wallet: all rules of a key are sent to the same wallet");
    ids.add(id);
  }
});

/** Body of a PUT. Stricter than what is served, because rules stored by earlier versions remain valid. */
export const putRulesSchema = z.extend(servedRulesSchema, {
  rules: servedRulesSchema.shape.rules.check(ofOneKey),
});

export function readPutRules(body: unknown): ParsedRequest<ServedRules> {
  // An empty message where a schema has none of its own, instead of zod's "Invalid input".
  const read = putRulesSchema.safeParse(body, { error: () => "" });
  if (read.success) return { ok: true, request: read.data };
  const { path, reason } = describeFault(read.error, body);
  const fault = `${path === "" ? "the body" : path} ${reason}. ${read.error.issues[0]?.message ?? ""}`;
  return { ok: false, faults: [`Send {rules} with at most ${maxRules} rules: ${fault}`.trimEnd()] };
}

/** Oldest first. Pass `cursor` to get later events. */
export const servedEventsSchema = z.object({ events: z.array(alertEventSchema), cursor: z.string() });

/** Events stored per key, and sent per response. */
export const maxServedEvents = 500;

export const parseServedRules = responseParser(servedRulesSchema, "{rules}");
export const parseServedEvents = responseParser(servedEventsSchema, "{events, cursor}");
