// Asks the service and judges what comes back. Every way to fail ends as one LoadError whose kind decides the screen shown.
import { readErrorMessage, staleHeader } from "../../../contract/api-error.ts";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import type * as MarketsPageModule from "../../../contract/markets-page.ts";
import type { MarketsPage, RejectedMarket, UnreadableAnswerError } from "../../../contract/markets-page.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { forms } from "../../../contract/plain/forms.ts";
import { isObject, plainCheck } from "../../../contract/plain/plain-check.ts";
import { readNextCursor, readPlainPage } from "../../../contract/plain/plain-market.ts";
import { readSetAside, withUnnamed } from "../../../contract/set-aside.ts";
import { millis, type Millis } from "../../../contract/units.ts";
import { noteServiceDate, serviceTime, sourceTime } from "../clock.ts";
import { readStoredJson } from "../kept/stored-value.ts";
import { parseDashboardConfig } from "./page-config.ts";
import { toMarketRow, type MarketRow } from "./market-row.ts";
import { apiBase, callService, marketsUrl } from "./service-call.ts";
import { shareValues } from "./shared-values.ts";

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
  /** The service's own word for the fault, see `apiErrorCodes`. */
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** What is wrong with an answer that cannot be read, for the report to whoever runs the service. */
  readonly detail?: string;
}

/** A request that failed. `page` is the page of the walk, from 1, or 0 for what has no pages; `at` the browser's time. */
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

/** Whether a failure can have passed by itself, so that trying again unasked makes sense. */
export function mayHavePassed(error: LoadError | undefined): boolean {
  return error?.kind === "timeout" || error?.kind === "unavailable" || error?.kind === "rate-limited";
}

/** A market that could not be read, with the page of the walk it came in. `index` is −1 when only its number is known. */
export interface RejectedOnPage extends RejectedMarket {
  readonly page: number;
}

/** One page of the walk, read. */
export interface LoadedPage {
  readonly page: number;
  readonly rows: readonly MarketRow[];
  readonly rejected: readonly RejectedOnPage[];
  readonly cursor: string | null;
  /** From the request to the last byte. */
  readonly durationMs: number;
  /** When the source's data was read, in the browser's clock: the time of the answer less the age it told. */
  readonly readAt: Millis;
  /** The service's upstream did not answer and kept data was sent. */
  readonly stale: boolean;
}

/** A page as it arrived: JSON, but not yet judged. */
export interface ArrivedPage {
  readonly page: number;
  readonly answer: JsonAnswer;
  /** When its data was read, in the markets' time. */
  readonly readAt: Millis;
  /** The cursor of the page after this one, so that it can be asked for while this one is worked on. */
  readonly nextCursor: string | undefined;
}

/**
 * Asks for one page of markets. The body is not judged yet.
 * @throws LoadError, or the signal's reason when the signal aborts
 */
export async function requestMarketsPage(
  config: Pick<DashboardConfig, "clientKey"> & Partial<Pick<DashboardConfig, "source">>,
  request: MarketsRequest,
  { page, signal }: Pick<JsonCall, "page" | "signal">,
): Promise<ArrivedPage> {
  const answer = await requestJson({ url: marketsUrl(request), clientKey: config.clientKey, page, signal });
  const readAt = sourceTime(config, readTime(answer));
  return { page, answer, readAt, nextCursor: readNextCursor(answer.body) };
}

/**
 * Judges an arrived page and flattens its markets.
 * @throws LoadError of kind `unreadable` when the body is no page of markets
 */
export async function readMarketsPage(arrived: ArrivedPage): Promise<LoadedPage> {
  const { page, answer, readAt } = arrived;
  if (isObject(answer.body)) shareValues(answer.body["markets"]);
  const plain = readPlainPage(answer.body);
  const parsed =
    plain === undefined ? await judgePage(arrived) : { ...plain, rejectedCount: 0, rejected: [] };
  return {
    page,
    rows: parsed.markets.map((market) => toMarketRow(market, { readAt, page })),
    rejected: [
      ...answer.setAside,
      ...withUnnamed(parsed.rejected, parsed.rejectedCount, "could not be read"),
    ].map(({ index, id, path, reason }) => ({
      index,
      id,
      path,
      reason,
      page,
    })),
    cursor: parsed.cursor,
    durationMs: answer.durationMs,
    readAt: readTime(answer),
    stale: answer.stale,
  };
}

/** When the data of an answer was read, by the browser's clock. */
function readTime({ receivedAt, ageMs }: JsonAnswer): Millis {
  return millis(receivedAt - ageMs) ?? receivedAt;
}

/** Judges a page with something odd on it by the schemas, which are loaded for it. */
async function judgePage({ page, answer }: ArrivedPage): Promise<MarketsPage> {
  const { parseMarketsPage } = await loadSchemas(page);
  return judged(page, answer, parseMarketsPage);
}

async function loadSchemas(page: number): Promise<typeof MarketsPageModule> {
  try {
    return await import("../../../contract/markets-page.ts");
  } catch (cause) {
    throw unreached(page, cause);
  }
}

/**
 * Loads JSON and judges it by `parse`, whose exceptions mean that the answer is unreadable.
 * @throws LoadError, or the signal's reason when the signal aborts
 */
export async function loadJson<T>(call: JsonCall, parse: (body: unknown) => T): Promise<T> {
  return judged(call.page, await requestJson(call), parse);
}

interface JsonCall {
  readonly url: string;
  /** Sent in the key header; undefined for what needs no key. */
  readonly clientKey?: string | undefined;
  readonly page: number;
  readonly signal?: AbortSignal | undefined;
}

interface JsonAnswer {
  readonly body: unknown;
  /** How the answer came: "text/html, 5120 characters". */
  readonly form: string;
  readonly receivedAt: Millis;
  readonly durationMs: number;
  readonly ageMs: number;
  readonly stale: boolean;
  /** Markets that the service could not read and left out of the body. */
  readonly setAside: readonly RejectedMarket[];
}

/** What the service hands out now in place of a key it has changed. */
const renewedKeys = new Map<string, string>();
let renewal: Promise<string | undefined> | undefined;

/**
 * Asks with the key of the configuration. Where the service has changed it since, the configuration is read again, once.
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
      // Everybody who was refused waits for the same answer.
      renewal ??= readKeyAgain().finally(() => (renewal = undefined));
      const renewed = await renewal;
      if (renewed === undefined || renewed === clientKey) throw error;
      renewedKeys.set(given, renewed);
    }
    return ask(renewedKeys.get(given));
  }
}

function requestJson(call: JsonCall): Promise<JsonAnswer> {
  return withKey(call.clientKey, (clientKey) => requestOnce({ ...call, clientKey }));
}

async function readKeyAgain(): Promise<string | undefined> {
  try {
    const { body } = await requestOnce({ url: `${apiBase}/dashboard`, page: 0 });
    return parseDashboardConfig(body).clientKey;
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

/** What no answer came for: the network is gone, or the service cannot be reached. */
export function unreached(page: number, cause: unknown): LoadError {
  const [kind, message] = navigator.onLine
    ? (["unavailable", "The service cannot be reached."] as const)
    : (["offline", plainMessages.offline] as const);
  return new LoadError(page, { kind, message }, { cause });
}

function judged<T>(page: number, answer: JsonAnswer, parse: (body: unknown) => T): T {
  try {
    return parse(answer.body);
  } catch (cause) {
    const fault = isUnreadable(cause) ? cause.message : "The answer has another shape.";
    throw unreadable(page, answer.form, fault, cause);
  }
}

/** By its name: its module is loaded only where something is wrong. */
function isUnreadable(error: unknown): error is UnreadableAnswerError {
  return (
    error instanceof Error && error.name === ("UnreadableAnswerError" satisfies UnreadableAnswerError["name"])
  );
}

function unreadable(page: number, form: string, fault: string, cause: unknown): LoadError {
  const detail = `${fault} (${form})`;
  const told = { kind: "unreadable", status: 200, message: plainMessages.unreadable, detail } as const;
  return new LoadError(page, told, { cause });
}

/** What a body that is no JSON begins with: enough to recognise a proxy's page, too little to be a copy of it. */
function notJson(text: string): string {
  if (text === "") return "The body is empty.";
  const beginning = text.slice(0, 40).replaceAll(/\s+/g, " ").trim();
  return `The body is not JSON. It begins with "${beginning}".`;
}

const isApiError = plainCheck(forms.apiError);

/** An answer that is a failure, with its body. */
export function failureOf(page: number, response: Response, text: string): LoadError {
  const { status } = response;
  const body = readStoredJson(text);
  const code = isApiError(body) ? body.code : undefined;
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
