// Sends due messages, on the instance that records.
import { readSendRequest } from "../../contract/alerts/send.ts";
import { hourMs } from "../../contract/units.ts";
import { sendRequestOf } from "../../domain/alerts/message-text.ts";
import { refusesGateway, type SendOutcome, type Sender } from "../send/sender.ts";
import type { Lease } from "../store/lease.ts";
import { wordsOf, type Outbox, type WaitingMessage } from "./outbox.ts";

/** Fewer than the sender takes: callers send as well. */
const atOnce = 4;
/** The record continues after this time; the rest waits for the next poll. */
const longestMs = 20_000;
const firstWaitMs = 5 * 60_000;
/** The wait stops doubling here: five hours. */
const longestWait = 6;
/** An interface that refused this gateway is tried again after this time, with one message. */
const afterRefusalMs = hourMs;

/** Waiting `again`, `unknown` whether taken and so not sent again, or `refused` for good. */
export type SentMessages = Readonly<Record<"sent" | "again" | "unknown" | "refused", number>>;

interface SendDueOptions {
  readonly sender: Sender;
  readonly publicUrl?: string | undefined;
  readonly isStopping: () => boolean;
  readonly now?: () => number;
}

export type SendDue = (outbox: Outbox, lease: Lease) => Promise<SentMessages>;

// Neither refused nor possibly taken messages are sent again. When the interface takes nothing the others wait untried;
// one that refuses this gateway rests for an hour.
export function createSendDue({ sender, publicUrl, isStopping, now = Date.now }: SendDueOptions): SendDue {
  let refusedAt = -Infinity;
  // Absolute, so that a clock that is set back does not lengthen the rest.
  const isResting = (): boolean => Math.abs(now() - refusedAt) < afterRefusalMs;
  return async (outbox, lease) => {
    const started = performance.now();
    const counts = { sent: 0, again: 0, unknown: 0, refused: 0 };
    /** Whether sending others makes sense. */
    const send = async (message: WaitingMessage): Promise<boolean> => {
      if (!(await outbox.claim(message, now(), lease))) return false;
      const request = readSendRequest(sendRequestOf(message.wallet, wordsOf(message), publicUrl));
      if (!request.ok) {
        counts.refused += 1;
        return true;
      }
      const outcome = await sender.send(request.request, message.id);
      const end = endOf(outcome);
      counts[end] += 1;
      if (end === "again") {
        const wait = firstWaitMs * 2 ** Math.min(message.tries, longestWait);
        await outbox.putBack(message, Math.ceil(now() + Math.max(wait, outcome.retryAfterMs ?? 0)));
        return false;
      }
      if (!refusesGateway(outcome)) return true;
      refusedAt = now();
      return false;
    };
    // The first one alone shows whether the interface takes any.
    let most = 1;
    while (!isStopping() && !isResting() && performance.now() - started < longestMs) {
      const messages = await outbox.due(now(), most);
      if (messages.length === 0) break;
      const goOn = await Promise.all(messages.map(send));
      if (goOn.includes(false)) break;
      most = atOnce;
    }
    return counts;
  };
}

function endOf({ kind, taken }: SendOutcome): keyof SentMessages {
  if (taken === "yes") return "sent";
  if (taken === "unknown") return "unknown";
  return kind === "rate-limited" || kind === "unreachable" || kind === "busy" ? "again" : "refused";
}
