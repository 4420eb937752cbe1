import { bodyLimit } from "hono/body-limit";
import { createCallerSlots } from "../sources/upstream/caller-slots.ts";
import type { JsonBounds } from "../../contract/operations/operation.ts";
import { parseJson } from "../sources/upstream/parse-json.ts";
import { UpstreamFailure } from "../sources/upstream/upstream-failure.ts";
import { inTime } from "../waiting.ts";
import type { ServiceContext } from "./context.ts";
import { closed, RequestRefused } from "./request-refused.ts";

/** Bodies received at once; each takes memory. */
const atOnce = { inTotal: 128, perCaller: 8 } as const;
/** Less than the server's limit for a whole request, so that a slow sender still gets a response. */
const defaultWithinMs = 10_000;

export function createJsonBodyReader() {
  const slots = createCallerSlots(atOnce);
  /** @throws RequestRefused 408, 413, 415, 429, or 400 for invalid JSON */
  return async (c: ServiceContext, bounds: JsonBounds): Promise<unknown> => {
    const type = c.req.header("content-type") ?? "";
    if (!/^application\/json\s*(?:;|$)/i.test(type) || c.req.header("content-encoding") !== undefined)
      throw new RequestRefused(
        "bad-request",
        "Send the body as JSON, uncompressed, with the header content-type: application/json.",
        { statusCode: 415 },
      );
    const release = slots.take(c.get("caller"));
    if (release === undefined)
      throw new RequestRefused(
        "rate-limited",
        "Too many request bodies are arriving at once. Send fewer, or wait a second and try again.",
        { retryAfterSeconds: 1, ...closed },
      );
    try {
      const bytes = await inTime(readBytes(c, bounds.bytes), c.env.bodyWithinMs ?? defaultWithinMs, () => {
        const message = "The body took too long to arrive. Send it again.";
        throw new RequestRefused("request-timeout", message, closed);
      });
      return parseJson(bytes, bounds);
    } catch (error) {
      throw refusalOf(error, bounds);
    } finally {
      release();
    }
  };
}

/** Does not read the rest of a refused body: the response closes the connection. */
async function readBytes(c: ServiceContext, maxSize: number): Promise<Buffer> {
  const limit = bodyLimit({
    maxSize,
    onError: () => {
      const message = `The body is larger than ${maxSize} bytes. Send less at once.`;
      throw new RequestRefused("too-large", message, closed);
    },
  });
  await limit(c, async () => {});
  return Buffer.from(await c.req.arrayBuffer());
}

function refusalOf(error: unknown, { values, depth }: JsonBounds): RequestRefused {
  if (error instanceof RequestRefused) return error;
  if (!(error instanceof UpstreamFailure))
    return new RequestRefused("bad-request", "The body ended early. Send it again.", closed);
  return error.kind === "too-large"
    ? new RequestRefused(
        "too-large",
        `The body has more than ${values} values, or nests more than ${depth} deep. Send less at once.`,
      )
    : new RequestRefused("bad-request", "The body is not JSON in UTF-8. Send an object.");
}
