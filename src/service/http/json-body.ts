// The JSON body of a request, held against bounds before anything is made of it.
import { CallerSlots } from "../caller-slots.ts";
import { parseJson, type JsonBounds } from "../sources/upstream/parse-json.ts";
import { UpstreamFailure } from "../sources/upstream/upstream-failure.ts";
import { RequestRefused } from "./error-answer.ts";
import type { ServiceRequest } from "./exchange.ts";

/** Bodies that are on their way at once. Each holds what has come of it, for as long as it takes. */
const atOnce = { inAll: 128, perCaller: 8 } as const;

/** @throws RequestRefused 415 for what is not said to be JSON, 429 while too many others come, 413 past the bounds, 400 for what is none */
export type ReadJsonBody = (request: ServiceRequest, caller: string, bounds: JsonBounds) => Promise<unknown>;

export function createJsonBodyReader(): ReadJsonBody {
  const slots = new CallerSlots(atOnce);
  return async (request, caller, bounds) => {
    const type = request.header("content-type") ?? "";
    if (!/^application\/json\s*(?:;|$)/i.test(type) || request.header("content-encoding") !== undefined)
      throw new RequestRefused(
        "bad-request",
        "Send the body as JSON, uncompressed, with the header content-type: application/json.",
        {},
        415,
      );
    const release = slots.take(caller);
    if (release === undefined)
      throw new RequestRefused(
        "rate-limited",
        "Other bodies are still on their way. Send fewer at once, or wait a second and try again.",
        { "retry-after": "1", connection: "close" },
      );
    try {
      return parsed(await request.body(bounds.bytes), bounds);
    } finally {
      release();
    }
  };
}

function parsed(bytes: Buffer, bounds: JsonBounds): unknown {
  try {
    return parseJson(bytes, bounds);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    throw error.kind === "too-large"
      ? new RequestRefused(
          "too-large",
          `The body has more than ${bounds.values} values, or nests more than ${bounds.depth} deep.`,
        )
      : new RequestRefused("bad-request", "The body is no JSON in UTF-8. Send an object.");
  }
}
