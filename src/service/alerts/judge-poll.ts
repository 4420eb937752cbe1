// Judges the rules of all keys by a poll, on the instance that records it.
import type { AlertRule } from "../../contract/alerts/rule.ts";
import { dayMs } from "../../contract/units.ts";
import { judge, targetKey } from "../../domain/alerts/judge.ts";
import { isWorthKeeping } from "../../domain/alerts/kept-states.ts";
import { messagesOf } from "../../domain/alerts/messages.ts";
import type { Watched } from "../../domain/alerts/watched.ts";
import type { Poll } from "../../domain/record/poll.ts";
import type { Lease } from "../store/engine/database.ts";
import type { AlertStore, JudgedRules, StoredRules } from "./alert-store.ts";
import { createAlertSnapshot, type AlertSnapshot } from "./alert-snapshot.ts";
import { maxPending } from "./outbox.ts";
import type { createLoanReader, Loans } from "./read-loans.ts";
import { createRotation } from "./rotation.ts";

/** A key unused for this long is dropped, with its rules. */
const forgottenAfterMs = 90 * dayMs;

interface JudgeOptions {
  /** Without it, loans are unknown. */
  readonly readLoans?: ReturnType<typeof createLoanReader>;
  /** Without it, no messages are sent. */
  readonly recipientOf?: ((wallet: string) => string) | undefined;
}

// A market missing from a poll counts as unknown, so incomplete polls can be judged too. Events, messages and rule
// states are stored in one transaction: a crossing fires once, even if this program is killed.
export function createJudge({ readLoans, recipientOf }: JudgeOptions = {}) {
  const rotation = createRotation();
  return async (store: AlertStore, poll: Poll, lease: Lease) => {
    const snapshot = createAlertSnapshot(poll, rotation);
    const loansOf = readLoans?.();
    await store.outbox.forget(poll.time, lease);
    let free = Math.max(0, maxPending - (await store.outbox.pending()));
    const counts = { keys: 0, rules: 0, events: 0 };
    for (
      let page = await store.page("");
      page.length > 0;
      page = await store.page(page.at(-1)?.owner ?? "")
    ) {
      const loans = await loansOf?.(walletsOf(page));
      const changed: JudgedRules[] = [];
      for (const kept of page) {
        const { owner, revision, rules, states: before } = kept;
        const seen = await readTargets(rules, snapshot, loans);
        const { events, states } = judge(rules, before, { at: poll.time, seen });
        counts.keys += 1;
        counts.rules += rules.length;
        counts.events += events.length;
        if (events.length === 0 && !isWorthKeeping(before, states)) continue;
        const messages =
          recipientOf === undefined ? [] : messagesOf(kept, events, seen, recipientOf).slice(0, free);
        free -= messages.length;
        changed.push({ owner, revision, states, events, messages });
      }
      await store.keep(changed, poll.time, lease);
    }
    await store.forget(poll.time - forgottenAfterMs, lease);
    return counts;
  };
}

function walletsOf(page: readonly StoredRules[]): ReadonlySet<string> {
  const targets = page.flatMap(({ rules }) => rules.filter(({ paused }) => !paused));
  return new Set(targets.flatMap(({ target }) => (target.kind === "position" ? [target.wallet] : [])));
}

async function readTargets(rules: readonly AlertRule[], snapshot: AlertSnapshot, loans: Loans | undefined) {
  const seen = new Map<string, Watched>();
  for (const { target, paused } of rules) {
    if (paused) continue;
    const watched = target.kind === "position" ? loans?.get(target.id) : await snapshot(target);
    if (watched !== undefined) seen.set(targetKey({ target }), watched);
  }
  return seen;
}
