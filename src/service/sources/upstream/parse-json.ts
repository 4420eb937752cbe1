// Measures JSON before parsing it: eight kilobytes on the wire can become millions of objects, and deep nesting
// overflows recursive readers.
import type { JsonBounds } from "../../../contract/operations/operation.ts";
import { UpstreamFailure } from "./upstream-failure.ts";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

// `bounds.bytes` must be enforced before. @throws UpstreamFailure too-large, or unreadable for invalid UTF-8 or JSON
export function parseJson(bytes: Buffer, bounds: JsonBounds): unknown {
  if (!isWithin(bytes, bounds)) throw new UpstreamFailure("too-large");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new UpstreamFailure("unreadable", {
      reason: error instanceof SyntaxError ? "not JSON" : "not UTF-8",
    });
  }
}

/** Counts commas and opening brackets outside strings, which is an upper bound on the number of values. */
function isWithin(bytes: Buffer, { values, depth }: JsonBounds): boolean {
  let seen = 0;
  let open = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      // Skips over escapes to the end of the string.
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (byte === comma) {
      seen += 1;
    } else if (byte === openList || byte === openObject) {
      seen += 1;
      open += 1;
    } else if (byte === closeList || byte === closeObject) {
      open -= 1;
    }
    if (seen > values || open > depth) return false;
  }
  return true;
}
