// The routes of the service as a function from a request to its answer: tests call it without a port.
import { randomUUID } from "node:crypto";
import { clientKeyHeader } from "../contract/problems.ts";
import type { DashboardConfig } from "../contract/dashboard-config.ts";
import { UnreadBytes } from "./caller-slots.ts";
import { wellKnownKey, type Config } from "./config.ts";
import { callerAddress, cameOverHttps, widerNetwork } from "./http/caller.ts";
import { createKeyHolder } from "./http/client-key.ts";
import {
  crossOriginHeaders,
  isPreflight,
  alertsPreflightAnswer,
  postPreflightAnswer,
  preflightAnswer,
} from "./http/cross-origin.ts";
import { EncodedBodies, EncodedBody, encodedAnswer } from "./http/encoded-bodies.ts";
import { RequestRefused, errorAnswer } from "./http/error-answer.ts";
import {
  jsonAnswer,
  textAnswer,
  type FinishedAnswer,
  type Route,
  type ServiceAnswer,
  type ServiceRequest,
} from "./http/exchange.ts";
import { createJsonBodyReader } from "./http/json-body.ts";
import { createObserver } from "./http/observe.ts";
import { createRateLimiter } from "./http/rate-limit.ts";
import { createAlertRoutes, isAlertPath } from "./http/routes/alert-routes.ts";
import { createAssetRoutes, createCompanionRoutes } from "./http/routes/companion-routes.ts";
import { createHistoryRoute, createMarketsRoute, createTrendsRoute } from "./http/routes/markets-routes.ts";
import { createOpenApi } from "./http/routes/openapi.ts";
import { createMetricsRoute, createReadyRoute, healthRoute } from "./http/routes/operations-routes.ts";
import { createMarketChangesRoutes, createRecordRoutes } from "./http/routes/record-routes.ts";
import { createSendRoute, isSendPath } from "./http/routes/send-route.ts";
import { createStaticFiles } from "./http/routes/static-files.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { createLog, type Log } from "./log.ts";
import type { RecordAnswers } from "./record/record-answers.ts";
import type { Recorder } from "./recorder/recorder.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { Sender } from "./send/sender.ts";
import { SourceError, type MarketSource } from "./sources/market-source.ts";
import { tagOf } from "./tag.ts";

interface AppParts {
  readonly config: Config;
  readonly source: MarketSource;
  /** Takes messages on; absent where that is not configured. */
  readonly sender?: Sender;
  /** Where the built dashboard lies; without it only the API answers. */
  readonly dashboardDirectory?: string;
  readonly log?: Log;
  readonly metrics?: Metrics;
  /** Keeps the record, where there is one. */
  readonly recorder?: Pick<Recorder, "state" | "store" | "lastKept">;
  /** Answers from it. */
  readonly record?: RecordAnswers;
  /** True once the service has been told to stop: it still answers, but asks to be sent nothing new. */
  readonly isStopping?: () => boolean;
}

export interface App {
  /** The whole answer to a request, ready to be sent. Never throws, never rejects. */
  answer(request: ServiceRequest): FinishedAnswer | Promise<FinishedAnswer>;
  /** The answer to bytes that were no request. */
  refuse(refusal: RequestRefused): FinishedAnswer;
}

const encodedBytes = 32 * 1024 * 1024;
/** How many addresses' worth all addresses of an IPv6 /48 may ask together: whoever owns one has 65,536 of them. */
const networkShare = 16;
/** A visit asks for some fifty files once, and later for a few. At least so many a minute, and four for each request of the API. */
const leastPagesPerMinute = 12_000;
const pagesPerRequest = 4;
const longestUrl = 8192;
/** Bytes of answers that were sent and not read. */
const mostUnread = { inAll: 64 * 1024 * 1024, perCaller: 16 * 1024 * 1024 } as const;
/** Any connection takes less at once. Bytes. */
const smallBody = 16_384;
/** The ids of this process: what tells it from others is random, then its requests are counted. Nothing depends on guessing one. */
const requestIds = randomUUID().slice(0, 24);
const lastDigits = Array.from({ length: 4096 }, (_, count) => count.toString(16).padStart(3, "0"));
let requestCount = 0;
let firstDigits = "";
const nextRequestId = (): string => {
  const rest = requestCount % 4096;
  if (rest === 0)
    firstDigits =
      requestIds +
      Math.floor(requestCount / 4096)
        .toString(16)
        .padStart(9, "0");
  requestCount += 1;
  return firstDigits + lastDigits[rest];
};
const callerLeft: ServiceAnswer = { status: 499, headers: {} };

/** The whole service behind one address. */
export function createApp({
  config,
  source,
  sender,
  recorder,
  record,
  dashboardDirectory,
  log = createLog("silent"),
  metrics = createMetrics(log),
  isStopping = () => false,
}: AppParts): App {
  const handedOut = dashboardConfig(config, source, record);
  const files = createStaticFiles(dashboardDirectory, handedOut);
  const observe = createObserver(metrics.http, log);
  const { perAddress } = config.rateLimit;
  const perKey = createRateLimiter(config.rateLimit.perKey);
  const holderOf = createKeyHolder(config.clientKeys, config.dashboardKeys);
  let openApi: EncodedBody | undefined;

  const unread = new UnreadBytes(mostUnread);
  const refuseUnread = (caller: string, body?: Uint8Array | string): void => {
    const reached = unread.refuses(caller, body);
    if (reached !== undefined) throw tooMuchUnread(reached);
  };

  /** Counts a request for its address, or one as heavy as so many. */
  const createCharge = (perMinute: number) => {
    const ofAddresses = createRateLimiter(perMinute);
    const ofNetworks = createRateLimiter(perMinute * networkShare);
    return (caller: string, requests: number, time?: number): void => {
      const network = widerNetwork(caller);
      const waitSeconds =
        ofAddresses.take(caller, requests, time) ??
        (network === undefined ? undefined : ofNetworks.take(network, requests, time));
      if (waitSeconds === undefined) return;
      metrics.http.rateLimited("address");
      throw tooOften("This address", waitSeconds);
    };
  };
  const charge = createCharge(perAddress);
  const chargePage = createCharge(
    perAddress === 0 ? 0 : Math.max(leastPagesPerMinute, perAddress * pagesPerRequest),
  );
  const parts = {
    source,
    bodies: new EncodedBodies(encodedBytes),
    // However heavy, it passes where nothing else was asked for a minute.
    chargeMore: (caller: string, requests: number) => charge(caller, Math.min(requests, perAddress - 1)),
  };

  const readJsonBody = createJsonBodyReader();

  const needKey =
    (route: Route, judge?: (holder: string, key: string | undefined) => void): Route =>
    (request, caller) => {
      const given = request.header(clientKeyHeader);
      const holder = holderOf(given);
      if (holder === undefined)
        throw new RequestRefused(
          "key-refused",
          given === undefined
            ? `The header ${clientKeyHeader} is missing. Send the key the operator gave you.`
            : `The key in ${clientKeyHeader} is not known here. Check it, or ask the operator for one.`,
        );
      judge?.(holder, given);
      // All browsers share the dashboard's key: a limit on it would let one of them lock out the others.
      const waitSeconds = holder === "dashboard" ? undefined : perKey.take(holder, 1, request.cameAt);
      if (waitSeconds === undefined) {
        if (reads(request)) refuseUnread(caller);
        return route(request, caller);
      }
      metrics.http.rateLimited("key");
      throw tooOften("This key", waitSeconds);
    };

  const probesPerAddress = createRateLimiter(perAddress);
  // Of its own, so that visitors who share an address with a probe cannot make the service look unready.
  const limitProbes =
    (route: Route): Route =>
    (request, caller) => {
      const waitSeconds = probesPerAddress.take(caller);
      if (waitSeconds === undefined) return route(request, caller);
      throw tooOften("This address", waitSeconds);
    };

  const routes = new Map<string, Route>([
    ["/healthz", healthRoute],
    ["/readyz", limitProbes(createReadyRoute(source, isStopping, recorder, sender))],
    ["/metrics", createMetricsRoute(metrics, config.metricsToken)],
    ["/api/v0/markets", needKey(createMarketsRoute(parts))],
    ["/api/v0/markets/history", needKey(createHistoryRoute(parts))],
    ["/api/v0/markets/trends", needKey(createTrendsRoute(parts))],
    ...[
      ...createCompanionRoutes(parts),
      ...createRecordRoutes(parts, record),
      ...createAlertRoutes({
        recorder,
        mostKeys: config.alertKeys,
        sends: config.send !== undefined,
        chargeMore: parts.chargeMore,
        readJsonBody,
      }),
    ].map(([path, route]) => [path, needKey(route)] as const),
    ["/api/dashboard", () => jsonAnswer(200, handedOut)],
    [
      "/api/openapi.json",
      (request) => {
        const body = (openApi ??= jsonBody(createOpenApi()));
        return encodedAnswer(
          request,
          { tag: body.tag, contentType: "application/json; charset=utf-8", body: () => body },
          { "cache-control": "no-cache" },
        );
      },
    ],
    ["/api", toDescription],
    ["/api/docs", toDescription],
  ]);
  // Only what is no other route may be the path of an asset, or of a market.
  const assetRoute = createAssetRoutes(parts, needKey);
  const marketRoute = createMarketChangesRoutes(parts, record, needKey);

  const sendRoute = needKey(createSendRoute(sender, readJsonBody), refusePublicKeys);

  const callerOf = (request: ServiceRequest): string =>
    callerAddress(
      request.remoteAddress,
      config.trustedProxyHops === 0 ? undefined : request.header("x-forwarded-for"),
      config.trustedProxyHops,
    );

  const answerTo = (request: ServiceRequest): ServiceAnswer | Promise<ServiceAnswer> => {
    refuseOversized(request);
    const api = isApi(request);
    if (api && config.allowedOrigins.length > 0 && isPreflight(request))
      return isSendPath(request.path)
        ? postPreflightAnswer
        : isAlertPath(request.path)
          ? alertsPreflightAnswer
          : preflightAnswer;
    const caller = callerOf(request);
    if (api) charge(caller, 1, request.cameAt);
    const route = routes.get(request.path) ?? assetRoute(request.path) ?? marketRoute(request.path);
    if (route === undefined && isSendPath(request.path)) {
      if (request.method !== "POST") throw methodRefused(request.method, "POST");
      return sendRoute(request, caller);
    }
    if (route === undefined && api)
      throw new RequestRefused(
        "not-found",
        "There is nothing at this address. The API is described at /api/openapi.json.",
      );
    // Those know their own methods.
    if (route !== undefined && isAlertPath(request.path)) return route(request, caller);
    if (!reads(request)) throw methodRefused(request.method, "GET, HEAD");
    if (route !== undefined) return route(request, caller);
    chargePage(caller, 1, request.cameAt);
    return files.answer(request) ?? textAnswer(404, "There is nothing at this address.\n");
  };

  /** What every answer carries, whoever wrote it. */
  const finish = (
    { status, headers: own, body, stream }: ServiceAnswer,
    request: ServiceRequest | undefined,
    requestId: string,
  ): FinishedAnswer => {
    const overHttps =
      config.trustedProxyHops > 0 &&
      cameOverHttps(request?.header("x-forwarded-proto"), config.trustedProxyHops);
    const crossOrigin =
      request !== undefined && config.allowedOrigins.length > 0 && isApi(request)
        ? crossOriginHeaders(request.header("origin"), config.allowedOrigins, own["vary"])
        : undefined;
    const headers = securityHeaders(overHttps).slice();
    headers.push("x-request-id", requestId);
    const all = crossOrigin === undefined ? own : { ...own, ...crossOrigin };
    for (const name in all) headers.push(name, all[name] ?? "");
    // The API's answers are for the origins that may call it as well.
    const policy =
      crossOrigin?.["access-control-allow-origin"] === undefined ? "same-origin" : "cross-origin";
    headers.push("cross-origin-resource-policy", policy);
    const length = body === undefined ? 0 : Buffer.byteLength(body);
    if (status !== 304 && status !== 204 && stream === undefined)
      headers.push("content-length", String(length));
    // What was not read is not waited for either. A GET or HEAD with a body has been refused.
    const mayHaveBody = request !== undefined && (status >= 400 || !reads(request));
    if (own["connection"] === undefined && (isStopping() || (mayHaveBody && hasBody(request))))
      headers.push("connection", "close");
    const held =
      request === undefined || body === undefined || length < smallBody
        ? undefined
        : unread.hold(callerOf(request), body);
    return { status, headers, body, stream, held };
  };

  const tell = (request: ServiceRequest, answer: ServiceAnswer, error?: unknown): FinishedAnswer => {
    const requestId = nextRequestId();
    const seconds = (performance.now() - request.cameAt) / 1000;
    observe({ requestId, request, status: answer.status, seconds, error });
    return finish(answer, request, requestId);
  };
  // Nobody reads the answer to a caller that has left; the status is for the log and the metrics.
  const fail = (request: ServiceRequest, error: unknown): FinishedAnswer =>
    tell(request, request.signal.aborted ? callerLeft : errorAnswer(error), error);

  /** Several answers that were asked for at once may have become too much by the time they are made. */
  const hand = (request: ServiceRequest, answer: ServiceAnswer): FinishedAnswer => {
    const isLarge = answer.body !== undefined && Buffer.byteLength(answer.body) >= smallBody;
    if (isLarge && isApi(request) && reads(request))
      try {
        refuseUnread(callerOf(request), answer.body);
      } catch (error) {
        return fail(request, error);
      }
    return tell(request, answer);
  };

  return {
    answer(request) {
      let given: ServiceAnswer | Promise<ServiceAnswer>;
      try {
        given = answerTo(request);
      } catch (error) {
        return fail(request, error);
      }
      // What is ready is sent in the same turn.
      if (!(given instanceof Promise)) return hand(request, given);
      return given.then(
        (late) => hand(request, late),
        (error: unknown) => fail(request, error),
      );
    },
    refuse(refusal) {
      const requestId = nextRequestId();
      observe({ requestId, request: undefined, status: refusal.statusCode, seconds: 0 });
      return finish(errorAnswer(refusal), undefined, requestId);
    },
  };
}

const toDescription: Route = () => ({ status: 302, headers: { location: "/api/openapi.json" } });

function isApi({ path }: ServiceRequest): boolean {
  return path.startsWith("/api/") || path === "/api";
}

function reads({ method }: ServiceRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function hasBody(request: ServiceRequest): boolean {
  return (
    Number(request.header("content-length") ?? 0) > 0 || request.header("transfer-encoding") !== undefined
  );
}

function methodRefused(method: string, allow: string): RequestRefused {
  return new RequestRefused(
    "method-not-allowed",
    `${method} is not supported here. Use ${allow.replace(", ", " or ")}.`,
    { allow },
  );
}

/**
 * Messages reach people, so they are taken only from whom the operator has given a key: the dashboard's is everybody's, and the
 * demo's is written in the documentation.
 */
function refusePublicKeys(holder: string, key: string | undefined): void {
  if (holder === "dashboard")
    throw new RequestRefused(
      "forbidden",
      "The dashboard's key may not send messages: every browser has it. Use one of the operator's CLIENT_KEYS.",
    );
  if (key === wellKnownKey)
    throw new RequestRefused(
      "forbidden",
      `The key ${wellKnownKey} may not send messages: everybody knows it. The operator should set CLIENT_KEYS.`,
    );
}

/** Nothing here that is read takes a body, so one that is sent can only be a mistake or an attack. */
function refuseOversized(request: ServiceRequest): void {
  if (request.url.length > longestUrl)
    throw new RequestRefused(
      "url-too-long",
      `The address is longer than ${longestUrl} characters. Ask for fewer assets or markets at once.`,
      { connection: "close" },
    );
  if (reads(request) && hasBody(request))
    throw new RequestRefused(
      "too-large",
      "This service takes no request body. Send the request without one.",
    );
}

function jsonBody(content: unknown): EncodedBody {
  const bytes = Buffer.from(JSON.stringify(content));
  return new EncodedBody(bytes, tagOf(bytes));
}

function tooOften(who: string, waitSeconds: number): RequestRefused {
  return new RequestRefused(
    "rate-limited",
    `${who} asks too often. Wait ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"} and try again.`,
    // Whoever writes requests without end has no more of them read.
    { "retry-after": String(waitSeconds), connection: "close" },
  );
}

function tooMuchUnread(reached: keyof typeof mostUnread): RequestRefused | SourceError {
  return reached === "inAll"
    ? new SourceError(
        "upstream-unavailable",
        "Too many answers are being sent. Try again in a few seconds.",
        {
          retryAfterSeconds: 5,
        },
      )
    : new RequestRefused(
        "rate-limited",
        "This address has not read the answers it was sent. Read them, or close their connections, and try again.",
        { "retry-after": "5" },
      );
}

function dashboardConfig(
  config: Config,
  source: MarketSource,
  record: RecordAnswers | undefined,
): DashboardConfig {
  return {
    source: {
      kind: source.kind,
      label: source.label,
      ...(source.capturedAt === undefined ? {} : { capturedAt: source.capturedAt }),
      ...(source.frozenAt === undefined ? {} : { frozenAt: new Date(source.frozenAt).toISOString() }),
    },
    ...(source.demoWallets === undefined ? {} : { demoWallets: [...source.demoWallets] }),
    // Empty where no key is handed out: whoever stands in front of the service adds one for the people it lets in.
    clientKey: config.dashboardKeys[0] ?? "",
    interstitialUrl: config.interstitialUrl,
    ...(config.actionHosts === undefined ? {} : { actionHosts: [...config.actionHosts] }),
    ...(record === undefined ? {} : { record: { everyMs: record.pace.everyMs } }),
    ...(config.store === undefined || config.alertKeys === 0
      ? {}
      : {
          alerts: {
            everyMs: config.store.everyMs,
            ...(config.send === undefined ? {} : { send: true }),
          },
        }),
  };
}
