import { setAsideHeader, setAsideReportHeader, staleHeader } from "../../../contract/problems.ts";
import {
  describeFaults,
  readRequest,
  type Operation,
  type Reading,
} from "../../../contract/operations/operation.ts";
import { hourMs } from "../../../contract/units.ts";
import type { Config } from "../../config.ts";
import type { RecordAnswers } from "../../record/record-answers.ts";
import type { Recorder } from "../../recorder/recorder.ts";
import type { Sender } from "../../send/sender.ts";
import type { MarketSource } from "../../sources/market-source.ts";
import type { Call, SetAside, SourceAnswer } from "../../sources/source-answer.ts";
import { contentAnswer } from "../answers.ts";
import type { CompressedBodies } from "../compressed-bodies.ts";
import type { Route, ServiceContext } from "../context.ts";
import type { ReadJsonBody } from "../json-body.ts";
import { RequestRefused } from "../request-refused.ts";

// Proxies allow 4 KB of headers in all.
const longestReport = 2000;
const longestReportedText = 60;

export interface RouteParts {
  readonly config: Config;
  readonly source: MarketSource;
  readonly sender: Sender | undefined;
  readonly recorder: Pick<Recorder, "state" | "store" | "lastKept"> | undefined;
  readonly record: RecordAnswers | undefined;
  readonly bodies: CompressedBodies;
  readonly chargeMore: (caller: string, requests: number) => void;
  readonly readJsonBody: ReadJsonBody;
}

export type OperationRoute = readonly [operation: Operation, route: Route];

export function requested<Request>(operation: Operation<Request>, c: ServiceContext): Request {
  return accepted(readRequest(operation, c.get("query"), c.req.param()));
}

export function accepted<Request>(reading: Reading<Request>): Request {
  if (reading.ok) return reading.request;
  throw new RequestRefused("bad-request", describeFaults(reading.faults));
}

/** The signal is made for those who wait: most answers are at hand. */
class RequestCall implements Call {
  readonly #c: ServiceContext;
  readonly caller: string;

  constructor(c: ServiceContext) {
    this.#c = c;
    this.caller = c.get("caller");
  }

  get signal(): AbortSignal {
    return this.#c.req.raw.signal;
  }
}

/** `weigh` is how many requests it counts as. */
export function createSourceRoute({ bodies, chargeMore }: RouteParts) {
  return <Request>(
    operation: Operation<Request>,
    ask: (request: Request, call: Call) => SourceAnswer | Promise<SourceAnswer>,
    weigh: (request: Request) => number = () => 1,
  ): OperationRoute => [
    operation,
    async (c) => {
      const request = requested(operation, c);
      const call = new RequestCall(c);
      chargeMore(call.caller, weigh(request) - 1);
      const answer = await ask(request, call);
      const { tag, bytes } = answer;
      const body = () => bodies.get(tag) ?? bodies.forceFetch(tag, { context: bytes });
      return contentAnswer(c, { tag, contentType: "application/json", body }, answerHeaders(answer));
    },
  ];
}

const monthMs = 30 * 24 * hourMs;
const heaviestPast = 300;

/** One per item and started month; with steps below an hour, as many more as there are more points. */
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
    // Revalidated every time; the ETag makes that cheap.
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

/** As many examples as fit. */
function setAsideReport({ examples }: SetAside): string {
  const sent = examples.map(({ index, id, path, reason }) => ({
    index,
    id: id?.slice(0, longestReportedText),
    path: path.slice(0, longestReportedText),
    reason: reason.slice(0, longestReportedText),
  }));
  const reports = sent.map((_, last) => encodeURIComponent(JSON.stringify(sent.slice(0, last + 1))));
  return reports.findLast((report) => report.length <= longestReport) ?? "";
}
