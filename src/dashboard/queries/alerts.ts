// The rules of this browser's key and their events, from /v0/alerts. The key is sent only to our API, unless the user
// copies it to another browser: then both share the rules.
import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { alertsKeyHeader } from "../../contract/alerts/alerts-key.ts";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { maxRules, type AlertEvent, type AlertRule } from "../../contract/alerts/rule.ts";
import { parseServedEvents, parseServedRules, type ServedRules } from "../../contract/alerts/served.ts";
import { keyOfRules, storedKey } from "../data/alerts/alert-marks.ts";
import type { RulesChange } from "../data/alerts/change-rules.ts";
import { notificationTimes, withTabLock } from "../data/alerts/kept-alerts.ts";
import {
  keepForHandOver,
  keptForHandOver,
  rulesToHandOver,
  storedCursor,
} from "../data/alerts/handed-over.ts";
import { useStars } from "../data/storage/stars.ts";
import { useStoredValue } from "../data/storage/stored-value.ts";
import { useDashboardConfig } from "./configuration.ts";
import { load, LoadError, orMissing, type ServiceRequest } from "./fetch-json.ts";
import { toLoadError, useServiceQuery } from "./service-query.ts";

type AlertService = NonNullable<DashboardConfig["alerts"]>;

/** @throws LoadError */
function ask<T>(
  key: string,
  path: string,
  parse: (body: unknown) => T,
  sent: Pick<ServiceRequest, "method" | "body"> = {},
): Promise<T> {
  const request = { ...sent, cache: "no-store", headers: { [alertsKeyHeader]: key } } as const;
  return load(`/v0/alerts/${path}`, parse, { request });
}

export function fetchRules(key: string): Promise<ServedRules> {
  return ask(key, "rules", parseServedRules);
}

/** Fails with the code `conflict` if the rules have changed since `revision`. */
function putRules(
  { send }: AlertService,
  key: string,
  rules: readonly AlertRule[],
  revision: number | undefined,
): Promise<ServedRules> {
  // A service that no longer sends messages would refuse wallets.
  const taken = send === true ? rules : rules.map(({ sendTo: _sendTo, ...rule }) => rule);
  const sent = taken.some((rule) => "sendTo" in rule && rule.sendTo !== undefined);
  const body = JSON.stringify({ rules: taken, revision, ...(sent ? notificationTimes() : {}) });
  return ask(key, "rules", parseServedRules, { method: "PUT", body });
}

const rulesKey = (key: string | undefined) => ["alert rules", key] as const;
const noRules: ServedRules = { rules: [] };

function rulesQuery(service: AlertService | undefined, key: string | undefined) {
  return queryOptions({
    queryKey: rulesKey(key),
    queryFn: () => (service === undefined || key === undefined ? noRules : fetchRules(key)),
    enabled: service !== undefined && key !== undefined,
    // Another tab, or another browser with the same key, may change them.
    staleTime: 30_000,
    refetchOnWindowFocus: "always",
  });
}

export async function showRules(client: QueryClient, rules: ServedRules): Promise<void> {
  const queryKey = rulesKey(storedKey.get());
  // What is being read now may be older.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, rules);
}

export function useAlertRules() {
  const { alerts } = useDashboardConfig();
  const key = useStoredValue(storedKey);
  const { data = noRules, loading, error, retry } = useServiceQuery(rulesQuery(alerts, key));
  return { rules: data.rules, loading, error, retry };
}

/** Applies changes to the displayed rules, one after another; if the service has newer rules, once more to those. */
export function useChangeRules() {
  const client = useQueryClient();
  const { alerts: service } = useDashboardConfig();
  const changing = useMutation<ServedRules, Error, RulesChange>({
    scope: { id: "alert rules" },
    networkMode: "always",
    mutationFn: async (change) => {
      if (service === undefined) return noRules;
      const key = keyOfRules();
      const { queryKey } = rulesQuery(service, key);
      const put = ({ rules, revision }: ServedRules): Promise<ServedRules> =>
        putRules(service, key, change(rules), revision);
      try {
        return await put(client.getQueryData(queryKey) ?? (await fetchRules(key)));
      } catch (error) {
        if (!isConflict(error)) throw error;
        return await put(await fetchRules(key));
      }
    },
    onError: (error) => {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: rulesKey(storedKey.get()) });
    },
    onSuccess: (rules) => showRules(client, rules),
  });
  return { ...changing, error: toLoadError(changing.error) };
}

/** Another tab or another browser with the key has changed the rules. */
function isConflict(error: unknown): boolean {
  return error instanceof LoadError && error.code === "conflict";
}

/**
 * Fetches the events after the last stored one. Nothing for a key without rules.
 * @throws LoadError, and what `keep` throws
 */
export async function fetchEvents(keep: (events: readonly AlertEvent[]) => Promise<void>): Promise<void> {
  const key = storedKey.get();
  if (key === undefined) return;
  const cursor = storedCursor.get();
  // The service may have dropped the key. It then counts from the beginning again.
  const forgotten = { events: [], cursor: "0" };
  const fired = await orMissing(ask(key, `events?after=${cursor}`, parseServedEvents), forgotten);
  await keep(fired.events);
  // In the meantime, this browser may have adopted another key, which has its own cursor.
  if (fired.cursor !== cursor && storedKey.get() === key) storedCursor.set(fired.cursor);
}

/**
 * Sends the service the rules that an earlier version stored in this browser, and then removes them here. Rules that
 * the service refuses stay.
 * @returns the rules of the key; undefined if there was nothing to do
 * @throws LoadError
 */
export async function handOver(
  service: AlertService,
  starred: ReadonlySet<string>,
): Promise<ServedRules | undefined> {
  return withTabLock(async () => {
    if (keptForHandOver().length === 0) {
      keepForHandOver([]);
      return undefined;
    }
    const key = keyOfRules();
    const theirs = await fetchRules(key);
    const { rules, left } = rulesToHandOver(starred, theirs.rules);
    const taken = await putRules(service, key, rules, theirs.revision);
    keepForHandOver(left);
    return taken;
  });
}

/** Rules that the service refuses now stay here until the page is loaded again. */
export function useHandOver(): () => Promise<void> {
  const client = useQueryClient();
  const { alerts: service } = useDashboardConfig();
  const { starred } = useStars();
  return async () => {
    if (service === undefined) return;
    const rules = await handOver(service, starred).catch(() => undefined);
    if (rules !== undefined) await showRules(client, rules);
  };
}

/** "none": the pasted key has no rules. "full": the rules of both keys together are too many. */
export type KeyAdoption =
  | { readonly kind: "taken"; readonly count: number }
  | { readonly kind: "same" | "none" | "full" | "failed" };

/**
 * Adopts another browser's key: this browser gets its rules, and adds its own to them. Unless the result is "taken",
 * the old key remains, and `handOver` restores what it may have lost.
 * @param key 32 hexadecimal digits
 */
export async function adoptKey(key: string): Promise<KeyAdoption> {
  const own = storedKey.get();
  if (own === key) return { kind: "same" };
  try {
    const { rules: theirs } = await fetchRules(key);
    if (theirs.length === 0) return { kind: "none" };
    const { rules: ours } = own === undefined ? noRules : await fetchRules(own);
    const ids = new Set(theirs.map(({ id }) => id));
    const added = ours.filter(({ id }) => !ids.has(id));
    if (theirs.length + added.length > maxRules) return { kind: "full" };
    // Events from before are not news for this browser.
    const { cursor } = await ask(key, "events", parseServedEvents);
    // Under both keys they would fire twice. Kept here until the new key has them: the response may be lost.
    if (own !== undefined && added.length > 0) {
      keepForHandOver([...keptForHandOver(), ...added]);
      await ask(own, "rules", parseServedRules, { method: "DELETE" });
    }
    storedKey.set(key);
    storedCursor.set(cursor);
    return { kind: "taken", count: theirs.length };
  } catch {
    return { kind: "failed" };
  }
}
