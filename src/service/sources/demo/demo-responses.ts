import type { Span } from "../../../contract/history.ts";
import { dayMs, minuteMs } from "../../../contract/units.ts";
import { createLimit } from "../../waiting.ts";
import { cursorExpired, readCursor } from "../cursor.ts";
import { SourceError } from "../market-source.ts";
import { tagOf, nothingSetAside, type SourceResponse } from "../source-response.ts";

const pastMs = 3 * 366 * dayMs;
const cursorLifeMs = 15 * minuteMs;

export function pastOf({ startTime, endTime = Infinity }: Omit<Span, "resolution">, now: number) {
  return { start: Math.max(startTime, now - pastMs), end: Math.min(endTime, now) };
}

export type DemoResponses = ReturnType<typeof createResponses>;

/** What all responses of a demo have in common. With a frozen clock they never age. */
export function createResponses(demo: readonly unknown[], frozenAt: number | undefined, clock: () => number) {
  const now = (): number => frozenAt ?? clock();
  const keyOf = (...values: readonly unknown[]): string => JSON.stringify([...demo, ...values]);
  return {
    now,
    keyOf,
    minute: (): number => Math.floor(now() / minuteMs),
    tagOf: (...values: readonly unknown[]): string => tagOf(keyOf(...values)),
    /** `minute` is the time the response describes. Undefined for a history, which has no age. */
    respond: (tag: string, minute: number | undefined, write: () => Promise<string>): SourceResponse => {
      const ageMs = minute === undefined || frozenAt !== undefined ? 0 : now() - minute * minuteMs;
      const ageSeconds = Math.max(0, Math.floor(ageMs / 1000));
      const bytes = async () => Buffer.from(await write());
      return { tag, bytes, ageSeconds, stale: false, setAside: nothingSetAside };
    },
    /** Runs one task at a time: otherwise another task would run in the pauses that tasks leave for requests. */
    inTurn: createLimit(1).run,
  };
}

export function tooLong(what: string, remedy: string): SourceError {
  return new SourceError(
    "bad-request",
    `The history of ${what} over this span does not fit one answer. Ask for ${remedy} or a shorter span.`,
  );
}

/** The minute and position at which a page begins; without a cursor, the current minute. @throws SourceError */
export function startOf(cursor: string | undefined, query: string, now: number) {
  if (cursor === undefined) return { minute: Math.floor(now / minuteMs), position: 0 };
  const { snapshot, position } = readCursor(cursor, query);
  const minute = Number(snapshot);
  if (Math.abs(now - minute * minuteMs) <= cursorLifeMs + minuteMs) return { minute, position };
  throw cursorExpired();
}
