// The two operations of the markets service: read the request by the contract, ask the source, send what it answers.
import { LRUCache } from "lru-cache";
import { setAsideHeader, setAsideReportHeader, staleHeader } from "../../../contract/api-error.ts";
import { readHistoryRequest, type HistoryRequest } from "../../../contract/history.ts";
import { describeFaults, readMarketsRequest } from "../../../contract/markets-request.ts";
import type { Reading } from "../../../contract/query-text.ts";
import { onceReady } from "../../once-ready.ts";
import type { Call, MarketSource, SetAside, SourceAnswer } from "../../sources/market-source.ts";
import { encodedAnswer, type EncodedBodies, type EncodedBody } from "../encoded-bodies.ts";
import { RequestRefused } from "../error-answer.ts";
import type { Route, ServiceAnswer, ServiceRequest } from "../exchange.ts";

// The report is a help for the operator, not the data: proxies take headers of 4 KB in all.
const longestReport = 2000;
const longestReportedText = 60;

export interface RouteParts {
  readonly source: MarketSource;
  readonly bodies: EncodedBodies;
  /** Counts a request as so many more of its caller's; throws when that is too many. */
  readonly chargeMore: (caller: string, requests: number) => void;
}

/** GET /v0/markets. The caller has already shown its key. */
export function createMarketsRoute({ source, bodies }: RouteParts): Route {
  const read = createReader(readMarketsRequest);
  return (request, caller) =>
    onceReady(source.listMarkets(read(request.query), new LazyCall(request, caller)), (answer) =>
      send(request, answer, bodies),
    );
}

/** GET /v0/markets/history. The caller has already shown its key. */
export function createHistoryRoute({ source, bodies, chargeMore }: RouteParts): Route {
  const read = createReader(readHistoryRequest);
  return (request, caller) => {
    const wanted = read(request.query);
    chargeMore(caller, historyWeight(wanted) - 1);
    return onceReady(source.history(wanted, new LazyCall(request, caller)), (answer) =>
      send(request, answer, bodies),
    );
  };
}

/** How much text of queries is remembered. */
const rememberedLetters = 500_000;

/** Reads a query by the contract, once: what all browsers ask for comes again and again, and is the same object then. */
function createReader<T extends object>(
  readQuery: (query: URLSearchParams) => Reading<T>,
): (query: string) => T {
  const known = new LRUCache<string, T>({
    maxSize: rememberedLetters,
    sizeCalculation: (_, query) => query.length + 100,
  });
  return (query) => {
    const remembered = known.get(query);
    if (remembered !== undefined) return remembered;
    const reading = readQuery(new URLSearchParams(query));
    if (!reading.ok) throw new RequestRefused(400, "bad-request", describeFaults(reading.faults));
    known.set(query, reading.request);
    return reading.request;
  };
}

/** Most answers are ready: a signal is made only for a source that has to wait. */
class LazyCall implements Call {
  readonly caller: string;
  readonly #request: ServiceRequest;

  constructor(request: ServiceRequest, caller: string) {
    this.#request = request;
    this.caller = caller;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

function send(
  request: ServiceRequest,
  answer: SourceAnswer,
  bodies: EncodedBodies,
): ServiceAnswer | Promise<ServiceAnswer> {
  const { tag, bytes } = answer;
  const body = (): EncodedBody | Promise<EncodedBody> => bodies.tagged(tag, bytes);
  const contentType = "application/json; charset=utf-8";
  return encodedAnswer(request, { tag, contentType, body }, answerHeaders(answer));
}

const monthMs = 30 * 86_400_000;
const heaviestHistory = 300;

/** How many requests a history counts as: one for each market and month begun. */
function historyWeight({ marketIds, startTime, endTime = Date.now() }: HistoryRequest): number {
  const months = Math.max(1, Math.ceil((endTime - startTime) / monthMs));
  return Math.min(heaviestHistory, marketIds.length * months);
}

function answerHeaders({ ageSeconds, stale, setAside }: SourceAnswer): Record<string, string> {
  const headers: Record<string, string> = {
    // Kept by the browser but asked about every time: the ETag makes the second answer small.
    "cache-control": "private, no-cache",
    age: String(Math.max(0, Math.floor(ageSeconds))),
  };
  if (stale) headers[staleHeader] = "1";
  if (setAside.count > 0) {
    headers[setAsideHeader] = String(setAside.count);
    headers[setAsideReportHeader] = setAsideReport(setAside);
  }
  return headers;
}

/** As many of the examples as have room. */
function setAsideReport({ examples }: SetAside): string {
  const told: object[] = [];
  let report = "";
  for (const { index, id, path, reason } of examples) {
    told.push({
      index,
      id: id?.slice(0, longestReportedText),
      path: path.slice(0, longestReportedText),
      reason: reason.slice(0, longestReportedText),
    });
    const longer = encodeURIComponent(JSON.stringify(told));
    if (longer.length > longestReport) break;
    report = longer;
  }
  return report;
}
