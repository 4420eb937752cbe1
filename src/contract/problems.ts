import type * as z from "zod/mini";
import type { apiErrorSchema } from "./markets-page.ts";
import { fieldOf } from "./names/field-of.ts";

interface ProblemText {
  readonly word?: string;
  /** `fill` replaces `{name}`. */
  readonly title: string;
  readonly text: string;
  readonly remedy?: string;
  /** "auto" retries after a countdown, "online" once the network is back. */
  readonly retry?: "auto" | "online" | "manual";
  /** Offers a report for the operator. */
  readonly report?: true;
  readonly reload?: true;
  /** Shows the message of the service instead of `text`. */
  readonly quotes?: true;
}

const texts = {
  "key-refused": {
    word: "key refused",
    title: "The service refused our key",
    text: "The key of this page, or of its server, is not accepted.",
    remedy: "Reload the page. If that does not help, the operator of the server has to set a valid key.",
    retry: "manual",
    reload: true,
  },
  timeout: {
    word: "no answer",
    title: "No answer in time",
    text: "The service is slow or down.",
    retry: "auto",
    quotes: true,
  },
  unreadable: {
    word: "unreadable",
    title: "The answer is not {what}",
    text: "The service answered with something that cannot be read.",
    remedy: "Trying again rarely helps. Send the report to the operator of the service.",
    retry: "manual",
    report: true,
    quotes: true,
  },
  offline: {
    word: "no network",
    title: "You are offline",
    text: "Data loads again as soon as the connection is back.",
    retry: "online",
  },
  "rate-limited": {
    word: "too many requests",
    title: "Too many requests",
    text: "The service limits how often it can be called.",
    remedy: "Trying sooner only makes the wait longer.",
    retry: "auto",
    quotes: true,
  },
  unavailable: {
    word: "service down",
    title: "The service is not available",
    text: "The service failed with status {status}.",
    retry: "auto",
    quotes: true,
  },
  refused: {
    word: "request refused",
    title: "The service cannot answer this request",
    text: "The service refused the request with status {status}.",
    remedy: "Trying again rarely helps. Send the report to the operator of the service.",
    retry: "manual",
    report: true,
    quotes: true,
  },
  conflict: {
    title: "The rules have changed elsewhere",
    text: "Another tab or browser keeps changing them. The current rules are shown here. Make your change again.",
    retry: "manual",
  },
  "record-unavailable": {
    word: "no record",
    title: "The record cannot be read right now",
    text: "Recording has only just begun, or its store does not answer.",
    retry: "auto",
  },
  defect: {
    word: "fault",
    title: "Something unexpected went wrong",
    text: "This is a fault in the dashboard.",
    remedy: "The report helps us fix it.",
    retry: "manual",
    report: true,
  },
  "page-missing": {
    title: "Page {page} did not arrive",
    text: "Markets on it and after it are missing, so the order is provisional.",
    retry: "auto",
  },
  stale: {
    title: "These rates were read at {time}",
    text: "The service has received no newer rates.",
    retry: "auto",
  },
  "refresh-failed": {
    title: "The last refresh failed",
    text: "",
    retry: "auto",
    quotes: true,
  },
  broken: {
    title: "This page broke",
    text: "This is a fault in the dashboard, not in your data.",
    remedy: "Trying again often helps. If a newer version was installed, reload the page.",
    retry: "manual",
    reload: true,
    report: true,
  },
  "not-fetched": {
    title: "This page could not be loaded",
    text: "Its code did not load. The connection may be poor, or a newer version was installed.",
    retry: "manual",
  },
  "not-fetched-offline": {
    title: "You are offline",
    text: "This page was not loaded before. It opens by itself as soon as the connection is back.",
    retry: "online",
  },
  "no-record": {
    title: "Nothing is recorded here",
    text: "Changes and alerts need a service that records every market: its rates, deposits, caps and loan terms. The operator turns recording on by setting STORE:",
  },
  "no-page": {
    title: "There is no such page",
    text: "The address may be mistyped, or the page has moved.",
  },
  "no-market": {
    title: "There is no such market",
    text: "No market of any type has this id. It may have been closed, or the link may be incomplete.",
  },
  "no-asset": {
    title: "There is no such asset",
    text: "It is in neither the token catalog nor a market. An asset's address is its mint, or “solana:” and its mint; the link may be incomplete.",
  },
} satisfies Readonly<Record<string, ProblemText>>;

export type ProblemCode = keyof typeof texts;
export const problems: Readonly<Record<ProblemCode, ProblemText>> = texts;

export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

export interface Fault {
  readonly kind: ProblemCode;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
  /** The number of the page, from 1. 0 for requests without pages. */
  readonly page?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly at?: number | undefined;
  readonly detail?: string | undefined;
}

export function faultText({ kind, message }: Fault): string {
  const { text, quotes } = problems[kind];
  if (quotes === undefined || message === undefined) return text;
  // More sentences may follow.
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

// A status alone is ambiguous: 502 is an unreadable response or a rejected upstream key.
export const apiErrors = {
  "bad-request": { status: 400, problem: "refused" },
  "cursor-refused": { status: 400, problem: "refused" },
  "key-refused": { status: 401, problem: "key-refused" },
  forbidden: { status: 403, problem: "key-refused" },
  "not-found": { status: 404, problem: "refused" },
  conflict: { status: 409, problem: "conflict" },
  "method-not-allowed": { status: 405, problem: "refused" },
  "request-timeout": { status: 408, problem: "timeout" },
  "too-large": { status: 413, problem: "refused" },
  "url-too-long": { status: 414, problem: "refused" },
  "rate-limited": { status: 429, problem: "rate-limited" },
  internal: { status: 500, problem: "unavailable" },
  "record-unavailable": { status: 503, problem: "record-unavailable" },
  "upstream-key-refused": { status: 502, problem: "key-refused" },
  "upstream-unreadable": { status: 502, problem: "unreadable" },
  "upstream-unavailable": { status: 503, problem: "unavailable" },
  "upstream-timeout": { status: 504, problem: "timeout" },
} as const satisfies Readonly<Record<string, { status: number; problem: ProblemCode }>>;

export type ApiErrorCode = keyof typeof apiErrors;

/** Unknown codes fall back to the status. */
export function problemOf(status: number, code: string | undefined): ProblemCode {
  const [, known] = Object.entries(apiErrors).find(([name]) => name === code) ?? [];
  if (known !== undefined) return known.problem;
  if (status === 401 || status === 403) return "key-refused";
  if (status === 408 || status === 504) return "timeout";
  if (status === 429) return "rate-limited";
  if (status >= 500) return "unavailable";
  // Statuses below 400 that are not ok, such as 304 without a cached body.
  return status >= 400 ? "refused" : "unreadable";
}

export const clientKeyHeader = "x-service-client-key";

// `staleHeader` is "1" if cached data is sent because the upstream failed. `setAsideHeader` counts unreadable
// markets, and the report is percent-encoded JSON.
export const staleHeader = "x-markets-stale";
export const setAsideHeader = "x-markets-set-aside";
export const setAsideReportHeader = "x-markets-set-aside-report";

export type ApiError = z.infer<typeof apiErrorSchema>;

/** Also reads {code, status, message}, which some upstreams send. */
export function readErrorMessage(body: unknown): string | undefined {
  const message = fieldOf(body, "message");
  return typeof message === "string" ? message : undefined;
}

/** Compares dates with the sender's clock. Returns milliseconds; undefined if the header is missing or invalid. */
export function readRetryAfter(
  header: string | null | undefined,
  sendersNow: number,
  maxMs: number,
): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxMs);
  // Without this test, Date.parse would read "-5" as a year.
  const waitMs = /^[A-Z][a-z]/.test(text) ? Date.parse(text) - sendersNow : Number.NaN;
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), maxMs);
}
