// Validates the whole message before sending to any wallet.
import { readSendRequest } from "../../../contract/alerts/send.ts";
import { sendBody, sendMessage } from "../../../contract/operations/alert-operations.ts";
import type { ApiErrorCode } from "../../../contract/problems.ts";
import type { SendOutcomeKind } from "../../send/sender.ts";
import { SourceError } from "../../sources/market-source.ts";
import { jsonResponse } from "../responses.ts";
import { RequestRefused } from "../request-refused.ts";
import { requireValid, parseRequest, type OperationRoute, type RouteParts } from "./operation-route.ts";

export function createSendRoute({ sender, readJsonBody }: RouteParts): OperationRoute {
  return [
    sendMessage,
    async (c) => {
      if (sender === undefined)
        throw new RequestRefused(
          "not-found",
          "This service sends no messages: its operator has not set SEND_BASE_URL, SEND_APP_ID and SEND_KEY.",
        );
      if (parseRequest(sendMessage, c).appId.toLowerCase() !== sender.appId)
        throw new RequestRefused(
          "not-found",
          "This service sends for another app. Put the id of the app that it is configured for into the path.",
        );
      const message = requireValid(readSendRequest(await readJsonBody(c, sendBody.bounds)));
      const outcome = await sender.send(message);
      if (outcome.kind === "accepted") return jsonResponse(c, { status: "accepted" }, 202);
      const [code, text, statusCode] = failures[outcome.kind];
      const retryAfterSeconds = outcome.retryAfterMs === undefined ? undefined : outcome.retryAfterMs / 1000;
      throw new SourceError(code, text, { statusCode, retryAfterSeconds });
    },
  ];
}

const notSent = "Nothing was sent.";
const mayBeSent = "It is unknown whether the message was accepted: sending it again may send it twice.";

const failures: Readonly<
  Record<Exclude<SendOutcomeKind, "accepted">, readonly [code: ApiErrorCode, text: string, status?: 502]>
> = {
  refused: [
    "bad-request",
    `The send service refused this message as invalid. Change the message or its recipients. ${notSent}`,
  ],
  "key-refused": [
    "upstream-key-refused",
    `The send service refused the key of this gateway. The operator should check SEND_KEY and SEND_KEY_HEADER. ${notSent}`,
  ],
  "not-found": [
    "upstream-unavailable",
    `The send service has nothing at the configured address. The operator should check SEND_BASE_URL and SEND_APP_ID. ${notSent}`,
    502,
  ],
  "rate-limited": [
    "rate-limited",
    `The send service limits how often it can be called. Wait before trying again. ${notSent}`,
  ],
  unreachable: [
    "upstream-unavailable",
    `The send service cannot be reached. Try again in a moment. ${notSent}`,
  ],
  failing: ["upstream-unavailable", `The send service is failing. ${mayBeSent}`],
  lost: ["upstream-timeout", `The send service gave no answer. ${mayBeSent}`],
  busy: ["upstream-unavailable", `Too many messages are under way. Try again in a moment. ${notSent}`],
};
