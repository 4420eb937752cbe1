// The two operations of the markets service: read the request by the contract, ask the source, send what it answers.
import type { Context, Handler } from "hono";
import { setAsideHeader, setAsideReportHeader, staleHeader } from "../../contract/api-error.ts";
import { readHistoryRequest } from "../../contract/history.ts";
import { readMarketsRequest, type RequestFault } from "../../contract/markets-request.ts";
import type { MarketSource, SetAside, SourceAnswer } from "../sources/market-source.ts";
import { encodedAnswer, type EncodedBodies } from "./encoded-bodies.ts";
import { RequestRefused } from "./error-answer.ts";

// The report is a help for the operator, not the data: a header must stay small.
const reportedMarkets = 5;
const longestReportedText = 80;

export interface RouteParts {
  readonly source: MarketSource;
  readonly bodies: EncodedBodies;
  /** Tells callers apart, for what the source shares out between them. */
  readonly callerOf: (c: Context) => string;
}

/** GET /v0/markets. The caller has already shown its key. */
export function createMarketsRoute({ source, bodies, callerOf }: RouteParts): Handler {
  return async (c) => {
    const reading = readMarketsRequest(new URL(c.req.url).searchParams);
    if (!reading.ok) throw refusal(reading.faults);
    const answer = await source.listMarkets(reading.request, {
      signal: c.req.raw.signal,
      caller: callerOf(c),
    });
    return encodedAnswer(c.req.raw, await bodies.tagged(answer.tag, answer.bytes), answerHeaders(answer));
  };
}

/** GET /v0/markets/history. The caller has already shown its key. */
export function createHistoryRoute({ source, bodies, callerOf }: RouteParts): Handler {
  return async (c) => {
    const reading = readHistoryRequest(new URL(c.req.url).searchParams);
    if (!reading.ok) throw refusal(reading.faults);
    const answer = await source.history(reading.request, { signal: c.req.raw.signal, caller: callerOf(c) });
    return encodedAnswer(c.req.raw, await bodies.tagged(answer.tag, answer.bytes), answerHeaders(answer));
  };
}

function refusal(faults: readonly RequestFault[]): RequestRefused {
  return new RequestRefused(400, "bad-request", faults.map((fault) => fault.message).join(" "));
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

function setAsideReport({ examples }: SetAside): string {
  const report = examples.slice(0, reportedMarkets).map(({ index, id, path, reason }) => ({
    index,
    id: id?.slice(0, longestReportedText),
    path: path.slice(0, longestReportedText),
    reason: reason.slice(0, longestReportedText),
  }));
  return encodeURIComponent(JSON.stringify(report));
}
