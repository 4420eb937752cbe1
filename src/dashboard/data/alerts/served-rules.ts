// What this browser stores about rules at the service: its key, the accepted rules, and the events read so far.
import "../../../contract/no-code-generation.ts";
import { useMemo } from "react";
import * as z from "zod/mini";
import type { AlertRule } from "../../../contract/alerts/rule.ts";
import { isAlertsKey } from "../../../contract/alerts/served.ts";
import { createStoredValue, readStoredJson, useStoredValue } from "../storage/stored-value.ts";
import { randomHex } from "./kept-alerts.ts";

export const storedKey = createStoredValue<string | undefined>(
  "yieldboard.alerts.key",
  (text) => (text !== null && isAlertsKey(text) ? text : undefined),
  (key) => key,
);

interface Served {
  readonly taken: readonly string[];
  readonly cursor: string;
  readonly times?: string | undefined;
  /** Whether another browser may have the key and change its rules. */
  readonly shared?: boolean | undefined;
}

const servedSchema = z.object({
  taken: z.array(z.string()),
  cursor: z.string(),
  times: z.optional(z.string()),
  shared: z.optional(z.boolean()),
});

export const storedServed = createStoredValue<Served>(
  "yieldboard.alerts.served",
  (text) => servedSchema.safeParse(readStoredJson(text)).data ?? { taken: [], cursor: "0" },
  (served) => JSON.stringify(served),
);

/** The rules the service evaluates exactly as they are here: the page skips them. */
export function servedOf(rules: readonly AlertRule[]): ReadonlySet<AlertRule> {
  const taken = new Set(storedServed.get().taken);
  return new Set(taken.size === 0 ? [] : rules.filter((rule) => taken.has(JSON.stringify(rule))));
}

export function useServed(rules: readonly AlertRule[]): ReadonlySet<AlertRule> {
  const served = useStoredValue(storedServed);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => servedOf(rules), [rules, served]);
}

export function newKey(): string {
  const key = randomHex(16);
  storedKey.set(key);
  return key;
}

/** Returns the key for another browser: from now on its rules may change there. */
export function shareKey(): string {
  storedServed.set({ ...storedServed.get(), shared: true });
  return storedKey.get() ?? newKey();
}

export function isKeyShared(): boolean {
  return storedServed.get().shared === true;
}
