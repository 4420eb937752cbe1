// JSON from outside, parsed once it is known to be small in every way that costs: eight kilobytes on the wire can become millions
// of objects, and a text that nests thousands of levels breaks every recursive reader.
import { UpstreamFailure } from "./upstream-failure.ts";

/** How much JSON is taken in one answer. */
export interface JsonBounds {
  /** Bytes of text, after decompression. */
  readonly bytes: number;
  /** Values in all, whatever they are nested in. */
  readonly values: number;
  /** Lists and objects inside each other. */
  readonly depth: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * Parses UTF-8 bytes as JSON. Its values and depth are counted in the bytes first, so that nothing is made of a text that has
 * too many; `bounds.bytes` is checked while the bytes are read.
 * @throws UpstreamFailure too-large past the bounds; unreadable where it is no UTF-8 or no JSON
 */
export function parseJson(bytes: Buffer, bounds: JsonBounds): unknown {
  if (!isWithin(bytes, bounds)) throw new UpstreamFailure("too-large");
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamFailure("unreadable", { reason: "not JSON" });
  }
}

/** Counts commas and opening brackets outside strings: never fewer than there are values. */
function isWithin(bytes: Buffer, { values, depth }: JsonBounds): boolean {
  let seen = 0;
  let open = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      // To the end of the string; what a backslash precedes does not end it.
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

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UpstreamFailure("unreadable", { reason: "not UTF-8" });
  }
}
