// Sends due messages, on the instance that records.
import { readSendRequest } from "../../contract/alerts/send.ts";
import { hourMs } from "../../contract/units.ts";
import { sendRequestOf } from "../../domain/alerts/message-text.ts";
import { refusesGateway, type SendOutcome, type Sender } from "../send/sender.ts";
import type { Lease } from "../store/engine/database.ts";
import { messageTextOf, type Outbox, type WaitingMessage } from "./outbox.ts";

/** Fewer than the sender's limit, because callers of the API send too. */
const atOnce = 4;
/** Sending delays the next recorded poll, so it stops after this time. The rest waits for the next poll. */
const maxSendingMs = 20_000;
const firstWaitMs = 5 * 60_000;
/** Most doublings of the wait: 5 minutes · 2⁶ is about five hours. */
const maxWaitDoublings = 6;
/** How long sending pauses after the API has rejected our key. It resumes with a single message. */
const afterRefusalMs = hourMs;

/** `again`: will be retried. `unknown`: may have been delivered, so never sent again. `refused`: dropped. */
export type SentMessages = Readonly<Record<"sent" | "again" | "unknown" | "refused", number>>;

interface SendDueOptions {
  readonly sender: Sender;
  readonly publicUrl?: string | undefined;
  readonly isStopping: () => boolean;
  readonly now?: () => number;
}

// Messages that were refused, or may have been delivered, are never sent again. The first failure that can be retried
// ends the round; a rejected key pauses sending for an hour.
export function createSendDue({ sender, publicUrl, isStopping, now = Date.now }: SendDueOptions) {
  let refusedAt = -Infinity;
  // Absolute, so that setting the clock back does not lengthen the pause.
  const isResting = (): boolean => Math.abs(now() - refusedAt) < afterRefusalMs;
  return async (outbox: Outbox, lease: Lease): Promise<SentMessages> => {
    const started = performance.now();
    const counts = { sent: 0, again: 0, unknown: 0, refused: 0 };
    /** Returns whether to go on with other messages. */
    const send = async (message: WaitingMessage): Promise<boolean> => {
      if (!(await outbox.claim(message, now(), lease))) return false;
      const request = readSendRequest(sendRequestOf(message.wallet, messageTextOf(message), publicUrl));
      if (!request.ok) {
        counts.refused += 1;
        return true;
      }
      const outcome = await sender.send(request.request, message.id);
      const end = endOf(outcome);
      counts[end] += 1;
      if (end === "again") {
        const wait = firstWaitMs * 2 ** Math.min(message.tries, maxWaitDoublings);
        await outbox.putBack(message, Math.ceil(now() + Math.max(wait, outcome.retryAfterMs ?? 0)));
        return false;
      }
      if (!refusesGateway(outcome)) return true;
      refusedAt = now();
      return false;
    };
    // Sends one message first, to find out whether the API accepts any.
    let max = 1;
    while (!isStopping() && !isResting() && performance.now() - started < maxSendingMs) {
      const messages = await outbox.due(now(), max);
      if (messages.length === 0) break;
      const goOn = await Promise.all(messages.map(send));
      if (goOn.includes(false)) break;
      max = atOnce;
    }
    return counts;
  };
}

function endOf({ kind, taken }: SendOutcome): keyof SentMessages {
  if (taken === "yes") return "sent";
  if (taken === "unknown") return "unknown";
  return kind === "rate-limited" || kind === "unreachable" || kind === "busy" ? "again" : "refused";
}
