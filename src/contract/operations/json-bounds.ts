// Eight kilobytes on the wire can become millions of objects, and deep nesting overflows recursive readers, so JSON is
// measured before it is parsed.

export interface JsonBounds {
  /** After decompression. */
  readonly bytes: number;
  readonly values: number;
  readonly depth: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Counts commas and opening brackets outside strings: an upper bound on the values. */
export function isWithin(bytes: Uint8Array, { values, depth }: JsonBounds): boolean {
  let seen = 0;
  let open = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      // Skips to the end of the string and over escapes.
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
