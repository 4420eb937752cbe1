// Sends what is due, as the one instance that records.
import type { SendRequest } from "../../contract/alerts/send.ts";
import type { Sender } from "../send/sender.ts";
import type { Writer } from "../store/still-holds.ts";
import type { Outbox, WaitingMessage } from "./outbox.ts";

/** Fewer than the sender takes: callers send as well. */
const atOnce = 4;
/** The record goes on after so long; what is left waits for the next tick. */
const longestMs = 20_000;
const firstWaitMs = 5 * 60_000;
/** From then on the wait does not double any more: five hours. */
const longestWait = 6;

export interface SentMessages {
  readonly sent: number;
  /** Nobody has taken them: they wait. */
  readonly again: number;
  /** Nobody knows: they are not sent again. */
  readonly unknown: number;
}

export interface SendDueOptions {
  readonly isStopping: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Sends what is due, each message once. Where the interface takes nothing at all, the others wait without being tried.
 * @throws StoreFault
 */
export async function sendDue(
  outbox: Outbox,
  sender: Sender,
  writer: Writer,
  { isStopping, now = Date.now }: SendDueOptions,
): Promise<SentMessages> {
  const started = performance.now();
  const counts = { sent: 0, again: 0, unknown: 0 };
  /** Whether there is a point in going on with others. */
  const send = async (message: WaitingMessage): Promise<boolean> => {
    if (!(await outbox.claim(message, now(), writer))) return false;
    const { kind, taken, retryAfterMs = 0 } = await sender.send(requestOf(message), message.id);
    if (taken === "no") {
      const wait = firstWaitMs * 2 ** Math.min(message.tries, longestWait);
      await outbox.putBack(message, Math.ceil(now() + Math.max(wait, retryAfterMs)));
      counts.again += 1;
      // Only a message that is refused says nothing of the next one.
      return kind === "refused";
    }
    counts[taken === "yes" ? "sent" : "unknown"] += 1;
    return true;
  };
  while (!isStopping() && performance.now() - started < longestMs) {
    const messages = await outbox.due(now(), atOnce);
    if (messages.length === 0) break;
    const goOn = await Promise.all(messages.map(send));
    if (goOn.includes(false)) break;
  }
  return counts;
}

function requestOf({ wallet, title, body }: WaitingMessage): SendRequest {
  return {
    channels: ["PUSH", "IN_APP"],
    message: { title, body },
    recipient: { type: "subscriber", walletAddress: wallet },
  };
}
