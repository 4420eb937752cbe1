// What every route to a source does: read the request by its operation, ask, and send the answer.
import { setAsideHeader, setAsideReportHeader, staleHeader } from "../../../contract/problems.ts";
import {
  describeFaults,
  readRequest,
  type Operation,
  type Reading,
} from "../../../contract/operations/operation.ts";
import { hourMs } from "../../../contract/units.ts";
import type { MarketSource } from "../../sources/market-source.ts";
import type { Call, SetAside, SourceAnswer } from "../../sources/source-answer.ts";
import { contentAnswer, json } from "../answers.ts";
import type { CompressedBodies, CompressedBody } from "../compressed-bodies.ts";
import type { Route, ServiceContext } from "../context.ts";
import { RequestRefused } from "../request-refused.ts";

// The report is a help for the operator, not the data: proxies take headers of 4 KB in all.
const longestReport = 2000;
const longestReportedText = 60;

export interface RouteParts {
  readonly source: MarketSource;
  readonly bodies: CompressedBodies;
  /** Adds to the number of requests a caller is charged for; throws when that is too many. */
  readonly chargeMore: (caller: string, requests: number) => void;
}

/** An operation and the route that answers it. */
export type OperationRoute = readonly [operation: Operation, route: Route];

function queryOf(c: ServiceContext): URLSearchParams {
  const mark = c.req.url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : c.req.url.slice(mark));
}

/** @throws RequestRefused 400 with what is wrong */
export function requested<Request>(operation: Operation<Request>, c: ServiceContext): Request {
  return accepted(readRequest(operation, queryOf(c), c.req.param()));
}

/** @throws RequestRefused 400 with what is wrong */
export function accepted<Request>(reading: Reading<Request>): Request {
  if (reading.ok) return reading.request;
  throw new RequestRefused("bad-request", describeFaults(reading.faults));
}

/**
 * Answers an operation from a source.
 * @param weigh how many requests it counts as, where that may be more than one
 */
export function sourceRoute<Request>(
  { bodies, chargeMore }: RouteParts,
  operation: Operation<Request>,
  ask: (request: Request, call: Call) => SourceAnswer | Promise<SourceAnswer>,
  weigh?: (request: Request) => number,
): OperationRoute {
  return [
    operation,
    async (c) => {
      const request = requested(operation, c);
      const caller = c.get("caller");
      if (weigh !== undefined) chargeMore(caller, weigh(request) - 1);
      const answer = await ask(request, {
        caller,
        // Most answers are ready: only a source that has to wait needs one.
        get signal() {
          return c.req.raw.signal;
        },
      });
      const { tag, bytes } = answer;
      const body = (): Promise<CompressedBody> => bodies.tagged(tag, bytes);
      return contentAnswer(c, { tag, contentType: json, body }, answerHeaders(answer));
    },
  ];
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
  const examplesSent: object[] = [];
  let report = "";
  for (const { index, id, path, reason } of examples) {
    examplesSent.push({
      index,
      id: id?.slice(0, longestReportedText),
      path: path.slice(0, longestReportedText),
      reason: reason.slice(0, longestReportedText),
    });
    const longer = encodeURIComponent(JSON.stringify(examplesSent));
    if (longer.length > longestReport) break;
    report = longer;
  }
  return report;
}
