// How the demo answers: its clock, its cursors, and answers that have a name before they have a body.
import { createHash } from "node:crypto";
import { dayMs, minuteMs } from "../../../contract/units.ts";
import { tagOf } from "../../tag.ts";
import { SourceError } from "../market-source.ts";
import { nothingSetAside, type SourceAnswer } from "../source-answer.ts";

/** The past of the demo begins this long before its present. */
const pastMs = 3 * 366 * dayMs;
/** How long paging through a list may take, by the demo clock. */
const cursorLifeMs = 15 * minuteMs;

export function pastOf(
  { startTime, endTime = Infinity }: { readonly startTime: number; readonly endTime?: number | undefined },
  now: number,
): { readonly start: number; readonly end: number } {
  return { start: Math.max(startTime, now - pastMs), end: Math.min(endTime, now) };
}

export interface DemoClock {
  now(): number;
  /** Age of what was made for a minute, in whole seconds; 0 where the clock is frozen. */
  ageOf(minute: number): number;
}

/**
 * @param tag names what is in the answer, the same on every instance
 * @param write gives the body as JSON
 */
export function answer(tag: string, ageSeconds: number, write: () => Promise<string>): SourceAnswer {
  const bytes = async () => Buffer.from(await write());
  return { tag, bytes, ageSeconds, stale: false, setAside: nothingSetAside };
}

export function tagOfValues(...values: readonly unknown[]): string {
  return tagOf(JSON.stringify(values));
}

/** Runs one piece of work after another, so that the pauses of one are not filled by the next. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}

/** What any instance of the same demo needs to go on. */
export interface CursorState {
  readonly minute: number;
  /** The position at which the next page begins. */
  readonly position: number;
}

const refusals = {
  malformed:
    "cursor was not issued by this service. Send it exactly as received, or leave it out to start again.",
  altered: "cursor was changed. Send it exactly as received, or leave it out to start again.",
  foreign:
    "cursor belongs to another query. Repeat type, provider, asset and filters as on the first page, or leave the cursor out.",
  expired: "cursor has expired: it is good for 15 minutes. Leave the cursor out to start again.",
} as const;

const version = 1;
const queryBytes = 12;
const checkBytes = 16;
const headBytes = 1 + 6 + 4;
const length = headBytes + queryBytes + checkBytes;

/** @param query a canonical text of everything the pages depend on besides the cursor */
export function writeCursor({ minute, position }: CursorState, query: string): string {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(version, 0);
  bytes.writeIntBE(minute, 1, 6);
  bytes.writeUInt32BE(position, 7);
  hash(query).copy(bytes, headBytes, 0, queryBytes);
  hash(bytes.subarray(0, -checkBytes)).copy(bytes, headBytes + queryBytes, 0, checkBytes);
  return bytes.toString("base64url");
}

/**
 * Where a page begins: at the first market now, where there is no cursor.
 * @throws SourceError unless `writeCursor` made the cursor for the same query within its life
 */
export function readCursor(text: string | undefined, query: string, now: number): CursorState {
  if (text === undefined) return { minute: Math.floor(now / minuteMs), position: 0 };
  const bytes = Buffer.from(text, "base64url");
  // Decoding skips what is not base64url; only the exact text that was issued is accepted.
  if (bytes.length !== length || bytes.toString("base64url") !== text || bytes.readUInt8(0) !== version)
    return refuse("malformed");
  const check = hash(bytes.subarray(0, -checkBytes)).subarray(0, checkBytes);
  if (!check.equals(bytes.subarray(-checkBytes))) return refuse("altered");
  if (!hash(query).subarray(0, queryBytes).equals(bytes.subarray(headBytes, -checkBytes)))
    return refuse("foreign");
  const state = { minute: bytes.readIntBE(1, 6), position: bytes.readUInt32BE(7) };
  return Math.abs(now - state.minute * minuteMs) > cursorLifeMs + minuteMs ? refuse("expired") : state;
}

function refuse(fault: keyof typeof refusals): never {
  throw new SourceError("cursor-refused", refusals[fault]);
}

function hash(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}
