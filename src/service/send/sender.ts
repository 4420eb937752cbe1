// Takes messages to the send interface of an upstream. A message reaches people, so nothing is sent twice: it is tried again only
// where no connection came about.
import { randomUUID } from "node:crypto";
import { Agent, request } from "undici";
import type { SendRequest } from "../../contract/alerts/send.ts";
import type { SendConfig } from "../config.ts";
import { readRetryAfter } from "../sources/upstream/retry-after.ts";

export type SendOutcomeKind =
  | "accepted"
  /** The upstream finds fault with the message: no second attempt will do better. */
  | "refused"
  | "key-refused"
  /** There is no such operation or app at the address. */
  | "not-found"
  | "rate-limited"
  /** No connection came about. */
  | "unreachable"
  /** 5xx, or an answer that makes no sense. */
  | "failing"
  /** No answer in time, or a connection that broke after the message had left. */
  | "lost"
  /** Not asked at all: too many messages are under way. */
  | "busy";

export interface SendOutcome {
  readonly kind: SendOutcomeKind;
  /** Whether the upstream has the message. Where it is not "no", sending it again may send it twice. */
  readonly taken: "yes" | "no" | "unknown";
  /** When to come back, in milliseconds, where that is known. */
  readonly retryAfterMs?: number;
  /** The upstream's status, where it sent one. */
  readonly status?: number;
}

export interface Sender {
  /** The app all messages are sent for. */
  readonly appId: string;
  /** Whether the interface last refused this gateway, whatever it would have sent: its key, or its app at the address. */
  readonly refused: boolean;
  /**
   * Sends one message. Never throws, and tells nothing of the upstream's own words.
   * @param message checked against the limits by `readSendRequest`
   * @param idempotencyKey the same for the same message, by which an upstream that reads it takes it once; absent: a new one
   */
  send(message: SendRequest, idempotencyKey?: string): Promise<SendOutcome>;
  close(): Promise<void>;
}

interface SenderOptions extends SendConfig {
  /** How long one attempt may take; milliseconds. */
  readonly attemptTimeoutMs?: number;
  /** The first wait before another attempt; it doubles. Milliseconds. */
  readonly firstWaitMs?: number;
  /** Hears of every outcome and whether this gateway is refused, for metrics and the log. */
  readonly report?: (outcome: SendOutcome, refused: boolean) => void;
}

const mostUnderWay = 16;
const retries = 2;
const longestConnectMs = 5000;
const comeBackMs = 1000;
/** After a refused key, or a 429 that does not say how long. */
const quietMs = 5000;
const leastQuietMs = 1000;

/** Errors from before a connection was there: nothing of the message has left. */
const unconnected = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Sends nothing before the first message. */
export function createSender(options: SenderOptions): Sender {
  const { attemptTimeoutMs = 10_000, firstWaitMs = 200, report } = options;
  const agent = new Agent({
    connections: mostUnderWay,
    connect: { timeout: Math.min(longestConnectMs, attemptTimeoutMs / 2) },
    maxHeaderSize: 32_768,
  });
  const url = `${options.baseUrl}/v2/${options.appId}/send`;
  let underWay = 0;
  let refused = false;
  /** No message is sent until then, because the upstream said so. */
  let quiet: { readonly outcome: SendOutcome; readonly until: number } | undefined;

  const attempt = async (body: string, idempotencyKey: string): Promise<SendOutcome> => {
    try {
      // Follows no redirect, so the key goes to the configured address and to no other.
      const answer = await request(url, {
        method: "POST",
        dispatcher: agent,
        signal: AbortSignal.timeout(attemptTimeoutMs),
        // A connection of its own: a kept one may be closing, and then it is unknown what has arrived.
        reset: true,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          "user-agent": "yieldboard",
          "idempotency-key": idempotencyKey,
          [options.keyHeader]: options.key,
        },
        body,
      });
      answer.body.on("error", ignoreError);
      // It says nothing that we pass on.
      await answer.body.dump({ limit: 65_536 }).catch(() => {});
      const header = (name: string): string | undefined => {
        const value = answer.headers[name];
        return typeof value === "string" ? value : value?.[0];
      };
      const retryAfterMs = readRetryAfter(header("retry-after"), header("date"), Date.now());
      return outcomeOf(answer.statusCode, retryAfterMs);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      return unconnected.has(code)
        ? { kind: "unreachable", taken: "no" }
        : { kind: "lost", taken: "unknown" };
    }
  };

  const sendOnce = async (message: SendRequest, idempotencyKey: string): Promise<SendOutcome> => {
    const rest = quiet === undefined ? 0 : quiet.until - performance.now();
    if (quiet !== undefined && rest > 0) return { ...quiet.outcome, retryAfterMs: rest };
    if (underWay >= mostUnderWay) return { kind: "busy", taken: "no", retryAfterMs: comeBackMs };
    underWay += 1;
    try {
      const body = JSON.stringify(message);
      for (let tries = 0; ; tries += 1) {
        const outcome = await attempt(body, idempotencyKey);
        if (outcome.kind === "rate-limited" || outcome.kind === "key-refused")
          quiet = {
            outcome,
            until: performance.now() + Math.max(outcome.retryAfterMs ?? quietMs, leastQuietMs),
          };
        if (outcome.kind !== "unreachable" || tries >= retries) return outcome;
        await new Promise((resolve) => setTimeout(resolve, firstWaitMs * 2 ** tries));
      }
    } finally {
      underWay -= 1;
    }
  };

  return {
    appId: options.appId,
    get refused() {
      return refused;
    },
    async send(message, idempotencyKey = randomUUID()) {
      const outcome = await sendOnce(message, idempotencyKey);
      if (refusesGateway(outcome)) refused = true;
      else if (outcome.kind === "accepted" || outcome.kind === "refused") refused = false;
      report?.(outcome, refused);
      return outcome;
    },
    close: () => agent.destroy(),
  };
}

/** Whether no other message would fare better, until an operator does something. */
export function refusesGateway({ kind }: SendOutcome): boolean {
  return kind === "key-refused" || kind === "not-found";
}

/** Those that a message can be to blame for are "refused". A 5xx may come after the message was taken. */
function outcomeOf(status: number, retryAfterMs: number | undefined): SendOutcome {
  if (status >= 200 && status < 300) return { kind: "accepted", taken: "yes", status };
  if (status === 429)
    return {
      kind: "rate-limited",
      taken: "no",
      status,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  if (status === 400 || status === 413 || status === 422) return { kind: "refused", taken: "no", status };
  if (status === 401 || status === 402 || status === 403 || status === 407)
    return { kind: "key-refused", taken: "no", status };
  if (status >= 400 && status < 500 && status !== 408) return { kind: "not-found", taken: "no", status };
  return { kind: "failing", taken: "unknown", status };
}

function ignoreError(): void {}
