// The inbox of this browser, and its settings. Tabs take turns, so that each event is announced once.
import { z } from "../../../contract/zod.ts";
import { alertEventSchema, minuteOfDay, time, type AlertEvent } from "../../../contract/alerts/rule.ts";
import { notifyAt, type NotificationTimes } from "../../../domain/alerts/quiet-hours.ts";
import { localTimeZone } from "../../../domain/format/time-of-day.ts";
import { createStoredJson, useStoredValue } from "../storage/stored-value.ts";
import { storedUnread } from "./alert-marks.ts";
import { parseEach } from "./parse-each.ts";

export const maxEvents = 500;

const inboxItemSchema = z.object({
  event: alertEventSchema,
  /** When it may be announced. Later than it happened in quiet hours or with the digest. */
  due: time,
  /** Missing in events that an older version stored. They were announced, or are too old. */
  announced: z.prefault(z.boolean(), true),
  read: z.boolean(),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;

/** Newest first. Includes events that are held back. */
export const storedInbox = createStoredJson<readonly InboxItem[]>("yieldboard.alerts.inbox", (value) =>
  parseEach(value, inboxItemSchema).slice(0, maxEvents),
);

export function writeInbox(items: readonly InboxItem[]): void {
  const kept = items.slice(0, maxEvents);
  storedInbox.set(kept);
  storedUnread.set(kept.filter((item) => item.announced && !item.read).length);
}

function changeInbox(
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

function addEvents(items: readonly InboxItem[], added: readonly InboxItem[]): readonly InboxItem[] {
  const ids = new Set(items.map(({ event }) => event.id));
  const fresh = added.filter(({ event }) => !ids.has(event.id));
  return [...fresh, ...items].toSorted((one, other) => other.event.at - one.event.at);
}

const settingsSchema = z.object({
  /** Minutes after midnight, local time. */
  quiet: z.object({ on: z.boolean(), from: minuteOfDay, to: minuteOfDay }),
  digest: z.object({ on: z.boolean(), at: minuteOfDay }),
  notify: z.boolean(),
});
type AlertSettings = z.infer<typeof settingsSchema>;

const defaultSettings: AlertSettings = {
  quiet: { on: false, from: 23 * 60, to: 7 * 60 },
  digest: { on: false, at: 19 * 60 },
  notify: true,
};

export const storedSettings = createStoredJson<AlertSettings>(
  "yieldboard.alerts.settings",
  (value) => settingsSchema.safeParse(value).data ?? defaultSettings,
);

export function useAlertSettings(): readonly [AlertSettings, (change: Partial<AlertSettings>) => void] {
  const change = (part: Partial<AlertSettings>): void =>
    storedSettings.set({ ...storedSettings.get(), ...part });
  return [useStoredValue(storedSettings), change];
}

/** They also apply to messages to a wallet. */
export function notificationTimes(): NotificationTimes {
  const { quiet, digest } = storedSettings.get();
  const timeZone = localTimeZone();
  return {
    quiet: quiet.on ? { from: quiet.from, to: quiet.to, timeZone } : undefined,
    digest: digest.on ? { at: digest.at, timeZone } : undefined,
  };
}

/** Runs `act` in one tab at a time. If the browser has no locks, the ids of events prevent duplicates. */
export async function withTabLock<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  // Browsers offer no locks on insecure pages.
  const { locks }: { readonly locks?: LockManager | null } = navigator;
  return locks?.request("yieldboard.alerts", act) ?? act();
}

export async function addToInbox(events: readonly AlertEvent[], now: number): Promise<void> {
  if (events.length === 0) return;
  await withTabLock(() => {
    const times = notificationTimes();
    const added = events.map((event): InboxItem => ({
      event,
      due: notifyAt(event, times, now),
      announced: false,
      read: false,
    }));
    writeInbox(addEvents(storedInbox.get(), added));
  });
}

/** Marks due events as announced. @returns them, newest first; no other caller gets them, so announce them */
export async function takeDue(now: number): Promise<readonly InboxItem[]> {
  return withTabLock(() => {
    const due = new Set(storedInbox.get().filter((item) => !item.announced && item.due <= now));
    if (due.size > 0) changeInbox((item) => due.has(item), { announced: true });
    return [...due];
  });
}
