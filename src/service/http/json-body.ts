// The JSON body of a request, held against bounds before anything is made of it.
import { parseJson, type JsonBounds } from "../sources/upstream/parse-json.ts";
import { UpstreamFailure } from "../sources/upstream/upstream-failure.ts";
import { RequestRefused } from "./error-answer.ts";
import type { ServiceRequest } from "./exchange.ts";

/** @throws RequestRefused 415 for what is not said to be JSON, 413 past the bounds, 400 for what is none */
export async function readJsonBody(request: ServiceRequest, bounds: JsonBounds): Promise<unknown> {
  const type = request.header("content-type") ?? "";
  if (!/^application\/json\s*(?:;|$)/i.test(type) || request.header("content-encoding") !== undefined)
    throw new RequestRefused(
      415,
      "bad-request",
      "Send the message as JSON, uncompressed, with the header content-type: application/json.",
    );
  const bytes = await request.body(bounds.bytes);
  try {
    return parseJson(bytes, bounds);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    throw error.kind === "too-large"
      ? new RequestRefused(
          413,
          "too-large",
          `The body has more than ${bounds.values} values, or nests more than ${bounds.depth} deep.`,
        )
      : new RequestRefused(400, "bad-request", "The body is no JSON in UTF-8. Send an object.");
  }
}
