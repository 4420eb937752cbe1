// Rules belong to a random key that is sent only to our API. Two browsers may share one.
import {
  alertsKeyHeader,
  rulesToServe,
  parseServedEvents,
  parseServedRules,
  type ServedRules,
} from "../../contract/alerts/served.ts";
import { clientKeyHeader } from "../../contract/problems.ts";
import {
  alertRuleSchema,
  maximumRules,
  type AlertEvent,
  type AlertRule,
} from "../../contract/alerts/rule.ts";
import { mergeRules } from "../../domain/alerts/merge-rules.ts";
import { readStoredJson } from "../data/storage/stored-value.ts";
import { apiBase } from "./service-call.ts";
import { keepRule, keptRules } from "../data/alerts/kept-alerts.ts";
import { isKeyShared, newKey, storedKey, storedServed } from "../data/alerts/served-rules.ts";
import { pageTimeoutMs } from "./fetch-json.ts";

export type SendingTimes = Pick<ServedRules, "quiet" | "digest">;

async function call(
  clientKey: string,
  path: string,
  init: { readonly method?: string; readonly body?: string } = {},
  key = storedKey.get() ?? newKey(),
): Promise<Response> {
  return fetch(`${apiBase}/v0/alerts/${path}`, {
    ...init,
    cache: "no-store",
    signal: AbortSignal.timeout(pageTimeoutMs),
    headers: {
      ...(clientKey === "" ? {} : { [clientKeyHeader]: clientKey }),
      [alertsKeyHeader]: key,
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
}

async function bodyOf(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`The service answered ${String(answer.status)}.`);
  return answer.json();
}

/** `none`: no rules under the pasted key; `full`: too many together. */
export type KeyAdoption =
  | { readonly kind: "taken"; readonly count: number }
  | { readonly kind: "same" | "none" | "full" | "failed" };

/** Adopts another browser's key and moves our rules to it. Nothing changes unless the answer is `taken`. */
export async function adoptKey(clientKey: string, key: string): Promise<KeyAdoption> {
  const own = storedKey.get();
  if (own === key) return { kind: "same" };
  try {
    const { rules } = parseServedRules(await bodyOf(await call(clientKey, "rules", {}, key)));
    if (rules.length === 0) return { kind: "none" };
    const here = new Set(keptRules().map(({ id }) => id));
    if (here.size + rules.filter(({ id }) => !here.has(id)).length > maximumRules) return { kind: "full" };
    const { cursor } = parseServedEvents(await bodyOf(await call(clientKey, "events", {}, key)));
    // Under both keys they would fire twice.
    if (own !== undefined && storedServed.get().taken.length > 0)
      await bodyOf(await call(clientKey, "rules", { method: "DELETE" }, own));
    storedKey.set(key);
    for (const rule of rules) keepRule(rule);
    storedServed.set({ taken: rules.map((rule) => JSON.stringify(rule)), cursor, shared: true });
    return { kind: "taken", count: rules.length };
  } catch {
    return { kind: "failed" };
  }
}

/** Applies changes of another browser with this key. A rule deleted or paused there is paused here. */
async function takeOver(clientKey: string, sends: boolean): Promise<void> {
  const { taken, cursor } = storedServed.get();
  const theirs = parseServedRules(await bodyOf(await call(clientKey, "rules"))).rules;
  // The service has forgotten the key; the other browser changed nothing.
  if (theirs.length === 0 && (await call(clientKey, `events?after=${cursor}`)).status === 404) {
    storedServed.set({ ...storedServed.get(), taken: [], cursor: "0" });
    return;
  }
  const base = taken.flatMap((text) => alertRuleSchema.safeParse(readStoredJson(text)).data ?? []);
  const local = new Map(keptRules().map((rule) => [rule.id, rule]));
  const merged = mergeRules(base, rulesToServe([...local.values()], sends), theirs);
  const ids = new Set(merged.map(({ id }) => id));
  for (const rule of merged) if (JSON.stringify(rule) !== JSON.stringify(local.get(rule.id))) keepRule(rule);
  for (const { id } of base) {
    const own = local.get(id);
    if (!ids.has(id) && own?.paused === false) keepRule({ ...own, paused: true });
  }
  storedServed.set({ ...storedServed.get(), taken: theirs.map((rule) => JSON.stringify(rule)) });
}

/**
 * Sends changed rules that the service can judge. Without an answer nothing changes. `sending` is absent where
 * wallets are not sent.
 */
export async function handOver(
  clientKey: string,
  rules: readonly AlertRule[],
  sending?: SendingTimes,
): Promise<void> {
  if (isKeyShared()) {
    try {
      await takeOver(clientKey, sending !== undefined);
    } catch {
      // Its content is unknown, so it must not be overwritten.
      return;
    }
    rules = keptRules();
  }
  const served = rulesToServe(rules, sending !== undefined);
  const taken = served.map((rule) => JSON.stringify(rule));
  const given = served.some(({ sendTo }) => sendTo !== undefined) ? sending : undefined;
  const times = JSON.stringify(given ?? {});
  const before = storedServed.get();
  if (taken.join() === before.taken.join() && times === (before.times ?? "{}")) return;
  try {
    const body = JSON.stringify({ rules: served, ...given });
    parseServedRules(await bodyOf(await call(clientKey, "rules", { method: "PUT", body })));
    storedServed.set({ ...storedServed.get(), taken, times });
  } catch {}
}

export async function readServedEvents(clientKey: string): Promise<readonly AlertEvent[]> {
  const { taken, cursor } = storedServed.get();
  if (taken.length === 0) return [];
  try {
    const answer = await call(clientKey, `events?after=${cursor}`);
    // The service has forgotten the key: the page judges until rules are sent again.
    if (answer.status === 404) storedServed.set({ ...storedServed.get(), taken: [], cursor: "0" });
    const fired = parseServedEvents(await bodyOf(answer));
    if (fired.cursor !== cursor) storedServed.set({ ...storedServed.get(), cursor: fired.cursor });
    return fired.events;
  } catch {
    return [];
  }
}
