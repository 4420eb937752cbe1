import type { ApiErrorCode } from "../../contract/problems.ts";

/** What the service says where the cause has no message of its own. */
export const errorTexts = {
  "bad-request": "The markets service upstream refused this request as invalid. Change what you ask for.",
  "cursor-refused":
    "The markets service upstream no longer knows this cursor. Start again from the first page.",
  "not-found":
    "The markets service upstream has nothing here: it does not know this id, or does not offer this at all.",
  "rate-limited": "The markets service upstream limits how often it may be asked. Wait before trying again.",
  internal: "The service failed on this request. Try again; if it persists, tell the operator.",
  "record-unavailable":
    "What this service has recorded cannot be read now: nothing is recorded yet, or its store does not answer. Markets are served all the same. Try again in a minute.",
  "upstream-key-refused":
    "The markets service upstream refused the key of this gateway. The operator should check the key and the name of its header in the configuration.",
  "upstream-unreadable": "The markets service upstream sent something that cannot be read.",
  "upstream-unavailable": "The markets service upstream is not available. Try again in a moment.",
  "upstream-timeout": "The markets service upstream took too long to answer. Try again in a moment.",
} as const satisfies Readonly<Partial<Record<ApiErrorCode, string>>>;

/** A code that a source can fail with. */
export type SourceErrorCode = keyof typeof errorTexts;
