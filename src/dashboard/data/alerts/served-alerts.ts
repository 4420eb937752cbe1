// Rules that the service judges while nobody looks, where it keeps any. They belong to a random key that never leaves this browser
// but to our API.
import "../../../contract/no-code-generation.ts";
import { useMemo } from "react";
import * as z from "zod/mini";
import {
  alertsKeyHeader,
  isAlertsKey,
  rulesToServe,
  parseServedEvents,
  parseServedRules,
  type ServedRules,
} from "../../../contract/alerts/served.ts";
import { clientKeyHeader } from "../../../contract/api-error.ts";
import type { AlertEvent, AlertRule } from "../../../contract/alerts/rule.ts";
import { createStoredValue, readStoredJson, useStoredValue } from "../kept/stored-value.ts";
import { apiBase } from "../markets/service-call.ts";

const storedKey = createStoredValue<string | undefined>(
  "yieldboard.alerts.key",
  (text) => (text !== null && isAlertsKey(text) ? text : undefined),
  (key) => key,
);

/** The rules the service has taken, as they were sent, and up to where its events were read. */
interface Served {
  readonly taken: readonly string[];
  readonly cursor: string;
  /** When it was told to send, as that was sent. */
  readonly times?: string | undefined;
}

const servedSchema = z.object({
  taken: z.array(z.string()),
  cursor: z.string(),
  times: z.optional(z.string()),
});

const storedServed = createStoredValue<Served>(
  "yieldboard.alerts.served",
  (text) => servedSchema.safeParse(readStoredJson(text)).data ?? { taken: [], cursor: "0" },
  (served) => JSON.stringify(served),
);

/** Of some rules those that the service judges just as they are: the page leaves them to it. */
export function servedOf(rules: readonly AlertRule[]): ReadonlySet<AlertRule> {
  const taken = new Set(storedServed.get().taken);
  return new Set(taken.size === 0 ? [] : rules.filter((rule) => taken.has(JSON.stringify(rule))));
}

export function useServed(rules: readonly AlertRule[]): ReadonlySet<AlertRule> {
  const served = useStoredValue(storedServed);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => servedOf(rules), [rules, served]);
}

const timeoutMs = 20_000;

/** When nothing is sent, and when views are. */
export type SendingTimes = Pick<ServedRules, "quiet" | "digest">;

async function call(
  clientKey: string,
  path: string,
  init: { readonly method?: string; readonly body?: string } = {},
): Promise<Response> {
  const key = storedKey.get() ?? newKey();
  return fetch(`${apiBase}/v0/alerts/${path}`, {
    ...init,
    cache: "no-store",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(clientKey === "" ? {} : { [clientKeyHeader]: clientKey }),
      [alertsKeyHeader]: key,
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
}

/** @throws where the service refused */
async function bodyOf(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`The service answered ${String(answer.status)}.`);
  return answer.json();
}

/** 128 random bits, kept from now on. */
function newKey(): string {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  storedKey.set(key);
  return key;
}

/**
 * Gives the service the rules that it can judge, where it has others. Without an answer nothing changes: what it has taken it goes
 * on judging, and the page judges the rest.
 * @param sending absent where the service sends nothing to wallets; when it may is told where a rule asks for it
 */
export async function handOver(
  clientKey: string,
  rules: readonly AlertRule[],
  sending?: SendingTimes,
): Promise<void> {
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
  } catch {
    // Tried again with the next reading of the list.
  }
}

/** What has rung at the service since it was last asked; nothing while it cannot be asked. */
export async function readServedEvents(clientKey: string): Promise<readonly AlertEvent[]> {
  const { taken, cursor } = storedServed.get();
  if (taken.length === 0) return [];
  try {
    const answer = await call(clientKey, `events?after=${cursor}`);
    // It has forgotten this key, or its store is another: the rules are the page's until they are handed over again.
    if (answer.status === 404) storedServed.set({ taken: [], cursor: "0" });
    const rang = parseServedEvents(await bodyOf(answer));
    if (rang.cursor !== cursor) storedServed.set({ ...storedServed.get(), cursor: rang.cursor });
    return rang.events;
  } catch {
    return [];
  }
}
