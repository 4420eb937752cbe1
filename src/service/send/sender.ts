// Messages reach people, so none may be sent twice: only a failed connection is retried.
import { randomUUID } from "node:crypto";
import { Agent, request } from "undici";
import type { SendRequest } from "../../contract/alerts/send.ts";
import type { SendConfig } from "../config.ts";
import { drop, keyRefused, retryAfterOf } from "../sources/upstream/upstream-transport.ts";

/** Whether the message may have been delivered. Only "no" is safe to retry. */
const taken = {
  accepted: "yes",
  refused: "no",
  "key-refused": "no",
  "not-found": "no",
  "rate-limited": "no",
  unreachable: "no",
  busy: "no",
  /** 5xx responses, which may come after the message was accepted. */
  failing: "unknown",
  /** Timed out, or the connection broke after sending. */
  lost: "unknown",
} as const;

export type SendOutcomeKind = keyof typeof taken;
export type SendOutcome = ReturnType<typeof outcomeOf>;

function outcomeOf(kind: SendOutcomeKind, retryAfterMs?: number, status?: number) {
  return { kind, taken: taken[kind], retryAfterMs, status };
}

export type Sender = ReturnType<typeof createSender>;

interface SenderOptions extends SendConfig {
  readonly attemptTimeoutMs?: number;
  readonly firstWaitMs?: number;
  readonly report?: (outcome: SendOutcome, refused: boolean) => void;
}

const maxUnderWay = 16;
const retries = 2;
const connectTimeoutMs = 5000;
const busyRetryMs = 1000;
const quietMs = 5000;
const minQuietMs = 1000;

/** Errors that occur before anything was sent. */
const unconnected = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

export function createSender(options: SenderOptions) {
  const { attemptTimeoutMs = 10_000, firstWaitMs = 200, report } = options;
  const agent = new Agent({
    connections: maxUnderWay,
    connect: { timeout: Math.min(connectTimeoutMs, attemptTimeoutMs / 2) },
    maxHeaderSize: 32_768,
  });
  const url = `${options.baseUrl}/v2/${options.appId}/send`;
  let underWay = 0;
  let refused = false;
  let quiet: { readonly outcome: SendOutcome; readonly until: number } | undefined;

  const attempt = async (body: string, idempotencyKey: string): Promise<SendOutcome> => {
    try {
      // Follows no redirects, so the key goes only to the configured address.
      const response = await request(url, {
        method: "POST",
        dispatcher: agent,
        signal: AbortSignal.timeout(attemptTimeoutMs),
        // Uses a new connection: a kept one may be closing, which would leave the outcome unknown.
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
      await drop(response);
      const { statusCode: status } = response;
      return outcomeOf(kindOf(status), retryAfterOf(response), status);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      return outcomeOf(unconnected.has(code) ? "unreachable" : "lost");
    }
  };

  const sendOnce = async (message: SendRequest, idempotencyKey: string): Promise<SendOutcome> => {
    const rest = quiet === undefined ? 0 : quiet.until - performance.now();
    if (quiet !== undefined && rest > 0) return { ...quiet.outcome, retryAfterMs: rest };
    if (underWay >= maxUnderWay) return outcomeOf("busy", busyRetryMs);
    underWay += 1;
    try {
      const body = JSON.stringify(message);
      for (let tries = 0; ; tries += 1) {
        const outcome = await attempt(body, idempotencyKey);
        if (outcome.kind === "rate-limited" || outcome.kind === "key-refused")
          quiet = {
            outcome,
            until: performance.now() + Math.max(outcome.retryAfterMs ?? quietMs, minQuietMs),
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
    /** The API rejected our key or app. */
    get refused(): boolean {
      return refused;
    },
    /** Never throws and returns no upstream text. `idempotencyKey` lets an upstream detect duplicates. */
    async send(message: SendRequest, idempotencyKey: string = randomUUID()): Promise<SendOutcome> {
      const outcome = await sendOnce(message, idempotencyKey);
      if (refusesGateway(outcome)) refused = true;
      else if (outcome.kind === "accepted" || outcome.kind === "refused") refused = false;
      report?.(outcome, refused);
      return outcome;
    },
    close: () => agent.destroy(),
  };
}

export function refusesGateway({ kind }: SendOutcome): boolean {
  return kind === "key-refused" || kind === "not-found";
}

const refusedMessage: ReadonlySet<number> = new Set([400, 413, 422]);

function kindOf(status: number): SendOutcomeKind {
  if (status >= 200 && status < 300) return "accepted";
  if (status === 429) return "rate-limited";
  if (refusedMessage.has(status)) return "refused";
  if (keyRefused.has(status)) return "key-refused";
  return status >= 400 && status < 500 && status !== 408 ? "not-found" : "failing";
}
