// Adds new events to the inbox and announces due ones. Tabs take turns, so that each is announced once.
import type { AlertEvent } from "../../../contract/alerts/rule.ts";
import { notifyAt } from "../../../domain/alerts/quiet-hours.ts";
import {
  addEvents,
  changeInbox,
  storedInbox,
  storedSettings,
  notifyTimes,
  writeInbox,
  type InboxItem,
} from "./kept-alerts.ts";

/** Runs `act` in one tab at a time. If the browser has no locks, the ids of events prevent duplicates. */
export async function alone<Result>(act: () => Result | Promise<Result>): Promise<Result> {
  // Browsers offer no locks on insecure pages.
  const { locks }: { readonly locks?: LockManager | null } = navigator;
  return locks?.request("yieldboard.alerts", act) ?? act();
}

interface PageClock {
  readonly now: number;
  readonly timeZone: string;
}

export async function takeIn(events: readonly AlertEvent[], { now, timeZone }: PageClock): Promise<void> {
  if (events.length === 0) return;
  await alone(() => {
    const times = notifyTimes(storedSettings.get(), timeZone);
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
  return alone(() => {
    const due = new Set(storedInbox.get().filter((item) => !item.announced && item.due <= now));
    if (due.size > 0) changeInbox((item) => due.has(item), { announced: true });
    return [...due];
  });
}
