// Errors as they travel, and the headers our service adds to an answer.
import * as z from "zod/mini";

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

/** The body of every error of the service. `message` is a sentence for a person; `error` is the name of the status. */
export const apiErrorSchema = z.looseObject({
  statusCode: z.number(),
  message: z.string(),
  error: z.string(),
});
export type ApiError = z.infer<typeof apiErrorSchema>;

// Real upstreams have also been seen to send {code, status, message}.
const otherErrorSchema = z.looseObject({ message: z.string() });

/** The sentence in an error body of either known shape; undefined when there is none. */
export function readErrorMessage(body: unknown): string | undefined {
  return otherErrorSchema.safeParse(body).data?.message;
}
