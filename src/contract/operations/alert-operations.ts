import { z } from "../zod.ts";
import { sendRequestSchema } from "../alerts/send.ts";
import { alertsKeyHeader, alertsKeyPattern } from "../alerts/alerts-key.ts";
import {
  maxServedEvents,
  maxServed,
  putRulesSchema,
  servedEventsSchema,
  servedRulesSchema,
} from "../alerts/served.ts";
import { parameterNotes, ownWeight, type Operation } from "./operation.ts";
import { ours, parameter, recordErrors } from "./parameters.ts";

const alertsKey = {
  [alertsKeyHeader]: z.string().check(z.regex(alertsKeyPattern)).register(parameterNotes, {
    in: "header",
    description:
      "The key of the rules: 128 random bits as 32 lower-case hexadecimal digits, generated and kept by the caller. The service stores a hash.",
    example: "0123456789abcdef0123456789abcdef",
  }),
};
// Only the routes read the header, because only they have the store that it gives access to.
const rules = {
  path: "/v0/alerts/rules",
  parameters: z.object(alertsKey),
  request: z.unknown(),
} satisfies Partial<Operation>;
/** Fits fifty rules with long names, ten of them with long views. */
export const rulesBody = {
  schema: putRulesSchema,
  bounds: { bytes: 384 * 1024, values: 12_000, depth: 10 },
};
const response = { schema: servedRulesSchema, description: "All rules of the key." };

export const alertRules: Operation = {
  ...rules,
  summary: "The alert rules of a key",
  description: `Rules that the service checks with every poll it records. ${ours}`,
  response,
  errors: recordErrors,
};

export const putAlertRules: Operation = {
  ...rules,
  method: "put",
  summary: "Store alert rules",
  description: `Replaces all rules of the key. If a revision is given and is not the stored one, the answer is 409. Every poll of all markets checks all rules that are not paused; a view is given as the query string of the list's URL. Each rule needs its own id. A key may watch ${maxServed.views} views, with ${maxServed.viewText} characters in all views together, and the loans of ${maxServed.wallets} wallets. If the service sends alerts, rules may name a wallet in sendTo, the same one in all rules; quiet sets the hours without messages, digest the time at which views are sent. Alerts due at the same later time are sent as one message. A key that is not used for 90 days is deleted. ${ours}`,
  body: rulesBody,
  response,
  errors: [400, 401, 403, 404, 408, 409, 413, 415, 429, 503],
  // Counts more, because rules are validated, stored and judged from then on.
  weight: () => ownWeight,
};

export const deleteAlertRules: Operation = {
  ...rules,
  method: "delete",
  summary: "Delete a key, its alert rules and its events",
  description: ours,
  response: { ...response, description: "No rules." },
  errors: recordErrors,
};

const eventsParameters = z.object({
  ...alertsKey,
  after: z
    .optional(
      parameter((text, fault) => {
        if (!/^\d{1,15}$/.test(text))
          fault("is not a cursor. Give the one from the last answer, or leave it out.");
        return Number(text);
      }),
    )
    .register(parameterNotes, {
      description: "The cursor from the last answer. Absent: all stored events.",
    }),
});

export const alertEvents: Operation<{ readonly after?: number | undefined }> = {
  path: "/v0/alerts/events",
  summary: "The events of a key",
  description: `Events after a cursor, oldest first. The newest ${maxServedEvents} of each key are stored. A rule fires once per crossing. ${ours}`,
  parameters: eventsParameters,
  request: z.omit(eventsParameters, { [alertsKeyHeader]: true }),
  response: { schema: servedEventsSchema, description: "The events, and the cursor for later ones." },
  errors: recordErrors,
  // Counts more, because 500 events of long views are 4 MB.
  weight: () => ownWeight,
};

/** Fits a message to 10,000 wallets. */
export const sendBody = {
  schema: sendRequestSchema,
  bounds: { bytes: 512 * 1024, values: 12_000, depth: 32 },
};
const sentSchema = z.object({ status: z.literal("accepted") });

export const sendMessage: Operation<{ readonly appId: string }> = {
  method: "post",
  path: "/v2/{appId}/send",
  summary: "Send a message to wallets",
  description:
    "Needs one of the operator's own keys. The whole request is validated before anything is sent. Unless an error says that nothing was sent, a retry may send the message twice.",
  parameters: z.object({
    appId: z.string().register(parameterNotes, {
      in: "path",
      description: "The id of the app that the service sends for.",
      schema: { type: "string", format: "uuid" },
    }),
  }),
  body: sendBody,
  response: { schema: sentSchema, description: "The message was accepted.", status: 202 },
  errors: [400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504],
};
