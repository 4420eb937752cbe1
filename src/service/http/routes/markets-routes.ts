// The two operations of the markets service: read the request by the contract, ask the source, send what it answers.
import { setAsideHeader, setAsideReportHeader, staleHeader } from "../../../contract/api-error.ts";
import { readHistoryRequest, type HistoryRequest } from "../../../contract/history.ts";
import { describeFaults, readMarketsRequest, type RequestFault } from "../../../contract/markets-request.ts";
import type { MarketSource, SetAside, SourceAnswer } from "../../sources/market-source.ts";
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
  return async (request, caller) => {
    const reading = readMarketsRequest(new URLSearchParams(request.query));
    if (!reading.ok) throw refusal(reading.faults);
    const answer = await source.listMarkets(reading.request, { signal: request.signal, caller });
    return send(request, answer, bodies);
  };
}

/** GET /v0/markets/history. The caller has already shown its key. */
export function createHistoryRoute({ source, bodies, chargeMore }: RouteParts): Route {
  return async (request, caller) => {
    const reading = readHistoryRequest(new URLSearchParams(request.query));
    if (!reading.ok) throw refusal(reading.faults);
    chargeMore(caller, historyWeight(reading.request) - 1);
    const answer = await source.history(reading.request, { signal: request.signal, caller });
    return send(request, answer, bodies);
  };
}

async function send(
  request: ServiceRequest,
  answer: SourceAnswer,
  bodies: EncodedBodies,
): Promise<ServiceAnswer> {
  const body = (): EncodedBody | Promise<EncodedBody> => bodies.tagged(answer.tag, answer.bytes);
  return encodedAnswer(request, answer.tag, body, answerHeaders(answer));
}

const monthMs = 30 * 86_400_000;
const heaviestHistory = 300;

/** How many requests a history counts as: one for each market and month begun. */
function historyWeight({ marketIds, startTime, endTime = Date.now() }: HistoryRequest): number {
  const months = Math.max(1, Math.ceil((endTime - startTime) / monthMs));
  return Math.min(heaviestHistory, marketIds.length * months);
}

function refusal(faults: readonly RequestFault[]): RequestRefused {
  return new RequestRefused(400, "bad-request", describeFaults(faults));
}

function answerHeaders(answer: SourceAnswer): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    // Kept by the browser but asked about every time: the ETag makes the second answer small.
    "cache-control": "private, no-cache",
    age: String(Math.max(0, Math.floor(answer.ageSeconds))),
    ...(answer.stale ? { [staleHeader]: "1" } : {}),
    ...(answer.setAside.count === 0
      ? {}
      : {
          [setAsideHeader]: String(answer.setAside.count),
          [setAsideReportHeader]: setAsideReport(answer.setAside),
        }),
  };
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
