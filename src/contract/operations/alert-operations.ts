import { z } from "../zod.ts";
import { sendRequestSchema } from "../alerts/send.ts";
import { alertsKeyHeader, alertsKeyPattern } from "../alerts/alerts-key.ts";
import {
  maximumServedEvents,
  mostServed,
  putRulesSchema,
  servedEventsSchema,
  servedRulesSchema,
} from "../alerts/served.ts";
import { parameterNotes, type Operation } from "./operation.ts";
import { ours, parameter, recordErrors } from "./parameters.ts";
import { ownWeight } from "./weights.ts";

const alertsKey = {
  [alertsKeyHeader]: z.string().check(z.regex(alertsKeyPattern)).register(parameterNotes, {
    in: "header",
    description:
      "The key of the rules: 128 random bits as 32 lower-case hexadecimal digits, generated and kept by the caller. The service stores a hash.",
    example: "0123456789abcdef0123456789abcdef",
  }),
};
const keyParameters = z.object(alertsKey);
// Only the routes read the header, because they know the store it unlocks.
const rules = {
  path: "/v0/alerts/rules",
  parameters: keyParameters,
  request: z.unknown(),
} satisfies Partial<Operation>;
/** Fifty rules with long names, ten of them with long views. */
export const rulesBody = {
  schema: putRulesSchema,
  bounds: { bytes: 384 * 1024, values: 12_000, depth: 10 },
};
const answer = { schema: servedRulesSchema, description: "All rules of the key." };

export const alertRules: Operation = {
  ...rules,
  id: "alertRules",
  summary: "The alert rules of a key",
  description: `Rules that the service judges with every poll it records. ${ours}`,
  answer,
  errors: recordErrors,
};

export const putAlertRules: Operation = {
  ...rules,
  id: "putAlertRules",
  method: "put",
  summary: "Store alert rules",
  description: `Replaces all rules of the key; with a revision only while that is the stored one, else 409. All that are not paused are judged with every poll of all markets; a view by the search text of the list's address. No two rules have one id. A key may watch ${mostServed.views} views, with ${mostServed.viewText} characters of all views together, and the loans of ${mostServed.wallets} wallets. Where the service sends alerts, rules may name one wallet in sendTo, the same in all of them; quiet says when nothing is sent, digest when views are; what is due at the same later time is one message. A key that is not used for 90 days is forgotten. ${ours}`,
  body: rulesBody,
  answer,
  errors: [400, 401, 403, 404, 408, 409, 413, 415, 429, 503],
  // Validated, written and judged from then on.
  weight: () => ownWeight,
};

export const deleteAlertRules: Operation = {
  ...rules,
  id: "deleteAlertRules",
  method: "delete",
  summary: "Delete a key, its alert rules and its events",
  description: ours,
  answer: { ...answer, description: "No rules." },
  errors: recordErrors,
};

const eventsParameters = z.object({
  ...alertsKey,
  after: z
    .optional(
      parameter((text, fault) => {
        if (!/^\d{1,15}$/.test(text))
          fault("is not a cursor. Give the one of the last answer, or leave it out.");
        return Number(text);
      }),
    )
    .register(parameterNotes, {
      description: "The cursor of the last answer. Absent: all events that are kept.",
    }),
});

export const alertEvents: Operation<{ readonly after?: number | undefined }> = {
  id: "alertEvents",
  path: "/v0/alerts/events",
  summary: "The events of a key",
  description: `Events after a cursor, the oldest first. Of each key the newest ${maximumServedEvents} are kept. A rule fires once for a crossing. ${ours}`,
  parameters: eventsParameters,
  request: z.omit(eventsParameters, { [alertsKeyHeader]: true }),
  answer: { schema: servedEventsSchema, description: "The events, and the cursor of what comes after them." },
  errors: recordErrors,
};

/** A message to 10,000 wallets. */
export const sendBody = {
  schema: sendRequestSchema,
  bounds: { bytes: 512 * 1024, values: 12_000, depth: 32 },
};
const sentSchema = z.object({ status: z.literal("accepted") });

const sendParameters = z.object({
  appId: z.string().register(parameterNotes, {
    in: "path",
    description: "The id of the app that the service sends for.",
    schema: { type: "string", format: "uuid" },
  }),
});

export const sendMessage: Operation<{ readonly appId: string }> = {
  id: "sendMessage",
  method: "post",
  path: "/v2/{appId}/send",
  summary: "Send a message to wallets",
  description:
    "Needs a key of the operator's own. Everything is checked before anything is sent. Where an error does not say that nothing was sent, sending again may send twice.",
  parameters: sendParameters,
  request: sendParameters,
  body: sendBody,
  answer: { schema: sentSchema, description: "The message was accepted.", status: 202 },
  errors: [400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504],
};
