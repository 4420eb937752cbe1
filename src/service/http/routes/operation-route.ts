import { LRUCache } from "lru-cache";
import { staleHeader } from "../../../contract/problems.ts";
import {
  describeFaults,
  readRequest,
  type Operation,
  type ParsedRequest,
} from "../../../contract/operations/operation.ts";
import { writeSetAside } from "../../../contract/set-aside.ts";
import type { Config } from "../../config.ts";
import type { RecordResponses } from "../../record/record-responses.ts";
import type { Recorder } from "../../recorder/recorder.ts";
import type { Sender } from "../../send/sender.ts";
import type { MarketSource } from "../../sources/market-source.ts";
import { entryBytes, type Call, type SourceResponse } from "../../sources/source-response.ts";
import { contentResponse } from "../responses.ts";
import { createCompressedBodies } from "../compressed-bodies.ts";
import type { Route, ServiceContext } from "../context.ts";
import type { createJsonBodyReader } from "../json-body.ts";
import { RequestRefused } from "../request-refused.ts";

export interface RouteParts {
  readonly config: Config;
  readonly source: MarketSource;
  readonly sender?: Sender | undefined;
  readonly recorder?: Pick<Recorder, "state" | "store"> | undefined;
  readonly record?: RecordResponses | undefined;
  /** @param weight how many requests this one counts as; one if undefined */
  readonly chargeWeight: (caller: string, weight: number | undefined) => void;
  readonly readJsonBody: ReturnType<typeof createJsonBodyReader>;
}

export type OperationRoute = readonly [operation: Operation, route: Route];

export function parseRequest<Request>(operation: Operation<Request>, c: ServiceContext): Request {
  return requireValid(readRequest(operation, new URL(c.req.url).searchParams, c.req.param()));
}

export function requireValid<Request>(parsed: ParsedRequest<Request>): Request {
  if (parsed.ok) return parsed.request;
  throw new RequestRefused("bad-request", describeFaults(parsed.faults));
}

/** Creates the signal on demand: most responses are cached. A class: a getter in a literal costs about 4 µs per request. */
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

const compressedBytes = 32 * 1024 * 1024;
/** Per operation. Reading a request takes longer than answering it from a cache. */
const rememberedBytes = 1024 * 1024;

export function createSourceRoute({ chargeWeight }: RouteParts) {
  const bodies = createCompressedBodies(compressedBytes);
  return <Request>(
    operation: Operation<Request>,
    ask: (request: Request, call: Call) => SourceResponse | Promise<SourceResponse>,
  ): OperationRoute => {
    const requests = new LRUCache<string, { readonly request: Request }, ServiceContext>({
      maxSize: rememberedBytes,
      sizeCalculation: (_, url) => url.length * 2 + entryBytes,
      memoMethod: (_url, _known, { context }) => ({ request: parseRequest(operation, context) }),
    });
    const route: Route = async (c) => {
      const { request } = requests.memo(c.req.url, { context: c });
      const call = new RequestCall(c);
      chargeWeight(call.caller, operation.weight?.(request));
      const response = await ask(request, call);
      const { tag, bytes } = response;
      const body = () => bodies.get(tag) ?? bodies.forceFetch(tag, { context: bytes });
      return contentResponse(c, { tag, contentType: "application/json", body }, responseHeaders(response));
    };
    return [operation, route];
  };
}

function responseHeaders({ ageSeconds, stale, setAside }: SourceResponse): Record<string, string> {
  const headers: Record<string, string> = {
    // Browsers revalidate every time, which the ETag makes cheap.
    "cache-control": "private, no-cache",
    age: String(Math.max(0, Math.floor(ageSeconds))),
  };
  if (stale) headers[staleHeader] = "1";
  return { ...headers, ...writeSetAside(setAside.count, setAside.examples) };
}
