// Judges the kept rules in this page. Several pages of one browser judge one after the other and from the same states, so that
// what one of them has found the next finds no more.
import { judge, type AlertFacts } from "../../../alerts/judge.ts";
import { tellAt } from "../../../alerts/quiet-hours.ts";
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

/** One page at a time. Where the browser has no locks the ids of events keep one from being told twice. */
async function alone<Result>(act: () => Result): Promise<Result> {
  // Browsers have none on pages that are not served securely.
  const { locks }: { readonly locks?: LockManager | null } = navigator;
  return locks?.request("yieldboard.alerts", act) ?? act();
}

/**
 * Holds all kept rules against a look and keeps what rang.
 * @param now the browser's clock, in ms since the epoch
 */
export async function judgeLook(facts: AlertFacts, now: number, timeZone: string): Promise<void> {
  await alone(() => {
    const { events, states } = judge(keptRules(), storedStates.get(), facts);
    if (events.length > 0) {
      const times = tellingTimes(keptSettings(), timeZone);
      const added = events.map((event): InboxItem => ({
        event,
        due: tellAt(event, times, now),
        told: false,
        read: false,
      }));
      writeInbox(addEvents(keptInbox(), added));
    }
    // Last: should the page end in between, the same events are found again, with the same ids.
    if (JSON.stringify(states) !== JSON.stringify(storedStates.get())) storedStates.set(states);
  });
}

/** Marks as told what may be told by now. @returns it, the newest first: whoever asked tells it, and nobody else does */
export async function takeDue(now: number): Promise<readonly InboxItem[]> {
  return alone(() => {
    const due = new Set(keptInbox().filter((item) => !item.told && item.due <= now));
    if (due.size > 0) changeInbox((item) => due.has(item), { told: true });
    return [...due];
  });
}
