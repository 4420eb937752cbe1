// The cursor of the demo: everything a walk must remember, so that any instance of the same demo can go on. It carries a checksum,
// which notices a changed letter, and no secret: its minute and its position are open to anyone.
import { createHash } from "node:crypto";
import { minuteMs } from "../../../../contract/units.ts";
import { SourceError } from "../../market-source.ts";

/** What a cursor carries. */
export interface CursorState {
  /** The instant the walk's first page was made for, in whole minutes since the epoch. */
  readonly minute: number;
  /** The catalogue position at which the next page begins. */
  readonly position: number;
}

export type CursorFault = "malformed" | "altered" | "foreign";

/** How long a walk may take, by the demo clock. */
const lifeMs = 15 * minuteMs;

const refusals: Record<CursorFault | "expired", string> = {
  malformed:
    "cursor is not one this service has given. Send it exactly as received, or leave it out to start again.",
  altered: "cursor was changed on its way. Send it exactly as received, or leave it out to start again.",
  foreign:
    "cursor belongs to another query. Repeat type, provider, asset and filters as on the first page, or leave the cursor out.",
  expired: "cursor has expired: a walk may take 15 minutes. Leave the cursor out to start again.",
};

/** What a caller is told whose cursor leads nowhere. */
export function refusedCursor(fault: CursorFault | "expired"): SourceError {
  return new SourceError("cursor-refused", refusals[fault]);
}

/** Whether a walk that began in a minute may still go on. */
export function stillWalks(minute: number, now: number): boolean {
  return Math.abs(now - minute * minuteMs) <= lifeMs + minuteMs;
}

const version = 1;
const queryBytes = 12;
const checkBytes = 16;
const headBytes = 1 + 6 + 4;
const length = headBytes + queryBytes + checkBytes;

/** @param query a canonical text of everything the walk depends on besides the cursor */
export function writeCursor(state: CursorState, query: string): string {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(version, 0);
  bytes.writeIntBE(state.minute, 1, 6);
  bytes.writeUInt32BE(state.position, 7);
  queryHash(query).copy(bytes, headBytes);
  checksum(bytes).copy(bytes, headBytes + queryBytes);
  return bytes.toString("base64url");
}

/** Reads a cursor that `writeCursor` made for the same query, or says why it is not one. */
export function readCursor(text: string, query: string): CursorState | CursorFault {
  const bytes = Buffer.from(text, "base64url");
  // Decoding skips what is no base64url; only the exact text that was issued is accepted.
  if (bytes.length !== length || bytes.toString("base64url") !== text || bytes.readUInt8(0) !== version)
    return "malformed";
  if (!checksum(bytes).equals(bytes.subarray(headBytes + queryBytes))) return "altered";
  if (!queryHash(query).equals(bytes.subarray(headBytes, headBytes + queryBytes))) return "foreign";
  return { minute: bytes.readIntBE(1, 6), position: bytes.readUInt32BE(7) };
}

function checksum(bytes: Buffer): Buffer {
  return createHash("sha256")
    .update(bytes.subarray(0, headBytes + queryBytes))
    .digest()
    .subarray(0, checkBytes);
}

function queryHash(query: string): Buffer {
  return createHash("sha256").update(query).digest().subarray(0, queryBytes);
}
