// POST /v2/{appId}/send: the one operation that takes a body and does something. A message is held against every limit before
// anything is sent.
import { readSendRequest } from "../../../contract/alerts/send.ts";
import type { ApiErrorCode } from "../../../contract/problems.ts";
import type { SendOutcomeKind, Sender } from "../../send/sender.ts";
import { SourceError, type SourceErrorStatus } from "../../sources/market-source.ts";
import type { JsonBounds } from "../../sources/upstream/parse-json.ts";
import { RequestRefused } from "../error-answer.ts";
import { jsonAnswer, type Route } from "../exchange.ts";
import type { ReadJsonBody } from "../json-body.ts";
import { accepted } from "./source-answers.ts";

const sendPath = /^\/api\/v2\/([^/]+)\/send$/;
/** A message to 10,000 wallets. */
const bodyBounds: JsonBounds = { bytes: 512 * 1024, values: 12_000, depth: 32 };

export function isSendPath(path: string): boolean {
  return sendPath.test(path);
}

/** @param sender undefined where none is configured */
export function createSendRoute(sender: Sender | undefined, readJsonBody: ReadJsonBody): Route {
  return async (request, caller) => {
    if (sender === undefined)
      throw new RequestRefused(
        404,
        "not-found",
        "This service sends no messages: its operator has not set SEND_BASE_URL, SEND_APP_ID and SEND_KEY.",
      );
    if (sendPath.exec(request.path)?.[1]?.toLowerCase() !== sender.appId)
      throw new RequestRefused(
        404,
        "not-found",
        "This service sends for another app. Put the id of the app that it is configured for into the path.",
      );
    const message = accepted(readSendRequest(await readJsonBody(request, caller, bodyBounds)));
    const outcome = await sender.send(message);
    if (outcome.kind === "accepted") return jsonAnswer(202, { status: "accepted" });
    const { status, code, text } = failures[outcome.kind];
    throw new SourceError(status, text, {
      code,
      ...(outcome.retryAfterMs === undefined ? {} : { retryAfterSeconds: outcome.retryAfterMs / 1000 }),
    });
  };
}

interface Failed {
  readonly status: SourceErrorStatus;
  readonly code: ApiErrorCode;
  readonly text: string;
}

const notSent = "Nothing was sent.";
const mayBeSent = "It is not known whether the message was taken: sending it again may send it twice.";

const failures = {
  refused: {
    status: 400,
    code: "bad-request",
    text: `The send service refused this message as invalid. Change the message or its recipients. ${notSent}`,
  },
  "key-refused": {
    status: 502,
    code: "upstream-key-refused",
    text: `The send service refused the key of this gateway. The operator should check SEND_KEY and SEND_KEY_HEADER. ${notSent}`,
  },
  "not-found": {
    status: 502,
    code: "upstream-unavailable",
    text: `The send service has nothing at the configured address. The operator should check SEND_BASE_URL and SEND_APP_ID. ${notSent}`,
  },
  "rate-limited": {
    status: 429,
    code: "rate-limited",
    text: `The send service limits how often it may be asked. Wait before trying again. ${notSent}`,
  },
  unreachable: {
    status: 503,
    code: "upstream-unavailable",
    text: `The send service cannot be reached. Try again in a moment. ${notSent}`,
  },
  failing: {
    status: 503,
    code: "upstream-unavailable",
    text: `The send service is failing. ${mayBeSent}`,
  },
  lost: {
    status: 504,
    code: "upstream-timeout",
    text: `The send service gave no answer. ${mayBeSent}`,
  },
  busy: {
    status: 503,
    code: "upstream-unavailable",
    text: `Too many messages are under way. Try again in a moment. ${notSent}`,
  },
} as const satisfies Record<Exclude<SendOutcomeKind, "accepted">, Failed>;
