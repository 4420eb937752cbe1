// Which messages result from a key's events, and when they are due.
import type { AlertEvent } from "../../contract/alerts/rule.ts";
import { maxServed, type ServedRules } from "../../contract/alerts/served.ts";
import { targetKey } from "./judge.ts";
import { messagePiece, type MessageText } from "./message-text.ts";
import { notifyAt } from "./quiet-hours.ts";
import type { Watched } from "./watched.ts";

/** Limit for the pieces of one message, in characters. Later pieces appear only in the inbox. */
export const maxCombinedLength = 16_000;

/** If the title is empty, the body holds the pieces, one line of JSON each. */
export interface AlertMessage extends MessageText {
  /** Identifies the message: by its event, or by its time if events are combined. */
  readonly about: string;
  readonly wallet: string;
  /** Identifies the wallet for the daily limit without naming it. */
  readonly recipient: string;
  readonly due: number;
  readonly loan: boolean;
}

/** @param seen by `targetKey` @param recipientOf returns the key that the store counts a wallet's messages by */
export function messagesOf(
  { rules, ...times }: Pick<ServedRules, "rules" | "quiet" | "digest">,
  events: readonly AlertEvent[],
  seen: ReadonlyMap<string, Watched>,
  recipientOf: (wallet: string) => string,
): readonly AlertMessage[] {
  const owned = new Map(rules.map((rule) => [rule.id, rule]));
  const messages = new Map<string, AlertMessage>();
  for (const event of events) {
    // The rule inside an event has neither wallet nor stars.
    const rule = owned.get(event.rule.id) ?? event.rule;
    const { sendTo: wallet } = rule;
    const name = seen.get(targetKey(rule))?.title;
    if (wallet === undefined || name === undefined) continue;
    const due = notifyAt(event, times, event.at);
    const loan = rule.target.kind === "position";
    // Deferred events are combined into one message, and so are new markets of several views.
    const isCombined = due > event.at || rule.target.kind === "view";
    const about = isCombined ? `together ${String(due)}` : event.id;
    const held = messages.get(about)?.body;
    const others = Array.from(messages.values()).filter((message) => message.loan === loan);
    if (held === undefined ? others.length >= maxServed.messages : held.length >= maxCombinedLength) continue;
    const piece = messagePiece(name, event);
    const line = JSON.stringify(piece);
    const pieces = { title: "", body: held === undefined ? line : `${held}\n${line}`, link: "" };
    const to = { wallet, recipient: recipientOf(wallet) };
    messages.set(about, { about, ...to, due, loan, ...(isCombined ? pieces : piece.alone) });
  }
  return [...messages.values()];
}
