// Judges the kept rules in this page. Several pages of one browser judge one after the other and from the same states, so that
// what one of them has found the next finds no more.
import type { AlertEvent } from "../../../contract/alerts/rule.ts";
import { judge, type AlertFacts } from "../../../alerts/judge.ts";
import { notifyAt } from "../../../alerts/quiet-hours.ts";
import {
  addEvents,
  changeInbox,
  keptInbox,
  keptRules,
  keptSettings,
  storedStates,
  tellingTimes,
  writeInbox,
  type InboxItem,
} from "./kept-alerts.ts";
import { servedOf } from "./served-rules.ts";

/** One page at a time. Where the browser has no locks the ids of events keep one from being told twice. */
async function alone<Result>(act: () => Result): Promise<Result> {
  // Browsers have none on pages that are not served securely.
  const { locks }: { readonly locks?: LockManager | null } = navigator;
  return locks?.request("yieldboard.alerts", act) ?? act();
}

/** The browser's clock in ms since the epoch, and where it hangs. */
export interface PageClock {
  readonly now: number;
  readonly timeZone: string;
}

/**
 * Holds kept rules against a look and keeps what rang.
 * @param serves whether the service judges those that it has taken
 */
export async function judgeLook(facts: AlertFacts, clock: PageClock, serves: boolean): Promise<void> {
  await alone(() => {
    const rules = keptRules();
    const served = serves ? servedOf(rules) : new Set();
    const own = rules.filter((rule) => !served.has(rule));
    const { events, states } = judge(own, storedStates.get(), facts);
    putIn(events, clock);
    // Last: should the page end in between, the same events are found again, with the same ids.
    if (JSON.stringify(states) !== JSON.stringify(storedStates.get())) storedStates.set(states);
  });
}

/** Keeps what rang at the service. */
export async function takeIn(events: readonly AlertEvent[], clock: PageClock): Promise<void> {
  if (events.length > 0) await alone(() => putIn(events, clock));
}

function putIn(events: readonly AlertEvent[], { now, timeZone }: PageClock): void {
  if (events.length === 0) return;
  const times = tellingTimes(keptSettings(), timeZone);
  const added = events.map((event): InboxItem => ({
    event,
    due: notifyAt(event, times, now),
    told: false,
    read: false,
  }));
  writeInbox(addEvents(keptInbox(), added));
}

/** Marks as told what may be told by now. @returns it, the newest first: whoever asked tells it, and nobody else does */
export async function takeDue(now: number): Promise<readonly InboxItem[]> {
  return alone(() => {
    const due = new Set(keptInbox().filter((item) => !item.told && item.due <= now));
    if (due.size > 0) changeInbox((item) => due.has(item), { told: true });
    return [...due];
  });
}
