// Alert rules, events and settings in this browser. Loaded once a rule exists or the form opens.
import "../../../contract/no-code-generation.ts";
import { useMemo } from "react";
import * as z from "zod/mini";
import {
  alertEventSchema,
  alertRuleSchema,
  maximumRules,
  minuteOfDay,
  ruleStateSchema,
  type AlertEvent,
  type AlertRule,
} from "../../../contract/alerts/rule.ts";
import type { RuleStates } from "../../../domain/alerts/judge.ts";
import type { NotifyTimes } from "../../../domain/alerts/quiet-hours.ts";
import { createStoredValue, readStoredJson, useStoredValue } from "../storage/stored-value.ts";
import { storedRules, storedUnread } from "./alert-marks.ts";

export const maximumEvents = 500;

const none: readonly never[] = [];
let knownRules: { readonly text: string | undefined; readonly rules: readonly AlertRule[] } = {
  text: undefined,
  rules: none,
};

function parseEach<Schema extends z.ZodMiniType>(value: unknown, schema: Schema): z.output<Schema>[] {
  const items = z.array(z.unknown()).safeParse(value).data ?? [];
  return items.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

export function keptRules(): readonly AlertRule[] {
  const text = storedRules.get();
  if (knownRules.text !== text) {
    const rules = parseEach(readStoredJson(text ?? null), alertRuleSchema);
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    knownRules = { text, rules: [...byId.values()].slice(0, maximumRules) };
  }
  return knownRules.rules;
}

export function useAlertRules(): readonly AlertRule[] {
  useStoredValue(storedRules);
  return keptRules();
}

function writeRules(rules: readonly AlertRule[]): void {
  storedRules.set(rules.length === 0 ? undefined : JSON.stringify(rules));
}

/**
 * Replaces the rule with this id, or adds it. All rules send to one wallet.
 * @returns false when the limit is reached
 */
export function keepRule(rule: AlertRule): boolean {
  const { sendTo } = rule;
  const sentThere = (other: AlertRule): AlertRule =>
    sendTo === undefined || other.sendTo === undefined ? other : { ...other, sendTo };
  const rules = keptRules().map(sentThere);
  if (rules.some(({ id }) => id === rule.id)) {
    writeRules(rules.map((other) => (other.id === rule.id ? rule : other)));
    return true;
  }
  if (rules.length >= maximumRules) return false;
  writeRules([...rules, rule]);
  return true;
}

export function forgetRule(id: string): () => void {
  const before = keptRules();
  const at = before.findIndex((rule) => rule.id === id);
  const rule = before[at];
  if (rule === undefined) return () => undefined;
  writeRules(before.filter((other) => other !== rule));
  return () => {
    const rules = keptRules();
    if (rules.length < maximumRules && !rules.some((other) => other.id === id))
      writeRules([...rules.slice(0, at), rule, ...rules.slice(at)]);
  };
}

export function newRuleId(): string {
  return randomHex(10);
}

export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

const statesSchema = z.record(z.string(), z.unknown());

/** The state of each rule between two evaluations. */
export const storedStates = createStoredValue<RuleStates>(
  "yieldboard.alerts.states",
  (text) => {
    const entries = Object.entries(statesSchema.safeParse(readStoredJson(text)).data ?? {});
    return Object.fromEntries(
      entries.flatMap(([id, value]) => {
        const state = ruleStateSchema.safeParse(value);
        return state.success ? [[id, state.data] as const] : [];
      }),
    );
  },
  (states) => (Object.keys(states).length === 0 ? undefined : JSON.stringify(states)),
);

const inboxItemSchema = z.object({
  event: alertEventSchema,
  /** When it may be announced, in ms since the epoch: later than it happened in quiet hours or with the digest. */
  due: z.number(),
  /** Absent in events stored by an older version: those were announced, or are too old to be. */
  announced: z.prefault(z.boolean(), true),
  read: z.boolean(),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;

const storedInbox = createStoredValue<readonly InboxItem[]>(
  "yieldboard.alerts.inbox",
  (text) => parseEach(readStoredJson(text), inboxItemSchema).slice(0, maximumEvents),
  (items) => (items.length === 0 ? undefined : JSON.stringify(items)),
);

/** Newest first, deferred ones included. */
export function keptInbox(): readonly InboxItem[] {
  return storedInbox.get();
}

export function useInbox(): readonly InboxItem[] {
  return useStoredValue(storedInbox);
}

export function writeInbox(items: readonly InboxItem[]): void {
  const kept = items.slice(0, maximumEvents);
  storedInbox.set(kept);
  storedUnread.set(kept.filter((item) => item.announced && !item.read).length);
}

export function changeInbox(
  chosen: (item: InboxItem) => boolean,
  marks: Partial<Pick<InboxItem, "announced" | "read">>,
): void {
  const changed = (item: InboxItem): InboxItem => (chosen(item) ? { ...item, ...marks } : item);
  writeInbox(storedInbox.get().map(changed));
}

export function markRead(read: boolean, id?: string): void {
  changeInbox(({ event, announced }) => (id === undefined ? announced : event.id === id), { read });
}

/** @returns a function that restores it */
export function forgetEvent(id: string): () => void {
  const gone = storedInbox.get().filter(({ event }) => event.id === id);
  writeInbox(storedInbox.get().filter(({ event }) => event.id !== id));
  return () => writeInbox(addEvents(storedInbox.get(), gone));
}

export function addEvents(items: readonly InboxItem[], added: readonly InboxItem[]): readonly InboxItem[] {
  const ids = new Set(items.map(({ event }) => event.id));
  const fresh = added.filter(({ event }) => !ids.has(event.id));
  return [...fresh, ...items].toSorted((one, other) => other.event.at - one.event.at);
}

const settingsSchema = z.object({
  /** Minutes after local midnight. */
  quiet: z.object({ on: z.boolean(), from: minuteOfDay, to: minuteOfDay }),
  digest: z.object({ on: z.boolean(), at: minuteOfDay }),
  notify: z.boolean(),
});
type AlertSettings = z.infer<typeof settingsSchema>;

const usualSettings: AlertSettings = {
  quiet: { on: false, from: 23 * 60, to: 7 * 60 },
  digest: { on: false, at: 19 * 60 },
  notify: true,
};

const storedSettings = createStoredValue<AlertSettings>(
  "yieldboard.alerts.settings",
  (text) => settingsSchema.safeParse(readStoredJson(text)).data ?? usualSettings,
  (settings) => JSON.stringify(settings),
);

export function keptSettings(): AlertSettings {
  return storedSettings.get();
}

export function useAlertSettings(): readonly [AlertSettings, (change: Partial<AlertSettings>) => void] {
  const settings = useStoredValue(storedSettings);
  return useMemo(
    () => [settings, (change) => storedSettings.set({ ...storedSettings.get(), ...change })] as const,
    [settings],
  );
}

export function notifyTimes({ quiet, digest }: AlertSettings, timeZone: string): NotifyTimes {
  return {
    quiet: quiet.on ? { from: quiet.from, to: quiet.to } : undefined,
    digest: digest.on ? digest.at : undefined,
    timeZone,
  };
}

export function lastFired(items: readonly InboxItem[]): ReadonlyMap<string, AlertEvent> {
  const firings = new Map<string, AlertEvent>();
  for (const { event } of items) if (!firings.has(event.rule.id)) firings.set(event.rule.id, event);
  return firings;
}
