import { createHash } from "node:crypto";
import type { HistoryRequest } from "../../../contract/history.ts";
import { dayMs, minuteMs } from "../../../contract/units.ts";
import { tagOf } from "../../tag.ts";
import { SourceError } from "../market-source.ts";
import { nothingSetAside, type SourceAnswer } from "../source-answer.ts";

const pastMs = 3 * 366 * dayMs;
const cursorLifeMs = 15 * minuteMs;

type Span = Pick<HistoryRequest, "startTime" | "endTime">;

export function pastOf({ startTime, endTime = Infinity }: Span, now: number) {
  return { start: Math.max(startTime, now - pastMs), end: Math.min(endTime, now) };
}

export type DemoAnswers = ReturnType<typeof createAnswers>;

/** What all answers of a demo share. A frozen clock never ages one. */
export function createAnswers(demo: readonly unknown[], frozenAt: number | undefined, clock: () => number) {
  const now = (): number => frozenAt ?? clock();
  const keyOf = (...values: readonly unknown[]): string => JSON.stringify([...demo, ...values]);
  let last: Promise<unknown> = Promise.resolve();
  return {
    now,
    keyOf,
    minute: (): number => Math.floor(now() / minuteMs),
    tagOf: (...values: readonly unknown[]): string => tagOf(keyOf(...values)),
    /** Of a minute, or of a past, which has no age. */
    answer: (tag: string, minute: number | undefined, write: () => Promise<string>): SourceAnswer => {
      const ageMs = minute === undefined || frozenAt !== undefined ? 0 : now() - minute * minuteMs;
      const ageSeconds = Math.max(0, Math.floor(ageMs / 1000));
      const bytes = async () => Buffer.from(await write());
      return { tag, bytes, ageSeconds, stale: false, setAside: nothingSetAside };
    },
    /** One task after another, so that one does not fill the pauses of another. */
    inTurn: async <T>(work: () => Promise<T>): Promise<T> => {
      const run = last.then(work);
      last = run.catch(() => {});
      return run;
    },
  };
}

export function tooLong(what: string, remedy: string): SourceError {
  return new SourceError(
    "bad-request",
    `The history of ${what} over this span does not fit one answer. Ask for ${remedy} or a shorter span.`,
  );
}

export interface CursorState {
  readonly minute: number;
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

/** `query` holds every parameter except the cursor, in canonical form. */
export function writeCursor({ minute, position }: CursorState, query: string): string {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(version, 0);
  bytes.writeIntBE(minute, 1, 6);
  bytes.writeUInt32BE(position, 7);
  hash(query).copy(bytes, headBytes, 0, queryBytes);
  hash(bytes.subarray(0, -checkBytes)).copy(bytes, headBytes + queryBytes, 0, checkBytes);
  return bytes.toString("base64url");
}

/** @throws SourceError unless `writeCursor` made it for the same query and it has not expired */
export function readCursor(text: string | undefined, query: string, now: number): CursorState {
  if (text === undefined) return { minute: Math.floor(now / minuteMs), position: 0 };
  const bytes = Buffer.from(text, "base64url");
  // The decoder skips invalid characters, so compare with the exact text.
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
