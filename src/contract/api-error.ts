// Errors as they travel, and the headers our service adds to an answer.
import type * as z from "zod/mini";
import type { apiErrorSchema } from "./markets-page.ts";

/** The header every caller of the service sends its key in. */
export const clientKeyHeader = "x-service-client-key";

/**
 * Headers our service adds. `Age` is the age of the data in seconds; `staleHeader` is "1" when upstream did not answer and
 * kept data is sent; `setAsideHeader` is the number of markets of this page that could not be read, and
 * `setAsideReportHeader` names the first of them as percent-encoded JSON.
 */
export const staleHeader = "x-markets-stale";
export const setAsideHeader = "x-markets-set-aside";
export const setAsideReportHeader = "x-markets-set-aside-report";

/**
 * What went wrong, for a program. A status alone cannot tell them apart: our own key refused is a caller's mistake, the
 * upstream's key refused is the operator's, and both an unreadable answer and a refused upstream key are 502.
 *
 * - `bad-request` 400 or 415, `cursor-refused` 400 (start the walk again), `key-refused` 401, `forbidden` 403 (another key is
 *   needed), `not-found` 404, `method-not-allowed` 405, `request-timeout` 408, `too-large` 413 or 431, `url-too-long` 414, `rate-limited` 429 (ours or upstream's; Retry-After says how long),
 *   `internal` 500
 * - `record-unavailable` 503: what this service has recorded cannot be read now, or it has not recorded anything yet
 * - `upstream-key-refused` 502, `upstream-unreadable` 502, `upstream-unavailable` 502 or 503, `upstream-timeout` 504
 */
export const apiErrorCodes = [
  "bad-request",
  "cursor-refused",
  "key-refused",
  "forbidden",
  "not-found",
  "method-not-allowed",
  "request-timeout",
  "too-large",
  "url-too-long",
  "rate-limited",
  "internal",
  "record-unavailable",
  "upstream-key-refused",
  "upstream-unreadable",
  "upstream-unavailable",
  "upstream-timeout",
] as const;
export type ApiErrorCode = (typeof apiErrorCodes)[number];

/** The body of every error of the service. */
export type ApiError = z.infer<typeof apiErrorSchema>;

/** The sentence in an error body; undefined when there is none. Real upstreams have also been seen to send {code, status, message}. */
export function readErrorMessage(body: unknown): string | undefined {
  const message: unknown =
    typeof body === "object" && body !== null ? Reflect.get(body, "message") : undefined;
  return typeof message === "string" ? message : undefined;
}
