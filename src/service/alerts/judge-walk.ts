// Judges the rules of all keys by a walk over all markets, as the one instance that records it.
import { assetIdOf } from "../../contract/assets/asset.ts";
import type { AlertEvent, AlertRule, RuleState } from "../../contract/alerts/rule.ts";
import { marketPath, routes } from "../../contract/routes.ts";
import { dayMs, hourMs } from "../../contract/units.ts";
import {
  judge,
  targetKey,
  type MarketInView,
  type RuleStates,
  type TargetFacts,
} from "../../alerts/judge.ts";
import { notifyAt } from "../../alerts/quiet-hours.ts";
import type { Poll } from "../store/market-store.ts";
import type { Lease } from "../store/lease.ts";
import type { AlertStore, JudgedRules, StoredRules } from "./alert-store.ts";
import { createAlertSnapshot, type AlertSnapshot } from "./alert-snapshot.ts";
import { messageText } from "./message-text.ts";
import { writePiece } from "./combine-messages.ts";
import { messageId, mostPending, mostPerKey, type Message } from "./outbox.ts";
import type { LoanReader, Loans } from "./read-loans.ts";
import { createTurns } from "./fair-queue.ts";

/** States that say nothing new are kept once in so long: what an event tells of before is at most so old. */
const keepEveryMs = hourMs;
/** A key nobody has used for so long is forgotten, with its rules. */
const forgottenAfterMs = 90 * dayMs;

interface JudgedWalk {
  readonly keys: number;
  readonly rules: number;
  readonly events: number;
}

interface JudgeOptions {
  /** Reads the loans that rules watch; absent: nothing is known of loans. */
  readonly loans?: LoanReader;
  /** What the store knows a wallet by once nothing is to be sent to it any more; absent: nothing is sent. */
  readonly recipientOf?: ((wallet: string) => string) | undefined;
}

/** @throws StoreFault */
type JudgeWalk = (
  store: AlertStore,
  walk: Pick<Poll, "time" | "markets" | "complete">,
  lease: Lease,
) => Promise<JudgedWalk>;

/**
 * Makes what looks once at all rules there are. A market that is not in the walk is not known, so a walk that is not complete can be
 * judged as well. Events, what is to be sent of them and the states that led to them are kept together, so that a crossing rings once
 * whatever ends this program.
 */
export function createJudge({ loans, recipientOf }: JudgeOptions = {}): JudgeWalk {
  const turns = createTurns();
  return async (store, walk, lease) => {
    const look = createAlertSnapshot(walk, turns);
    loans?.begin();
    await store.outbox.forget(walk.time, lease);
    const room = recipientOf === undefined ? 0 : mostPending - (await store.outbox.pending());
    const messagesOf = recipientOf === undefined ? undefined : createMessages(recipientOf, room);
    let keys = 0;
    let rules = 0;
    let events = 0;
    let after = "";
    for (;;) {
      const page = await store.page(after);
      const read = (await loans?.read(walletsOf(page))) ?? noLoans;
      const changed: JudgedRules[] = [];
      for (const kept of page) {
        const { owner, version, rules: own, states } = kept;
        after = owner;
        keys += 1;
        rules += own.length;
        const known = await factsOf(own, look, read);
        const judged = judge(own, states, { at: walk.time, ...known });
        events += judged.events.length;
        if (judged.events.length > 0 || isWorthKeeping(states, judged.states))
          changed.push({
            owner,
            version,
            states: judged.states,
            events: judged.events.map(withoutRecipient),
            messages: messagesOf?.(kept, judged.events, known.titles) ?? [],
          });
      }
      await store.keep(changed, walk.time, lease);
      if (page.length === 0) break;
    }
    await store.forget(walk.time - forgottenAfterMs, lease);
    return { keys, rules, events };
  };
}

const noLoans: Loans = new Map();

function walletsOf(page: readonly StoredRules[]): ReadonlySet<string> {
  const wallets = page.flatMap(({ rules }) =>
    rules.flatMap(({ target, paused }) => (target.kind === "position" && !paused ? [target.wallet] : [])),
  );
  return new Set(wallets);
}

interface Known {
  readonly targets: ReadonlyMap<string, TargetFacts>;
  readonly views: ReadonlyMap<string, readonly MarketInView[]>;
  /** What the source calls the targets. */
  readonly titles: ReadonlyMap<string, string>;
}

/** What is known of all that the rules of one key watch, by `targetKey`. */
async function factsOf(rules: readonly AlertRule[], look: AlertSnapshot, loans: Loans): Promise<Known> {
  const targets = new Map<string, TargetFacts>();
  const views = new Map<string, readonly MarketInView[]>();
  const titles = new Map<string, string>();
  const priced = rules.some(
    ({ condition }) => condition.kind === "threshold" && condition.measure === "offPeg",
  );
  for (const rule of rules) {
    const key = targetKey(rule);
    const { target } = rule;
    if (target.kind === "view") {
      const markets = target.filter === undefined ? undefined : await look.view(target.filter);
      if (markets !== undefined) views.set(key, markets);
      titles.set(key, "A saved view");
    } else if (target.kind === "position") {
      const loan = loans.get(target.id);
      if (loan === undefined) continue;
      if (loan.health !== undefined) targets.set(key, { health: { value: loan.health } });
      titles.set(key, loan.title);
    } else {
      const known =
        target.kind === "market" ? await look.market(target.id, priced) : await look.asset(target.mint);
      if (known === undefined) continue;
      targets.set(key, known.facts);
      titles.set(key, known.title);
    }
  }
  return { targets, views, titles };
}

/** The wallet that something is sent to is kept with the rule that names it and nowhere else. */
function withoutRecipient(event: AlertEvent): AlertEvent {
  return { ...event, rule: { ...event.rule, sendTo: undefined } };
}

/** Makes the messages of one look, as many as there is room for. */
function createMessages(
  recipientOf: (wallet: string) => string,
  room: number,
): (kept: StoredRules, events: readonly AlertEvent[], titles: Known["titles"]) => readonly Message[] {
  let left = room;
  return ({ owner, quiet, digest }, events, titles) => {
    const made = new Set<string>();
    const counts = { loans: 0, others: 0 };
    return events.flatMap((event): readonly Message[] => {
      const { rule, at } = event;
      const title = titles.get(targetKey(rule));
      if (rule.sendTo === undefined || title === undefined || left <= 0) return [];
      const recipient = recipientOf(rule.sendTo);
      const loan = rule.target.kind === "position";
      const timeZone = (quiet ?? digest)?.timeZone ?? "UTC";
      const due = notifyAt(event, { quiet, digest: digest?.at, timeZone }, at);
      // What is told later is told together, and so is what is new in several views.
      const together = due > at || rule.target.kind === "view";
      const id = messageId(owner, together ? `together ${String(due)}` : event.id);
      if (!made.has(id)) {
        const kind = loan ? "loans" : "others";
        if (counts[kind] >= mostPerKey) return [];
        counts[kind] += 1;
        left -= 1;
        made.add(id);
      }
      const text = { ...messageText(title, event), link: linkOf(event) };
      const shared = { id, wallet: rule.sendTo, recipient, due, loan };
      return [
        together
          ? { ...shared, title: "", body: writePiece(text, title, event), link: "" }
          : { ...shared, ...text },
      ];
    });
  };
}

/** Where the dashboard shows what an event is about: of a view a market that is new in it, of a loan no wallet. */
function linkOf({ rule: { target }, happening }: AlertEvent): string {
  if (target.kind === "market") return marketPath(target.id);
  if (target.kind === "asset") return `/assets/${encodeURIComponent(assetIdOf(target.mint))}`;
  if (target.kind === "position") return routes.portfolio.path;
  const first = happening.kind === "newMarkets" ? happening.markets[0] : undefined;
  return first === undefined ? "" : marketPath(first.id);
}

/** Whether something is different but the last value, or that is old. */
function isWorthKeeping(before: RuleStates, after: RuleStates): boolean {
  if (Object.keys(before).some((id) => !Object.hasOwn(after, id))) return true;
  return Object.entries(after).some(([id, state]) => {
    const was = before[id];
    return (
      was === undefined ||
      was.of !== state.of ||
      was.beyond !== state.beyond ||
      marksOf(was) !== marksOf(state) ||
      state.at - was.at >= keepEveryMs
    );
  });
}

/** Which prices are known of a token, and which of them are beyond. */
function marksOf({ prices = {} }: RuleState): string {
  return JSON.stringify(Object.entries(prices).map(([id, { beyond }]) => [id, beyond]));
}
