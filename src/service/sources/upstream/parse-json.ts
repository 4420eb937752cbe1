import { isWithin, type JsonBounds } from "../../../contract/operations/json-bounds.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

// `bounds.bytes` is enforced while reading. @throws UpstreamFailure too-large, or unreadable for invalid UTF-8 or JSON
export function parseJson(bytes: Buffer, bounds: JsonBounds): unknown {
  if (!isWithin(bytes, bounds)) throw new UpstreamFailure("too-large");
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamFailure("unreadable", { reason: "not JSON" });
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UpstreamFailure("unreadable", { reason: "not UTF-8" });
  }
}
