// Judges the rules of all keys by a poll, on the instance that records it.
import { assetIdOf } from "../../contract/assets/asset.ts";
import type { AlertEvent, AlertRule } from "../../contract/alerts/rule.ts";
import { marketPath, routes } from "../../contract/routes.ts";
import { dayMs, hourMs } from "../../contract/units.ts";
import { judge, targetKey, type RuleStates } from "../../domain/alerts/judge.ts";
import { notifyAt } from "../../domain/alerts/quiet-hours.ts";
import type { Poll } from "../../domain/record/poll.ts";
import type { Lease } from "../store/lease.ts";
import type { AlertStore, JudgedRules, StoredRules } from "./alert-store.ts";
import { createAlertSnapshot, type AlertSnapshot, type Watched } from "./alert-snapshot.ts";
import { messageText, writePiece } from "./message-text.ts";
import { messageId, mostPending, mostPerKey, type Message } from "./outbox.ts";
import type { LoanReader, Loans } from "./read-loans.ts";
import { createTurns } from "./fair-queue.ts";

/** Unchanged states are stored this often, so an event's earlier value is at most this old. */
const keepEveryMs = hourMs;
/** A key unused for this long is dropped, with its rules. */
const forgottenAfterMs = 90 * dayMs;

interface JudgeOptions {
  /** Absent: loans are unknown. */
  readonly loans?: LoanReader;
  /** How the store knows a wallet once nothing is sent to it; absent: nothing is sent. */
  readonly recipientOf?: ((wallet: string) => string) | undefined;
}

type JudgedPoll = Pick<Poll, "time" | "markets" | "complete">;

// Markets missing from a poll are unknown, so incomplete polls can be judged. Events, messages and the states behind
// them are stored together: a crossing fires once, even if this program is killed.
export function createJudge({ loans, recipientOf }: JudgeOptions = {}) {
  const turns = createTurns();
  return async (store: AlertStore, poll: JudgedPoll, lease: Lease) => {
    const look = createAlertSnapshot(poll, turns);
    loans?.begin();
    await store.outbox.forget(poll.time, lease);
    const messagesOf =
      recipientOf && createMessages(recipientOf, mostPending - (await store.outbox.pending()));
    const counts = { keys: 0, rules: 0, events: 0 };
    let after = "";
    for (;;) {
      const page = await store.page(after);
      const read = (await loans?.read(walletsOf(page))) ?? noLoans;
      const changed: JudgedRules[] = [];
      for (const kept of page) {
        const { owner, version, rules, states } = kept;
        after = owner;
        const seen = await lookAll(rules, look, read);
        const judged = judge(rules, states, { at: poll.time, seen });
        counts.keys += 1;
        counts.rules += rules.length;
        counts.events += judged.events.length;
        if (judged.events.length > 0 || isWorthKeeping(states, judged.states))
          changed.push({
            owner,
            version,
            states: judged.states,
            events: judged.events.map(withoutRecipient),
            messages: messagesOf?.(kept, judged.events, seen) ?? [],
          });
      }
      await store.keep(changed, poll.time, lease);
      if (page.length === 0) break;
    }
    await store.forget(poll.time - forgottenAfterMs, lease);
    return counts;
  };
}

const noLoans: Loans = new Map();

function walletsOf(page: readonly StoredRules[]): ReadonlySet<string> {
  const wallets = page.flatMap(({ rules }) =>
    rules.flatMap(({ target, paused }) => (target.kind === "position" && !paused ? [target.wallet] : [])),
  );
  return new Set(wallets);
}

/** By `targetKey`. */
async function lookAll(rules: readonly AlertRule[], look: AlertSnapshot, loans: Loans) {
  const seen = new Map<string, Watched>();
  for (const rule of rules) {
    const { target } = rule;
    const watched = target.kind === "position" ? loans.get(target.id) : await look(target);
    if (watched !== undefined) seen.set(targetKey(rule), watched);
  }
  return seen;
}

/** A recipient's wallet is stored only with the rule that names it. */
function withoutRecipient(event: AlertEvent): AlertEvent {
  return { ...event, rule: { ...event.rule, sendTo: undefined } };
}

/** As many messages as there is room for. */
function createMessages(
  recipientOf: (wallet: string) => string,
  room: number,
): (
  kept: StoredRules,
  events: readonly AlertEvent[],
  seen: ReadonlyMap<string, Watched>,
) => readonly Message[] {
  let left = room;
  return ({ owner, quiet, digest }, events, seen) => {
    const made = new Set<string>();
    const counts = { loans: 0, others: 0 };
    return events.flatMap((event): readonly Message[] => {
      const { rule, at } = event;
      const title = seen.get(targetKey(rule))?.title;
      if (rule.sendTo === undefined || title === undefined || left <= 0) return [];
      const loan = rule.target.kind === "position";
      const timeZone = (quiet ?? digest)?.timeZone ?? "UTC";
      const due = notifyAt(event, { quiet, digest: digest?.at, timeZone }, at);
      // Deferred events are combined, and so are new markets of several views.
      const together = due > at || rule.target.kind === "view";
      const id = messageId(owner, together ? `together ${String(due)}` : event.id);
      if (!made.has(id)) {
        const kind = loan ? "loans" : "others";
        if (counts[kind] >= mostPerKey) return [];
        counts[kind] += 1;
        left -= 1;
        made.add(id);
      }
      const alone = { ...messageText(title, event), link: linkOf(event) };
      const text = together ? { title: "", body: writePiece(alone, title, event), link: "" } : alone;
      return [{ id, wallet: rule.sendTo, recipient: recipientOf(rule.sendTo), due, loan, ...text }];
    });
  };
}

/** Of a view the new market, of a loan no wallet. */
function linkOf({ rule: { target }, happening }: AlertEvent): string {
  if (target.kind === "market") return marketPath(target.id);
  if (target.kind === "asset") return `/assets/${encodeURIComponent(assetIdOf(target.mint))}`;
  if (target.kind === "position") return routes.portfolio.path;
  const first = happening.kind === "newMarkets" ? happening.markets[0] : undefined;
  return first === undefined ? "" : marketPath(first.id);
}

/** Whether more than the last value changed, or the stored state is old. */
function isWorthKeeping(before: RuleStates, after: RuleStates): boolean {
  return (
    JSON.stringify(marksOf(before)) !== JSON.stringify(marksOf(after)) ||
    Object.entries(after).some(([id, { at }]) => at - (before[id]?.at ?? at) >= keepEveryMs)
  );
}

/** What each rule watches, which prices are known, and what is beyond. */
function marksOf(states: RuleStates) {
  return Object.entries(states).map(([id, { of, beyond, prices = {} }]) => {
    return [id, of, beyond, Object.entries(prices).map(([market, price]) => [market, price.beyond])];
  });
}
