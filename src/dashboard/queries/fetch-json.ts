// Every failure becomes a LoadError.
import {
  type Fault,
  fill,
  type ProblemCode,
  problemOf,
  problems,
  readErrorMessage,
  readRetryAfter,
  staleHeader,
  clientKeyHeader,
} from "../../contract/problems.ts";
import { dashboardConfigSchema, type DashboardConfig } from "../../contract/dashboard-config.ts";
import { apiErrorSchema, UnreadableResponseError, type RejectedMarket } from "../../contract/markets-page.ts";
import { parseJson } from "../../contract/query-text.ts";
import { readSetAside } from "../../contract/set-aside.ts";
import { hourMs, type Millis } from "../../contract/units.ts";
import { freezeClock, noteServiceDate, now, serviceTime } from "../data/clock.ts";

export const pageTimeoutMs = 20_000;
const maxWaitMs = hourMs;

export class LoadError extends Error implements Fault {
  override readonly name = "LoadError";
  readonly kind: ProblemCode;
  readonly page: number;
  readonly at: Millis = now();
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly detail: string | undefined;

  constructor(page: number, fault: LoadFault, options?: ErrorOptions) {
    super(fault.message ?? fill(problems[fault.kind].text, { status: fault.status }), options);
    this.kind = fault.kind;
    this.page = page;
    this.status = fault.status;
    this.code = fault.code;
    this.retryAfterMs = fault.retryAfterMs;
    this.detail = fault.detail;
  }
}

interface LoadFault extends Fault {
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

export function mayHavePassed(error: LoadError | undefined): boolean {
  return error !== undefined && problems[error.kind].retry === "auto";
}

/** `setAside`: what the service could not read and left out. */
type Parse<T> = (body: unknown, setAside: readonly RejectedMarket[]) => T | Promise<T>;

interface LoadOptions {
  /** The number of a list's page, which a failure names. 0 for all other responses. */
  readonly page?: number;
  readonly signal?: AbortSignal | undefined;
  /** Defaults to GET. */
  readonly request?: ServiceRequest;
}

/**
 * Loads a path below /api. An exception in `parse` means that the response is unreadable. Throws LoadError, or the
 * signal's reason.
 */
export async function load<T>(path: string, parse: Parse<T>, options: LoadOptions = {}): Promise<T> {
  return parseBody(options.page ?? 0, await requestJson(path, options), parse);
}

export type JsonResponse = Readonly<Awaited<ReturnType<typeof requestOnce>>>;

export function requestJson(path: string, options: LoadOptions): Promise<JsonResponse> {
  return withKey((key) => requestOnce(path, options, key));
}

/** Identifies this dashboard to the service. Empty if a proxy adds the key. */
let clientKey = "";
let renewal: Promise<unknown> | undefined;

/** Sets what requests and times depend on. */
export function applyConfig(config: DashboardConfig): void {
  ({ clientKey } = config);
  freezeClock(config.source.frozenAt);
}

/** Also applies it. */
export async function fetchDashboardConfig(signal?: AbortSignal): Promise<DashboardConfig> {
  const response = await requestOnce("/dashboard", { signal });
  const config = await parseBody(0, response, (body) => dashboardConfigSchema.parse(body));
  applyConfig(config);
  return config;
}

/**
 * If the service refuses the key, reads the configuration once more to get a new one. Throws LoadError `key-refused`
 * if that fails too.
 */
export async function withKey<T>(ask: (key: string) => Promise<T>): Promise<T> {
  const refused = clientKey;
  try {
    return await ask(refused);
  } catch (error) {
    if (!(error instanceof LoadError) || error.code !== "key-refused") throw error;
    if (clientKey === refused) {
      // All refused requests share one renewal.
      renewal ??= fetchDashboardConfig()
        .catch(() => undefined)
        .finally(() => (renewal = undefined));
      await renewal;
    }
    if (clientKey === refused) throw error;
    return ask(clientKey);
  }
}

async function requestOnce(path: string, { page = 0, signal, request }: LoadOptions, key = "") {
  const timeout = AbortSignal.timeout(pageTimeoutMs);
  const sentAt = performance.now();
  try {
    signal?.throwIfAborted();
    const response = await callService(path, key, {
      ...request,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    const durationMs = performance.now() - sentAt;
    const { headers } = response;
    noteServiceDate(headers.get("date"));
    const form = `${headers.get("content-type") ?? "no content type"}, ${text.length} characters`;
    if (!response.ok) throw responseError(page, response, text);
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
    if (!timeout.aborted) throw unreached(page, error);
    const message = `The service did not answer within ${pageTimeoutMs / 1000} seconds.`;
    throw new LoadError(page, { kind: "timeout", message }, { cause: error });
  }
}

/** Returns `missing` if the service answers 404. */
export async function orMissing<T, Missing>(response: Promise<T>, missing: Missing): Promise<T | Missing> {
  try {
    return await response;
  } catch (fault) {
    if (fault instanceof LoadError && fault.status === 404) return missing;
    throw fault;
  }
}

export function unreached(page: number, cause: unknown): LoadError {
  const fault: LoadFault = navigator.onLine
    ? { kind: "unavailable", message: "The service cannot be reached." }
    : { kind: "offline" };
  return new LoadError(page, fault, { cause });
}

export async function parseBody<T>(page: number, response: JsonResponse, parse: Parse<T>): Promise<T> {
  try {
    return await parse(response.body, response.setAside);
  } catch (cause) {
    const fault =
      cause instanceof UnreadableResponseError ? cause.message : "The response has an unexpected format.";
    throw unreadable(page, response.form, fault, cause);
  }
}

function unreadable(page: number, form: string, fault: string, cause: unknown): LoadError {
  const detail = `${fault} (${form})`;
  return new LoadError(page, { kind: "unreadable", status: 200, detail }, { cause });
}

/** The beginning of the text is enough to recognize a proxy's page. */
function notJson(text: string): string {
  if (text === "") return "The body is empty.";
  const beginning = text.slice(0, 40).replaceAll(/\s+/g, " ").trim();
  return `The body is not JSON. It begins with "${beginning}".`;
}

export function responseError(page: number, response: Response, text: string): LoadError {
  const { status } = response;
  const body = parseJson(text);
  const { code } = apiErrorSchema.safeParse(body).data ?? {};
  const message = readErrorMessage(body)?.slice(0, 300);
  const kind = problemOf(status, code);
  const header = response.headers.get("retry-after");
  const retryAfterMs = readRetryAfter(header, serviceTime(Date.now()), maxWaitMs);
  return new LoadError(page, { kind, status, code, retryAfterMs, message });
}

declare global {
  interface ImportMetaEnv {
    /** Set at build time if the dashboard has another host: the service's URL with `/api`. */
    readonly VITE_API_BASE?: string;
  }
}

const apiBase = (import.meta.env.VITE_API_BASE ?? "/api").replace(/\/+$/, "");

export interface ServiceRequest extends Pick<RequestInit, "method" | "cache" | "signal"> {
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
}

export function callService(path: string, key: string, request: ServiceRequest = {}): Promise<Response> {
  const headers = {
    accept: "application/json",
    ...(key === "" ? {} : { [clientKeyHeader]: key }),
    ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    ...request.headers,
  };
  return fetch(apiBase + path, { ...request, headers });
}
