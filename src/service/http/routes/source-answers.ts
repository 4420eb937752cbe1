// What every route to the source does: read the query by the contract, ask, and send what it answers.
import { LRUCache } from "lru-cache";
import { setAsideHeader, setAsideReportHeader, staleHeader } from "../../../contract/problems.ts";
import { describeFaults } from "../../../contract/markets-request.ts";
import type { Reading } from "../../../contract/query-text.ts";
import { hourMs } from "../../../contract/units.ts";
import { onceReady } from "../../waiting.ts";
import type { MarketSource } from "../../sources/market-source.ts";
import type { Call, SetAside, SourceAnswer } from "../../sources/source-answer.ts";
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

/** How much text of queries is remembered. */
const rememberedLetters = 500_000;

/** Reads a query by the contract, once: what all browsers ask for comes again and again, and is the same object then. */
export function createQueryReader<T extends object>(
  readQuery: (query: URLSearchParams) => Reading<T>,
): (request: ServiceRequest) => T {
  const known = new LRUCache<string, T>({
    maxSize: rememberedLetters,
    sizeCalculation: (_, query) => query.length + 100,
  });
  return ({ query }) => {
    const remembered = known.get(query);
    if (remembered !== undefined) return remembered;
    const request = accepted(readQuery(new URLSearchParams(query)));
    known.set(query, request);
    return request;
  };
}

/**
 * What was read.
 * @throws RequestRefused 400 with what is wrong
 */
export function accepted<T>(reading: Reading<T>): T {
  if (reading.ok) return reading.request;
  throw new RequestRefused("bad-request", describeFaults(reading.faults));
}

/**
 * The route to one of a source's operations.
 * @param read what is asked for; throws RequestRefused
 * @param weigh how many requests it counts as, where that may be more than one
 */
export function createSourceRoute<T>(
  { bodies, chargeMore }: RouteParts,
  read: (request: ServiceRequest) => T,
  ask: (wanted: T, call: Call) => SourceAnswer | Promise<SourceAnswer>,
  weigh?: (wanted: T) => number,
): Route {
  return (request, caller) => {
    const wanted = read(request);
    if (weigh !== undefined) chargeMore(caller, weigh(wanted) - 1);
    return onceReady(ask(wanted, new LazyCall(request, caller)), (answer) => send(request, answer, bodies));
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

const monthMs = 30 * 24 * hourMs;
const heaviestPast = 300;

/**
 * How many requests a past counts as: one for each thing and month begun; with a step of minutes, for each thing and as many
 * points as a month has hours.
 * @param stepMs the time between two points, where it may be less than an hour
 */
export function pastWeight(
  things: number,
  { startTime, endTime = Date.now() }: { readonly startTime: number; readonly endTime?: number | undefined },
  stepMs = hourMs,
): number {
  const months = Math.max(1, Math.ceil(((endTime - startTime) / monthMs) * Math.max(1, hourMs / stepMs)));
  return Math.min(heaviestPast, things * months);
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
