// Evaluates the stored rules in this page. Tabs take turns and share their states, so an event is found once.
import type { AlertEvent } from "../../../contract/alerts/rule.ts";
import { judge, type AlertFacts } from "../../../domain/alerts/judge.ts";
import { notifyAt } from "../../../domain/alerts/quiet-hours.ts";
import {
  addEvents,
  changeInbox,
  keptInbox,
  keptRules,
  keptSettings,
  storedStates,
  notifyTimes,
  writeInbox,
  type InboxItem,
} from "./kept-alerts.ts";
import { servedOf } from "./served-rules.ts";

/** One tab at a time. Without locks, the ids of events prevent duplicates. */
async function alone<Result>(act: () => Result): Promise<Result> {
  // Browsers have no locks on insecure pages.
  const { locks }: { readonly locks?: LockManager | null } = navigator;
  return locks?.request("yieldboard.alerts", act) ?? act();
}

export interface PageClock {
  readonly now: number;
  readonly timeZone: string;
}

/** @param serves whether the service judges the rules it accepted */
export async function judgeLook(facts: AlertFacts, clock: PageClock, serves: boolean): Promise<void> {
  await alone(() => {
    const rules = keptRules();
    const served = serves ? servedOf(rules) : new Set();
    const own = rules.filter((rule) => !served.has(rule));
    const { events, states } = judge(own, storedStates.get(), facts);
    putIn(events, clock);
    // Last: if the page closes in between, the same events are found again, with the same ids.
    if (JSON.stringify(states) !== JSON.stringify(storedStates.get())) storedStates.set(states);
  });
}

export async function takeIn(events: readonly AlertEvent[], clock: PageClock): Promise<void> {
  if (events.length > 0) await alone(() => putIn(events, clock));
}

function putIn(events: readonly AlertEvent[], { now, timeZone }: PageClock): void {
  if (events.length === 0) return;
  const times = notifyTimes(keptSettings(), timeZone);
  const added = events.map((event): InboxItem => ({
    event,
    due: notifyAt(event, times, now),
    announced: false,
    read: false,
  }));
  writeInbox(addEvents(keptInbox(), added));
}

/** Marks due events as announced. @returns them, newest first; only this caller announces them */
export async function takeDue(now: number): Promise<readonly InboxItem[]> {
  return alone(() => {
    const due = new Set(keptInbox().filter((item) => !item.announced && item.due <= now));
    if (due.size > 0) changeInbox((item) => due.has(item), { announced: true });
    return [...due];
  });
}
