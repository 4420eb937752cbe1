// The cursor of the demo: everything a walk must remember, signed, so that any instance with the same secret can go on.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** What a cursor carries. */
export interface CursorState {
  /** The instant the walk's first page was made for, in whole minutes since the epoch. */
  readonly minute: number;
  /** The catalogue position at which the next page begins. */
  readonly position: number;
}

export type CursorFault = "malformed" | "altered" | "foreign";

const version = 1;
const queryBytes = 12;
const macBytes = 16;
const headBytes = 1 + 6 + 4;
const length = headBytes + queryBytes + macBytes;

/** Writes and reads cursors with one secret. */
export class CursorSeal {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** @param query a canonical text of everything the walk depends on besides the cursor */
  write(state: CursorState, query: string): string {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt8(version, 0);
    bytes.writeIntBE(state.minute, 1, 6);
    bytes.writeUInt32BE(state.position, 7);
    queryHash(query).copy(bytes, headBytes);
    this.#mac(bytes).copy(bytes, headBytes + queryBytes);
    return bytes.toString("base64url");
  }

  /** Reads a cursor that `write` made for the same query, or says why it is not one. */
  read(text: string, query: string): CursorState | CursorFault {
    const bytes = Buffer.from(text, "base64url");
    // Decoding skips what is no base64url; only the exact text that was issued is accepted.
    if (bytes.length !== length || bytes.toString("base64url") !== text || bytes.readUInt8(0) !== version)
      return "malformed";
    if (!timingSafeEqual(this.#mac(bytes), bytes.subarray(headBytes + queryBytes))) return "altered";
    if (!queryHash(query).equals(bytes.subarray(headBytes, headBytes + queryBytes))) return "foreign";
    return { minute: bytes.readIntBE(1, 6), position: bytes.readUInt32BE(7) };
  }

  #mac(bytes: Buffer): Buffer {
    return createHmac("sha256", this.#secret)
      .update(bytes.subarray(0, headBytes + queryBytes))
      .digest()
      .subarray(0, macBytes);
  }
}

function queryHash(query: string): Buffer {
  return createHash("sha256").update(query).digest().subarray(0, queryBytes);
}
