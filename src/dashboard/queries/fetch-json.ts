// Fetches JSON from the service and parses it. Every failure is a LoadError, whose kind decides the screen shown.
import { readErrorMessage, staleHeader } from "../../contract/api-error.ts";
import { dashboardConfigSchema } from "../../contract/dashboard-config.ts";
import { apiErrorSchema, UnreadableAnswerError, type RejectedMarket } from "../../contract/markets-page.ts";
import { readSetAside } from "../../contract/set-aside.ts";
import { millis, type Millis } from "../../contract/units.ts";
import { noteServiceDate, serviceTime } from "../data/clock.ts";
import { readStoredJson } from "../data/kept/stored-value.ts";
import { apiBase, callService } from "./service-call.ts";

/** How long one page may take, from the request to the last byte. */
export const pageTimeoutMs = 20_000;

/**
 * - `key-refused`: the service refused our key, or the upstream refused the service's (`code` tells)
 * - `timeout`: no complete answer in time, here or between the service and its upstream
 * - `unreadable`: an answer that is not what the contract says
 * - `offline`: the browser has no network
 * - `rate-limited`: too many requests; `retryAfterMs` when the service said how long to wait
 * - `unavailable`: the service or its upstream is down or failed
 * - `refused`: the service found fault with the request itself
 */
export type LoadErrorKind =
  | "key-refused"
  | "timeout"
  | "unreadable"
  | "offline"
  | "rate-limited"
  | "unavailable"
  | "refused";

interface LoadFault {
  readonly kind: LoadErrorKind;
  /** A sentence for a person. */
  readonly message: string;
  readonly status?: number | undefined;
  /** One of `apiErrorCodes`. */
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** What is wrong with an unreadable answer, for a report to the operator. */
  readonly detail?: string;
}

/** A request that failed. `page` counts from 1 and is 0 for endpoints without pages; `at` is the browser's time. */
export class LoadError extends Error {
  override readonly name = "LoadError";
  readonly kind: LoadErrorKind;
  readonly page: number;
  readonly at: Millis;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;

  constructor(page: number, fault: LoadFault, options?: ErrorOptions) {
    super(fault.message, options);
    this.kind = fault.kind;
    this.page = page;
    this.at = now();
    this.status = fault.status;
    this.code = fault.code;
    this.retryAfterMs = fault.retryAfterMs;
    this.detail = fault.detail;
  }
}

/** Whether the failure may pass by itself, so that an automatic retry makes sense. */
export function mayHavePassed(error: LoadError | undefined): boolean {
  return error?.kind === "timeout" || error?.kind === "unavailable" || error?.kind === "rate-limited";
}

/**
 * Fetches and parses JSON. An exception of `parse` means that the answer is unreadable.
 * @throws LoadError, or the signal's reason when the signal aborts
 */
export async function loadJson<T>(call: JsonCall, parse: (body: unknown) => T): Promise<T> {
  return parseBody(call.page, await requestJson(call), parse);
}

export interface JsonCall {
  readonly url: string;
  /** Sent in the key header; undefined for what needs no key. */
  readonly clientKey?: string | undefined;
  readonly page: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body is not parsed by a schema yet. */
export interface JsonAnswer {
  readonly body: unknown;
  /** Type and size: "text/html, 5120 characters". */
  readonly form: string;
  readonly receivedAt: Millis;
  readonly durationMs: number;
  readonly ageMs: number;
  /** The service sent cached data because its upstream did not answer. */
  readonly stale: boolean;
  /** Markets that the service could not read and left out. */
  readonly setAside: readonly RejectedMarket[];
}

/** The key that replaced an old one, by the old one. */
const renewedKeys = new Map<string, string>();
let renewal: Promise<string | undefined> | undefined;

/**
 * Calls with the key of the configuration. When the service refuses it, reads the configuration again, once, for a new key.
 * @throws what `ask` throws: LoadError of code `key-refused` where the key is not accepted
 */
export async function withKey<T>(
  given: string | undefined,
  ask: (clientKey: string | undefined) => Promise<T>,
): Promise<T> {
  if (given === undefined) return ask(undefined);
  const clientKey = renewedKeys.get(given) ?? given;
  try {
    return await ask(clientKey);
  } catch (error) {
    if (!(error instanceof LoadError) || error.code !== "key-refused") throw error;
    if ((renewedKeys.get(given) ?? given) === clientKey) {
      // All refused requests share one renewal.
      renewal ??= readKeyAgain().finally(() => (renewal = undefined));
      const renewed = await renewal;
      if (renewed === undefined || renewed === clientKey) throw error;
      renewedKeys.set(given, renewed);
    }
    return ask(renewedKeys.get(given));
  }
}

/** @throws LoadError, or the signal's reason when the signal aborts */
export function requestJson(call: JsonCall): Promise<JsonAnswer> {
  return withKey(call.clientKey, (clientKey) => requestOnce({ ...call, clientKey }));
}

async function readKeyAgain(): Promise<string | undefined> {
  try {
    const { body } = await requestOnce({ url: `${apiBase}/dashboard`, page: 0 });
    return dashboardConfigSchema.safeParse(body).data?.clientKey;
  } catch {
    return undefined;
  }
}

async function requestOnce({ url, clientKey, page, signal }: JsonCall): Promise<JsonAnswer> {
  signal?.throwIfAborted();
  const { controller, response: answering, sentAt } = callService(url, clientKey);
  const onAbort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, pageTimeoutMs);
  try {
    const response = await answering;
    const text = await response.text();
    const durationMs = performance.now() - sentAt;
    const { headers } = response;
    noteServiceDate(headers.get("date"));
    const form = `${headers.get("content-type") ?? "no content type"}, ${text.length} characters`;
    if (!response.ok) throw failureOf(page, response, text);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (cause) {
      throw unreadable(page, form, notJson(text), cause);
    }
    const ageSeconds = Number(headers.get("age") ?? 0);
    return {
      body,
      form,
      receivedAt: now(),
      durationMs,
      ageMs: Number.isFinite(ageSeconds) && ageSeconds > 0 ? ageSeconds * 1000 : 0,
      stale: headers.get(staleHeader) === "1",
      setAside: readSetAside(headers),
    };
  } catch (error) {
    if (error instanceof LoadError) throw error;
    signal?.throwIfAborted();
    if (!timedOut) throw unreached(page, error);
    const message = `The service did not answer within ${pageTimeoutMs / 1000} seconds.`;
    throw new LoadError(page, { kind: "timeout", message }, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

export function offlineError(page: number): LoadError {
  return new LoadError(page, { kind: "offline", message: plainMessages.offline });
}

/** No answer came: there is no network, or the service cannot be reached. */
export function unreached(page: number, cause: unknown): LoadError {
  const [kind, message] = navigator.onLine
    ? (["unavailable", "The service cannot be reached."] as const)
    : (["offline", plainMessages.offline] as const);
  return new LoadError(page, { kind, message }, { cause });
}

/** @throws LoadError of kind `unreadable` */
export function parseBody<T>(page: number, answer: JsonAnswer, parse: (body: unknown) => T): T {
  try {
    return parse(answer.body);
  } catch (cause) {
    const fault = cause instanceof UnreadableAnswerError ? cause.message : "The answer has another shape.";
    throw unreadable(page, answer.form, fault, cause);
  }
}

function unreadable(page: number, form: string, fault: string, cause: unknown): LoadError {
  const detail = `${fault} (${form})`;
  const told = { kind: "unreadable", status: 200, message: plainMessages.unreadable, detail } as const;
  return new LoadError(page, told, { cause });
}

/** Quotes the beginning of a body that is no JSON: enough to recognise a proxy's page. */
function notJson(text: string): string {
  if (text === "") return "The body is empty.";
  const beginning = text.slice(0, 40).replaceAll(/\s+/g, " ").trim();
  return `The body is not JSON. It begins with "${beginning}".`;
}

/** An answer that is a failure, with its body. */
export function failureOf(page: number, response: Response, text: string): LoadError {
  const { status } = response;
  const body = readStoredJson(text);
  const { code } = apiErrorSchema.safeParse(body).data ?? {};
  const said = readErrorMessage(body)?.slice(0, 300);
  const kind = kindOf(status, code);
  const retryAfterMs = readRetryAfter(response.headers.get("retry-after"));
  const message = said ?? plainMessages[kind].replace("{status}", String(status));
  return new LoadError(page, { kind, status, code, retryAfterMs, message });
}

const kindByCode: ReadonlyMap<string | undefined, LoadErrorKind> = new Map([
  ["key-refused", "key-refused"],
  ["upstream-key-refused", "key-refused"],
  ["upstream-timeout", "timeout"],
  ["upstream-unreadable", "unreadable"],
  ["upstream-unavailable", "unavailable"],
  ["rate-limited", "rate-limited"],
]);

function kindOf(status: number, code: string | undefined): LoadErrorKind {
  const known = kindByCode.get(code);
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return "key-refused";
  if (status === 408 || status === 504) return "timeout";
  if (status === 429) return "rate-limited";
  if (status >= 500) return "unavailable";
  // A status below 400 that is not ok (such as 304 without a cached body) is no answer at all.
  return status >= 400 ? "refused" : "unreadable";
}

const plainMessages: Readonly<Record<LoadErrorKind, string>> = {
  "key-refused": "The service refused the key.",
  timeout: "The service did not answer in time.",
  unreadable: "The service answered with something that cannot be read.",
  offline: "There is no network connection.",
  "rate-limited": "Too many requests were sent.",
  unavailable: "The service failed with status {status}.",
  refused: "The service refused the request with status {status}.",
};

const longestWaitMs = 60 * 60 * 1000;

/** Retry-After in milliseconds, from seconds or an HTTP date; at most an hour. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const waitMs = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - serviceTime(Date.now());
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), longestWaitMs);
}

/** By the browser's clock. */
export function now(): Millis {
  const time = millis(Date.now());
  if (time === undefined) throw new Error("The browser's clock gives no time.");
  return time;
}
