// How the demo answers: an answer has a name before it has a body, and bodies that take long are made one after another.
import { dayMs } from "../../../../contract/units.ts";
import { tagOf } from "../../../tag.ts";
import { nothingSetAside, type SourceAnswer } from "../../source-answer.ts";

/** The past of the demo begins this long before its present. */
const pastMs = 3 * 366 * dayMs;

/** What of a stretch of time the demo has a past of. Milliseconds since the epoch. */
export function pastOf(
  { startTime, endTime }: { readonly startTime: number; readonly endTime?: number | undefined },
  now: number,
): { readonly start: number; readonly end: number } {
  return { start: Math.max(startTime, now - pastMs), end: Math.min(endTime ?? now, now) };
}

/** The clock of a demo, which may stand still. */
export interface DemoClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Age of what was made for a minute, in whole seconds. Where the clock stands still it is always new. */
  ageOf(minute: number): number;
}

/**
 * A tag names what is in the answer: that has one body, whichever instance makes it, when, and for which query.
 * @param write gives the body as JSON
 */
export function answer(tag: string, ageSeconds: number, write: () => Promise<string>): SourceAnswer {
  return {
    tag,
    bytes: async () => Buffer.from(await write()),
    ageSeconds,
    stale: false,
    setAside: nothingSetAside,
  };
}

/** The tag of what follows from these values alone. */
export function tagOfValues(...values: readonly unknown[]): string {
  return tagOf(JSON.stringify(values));
}

/** Runs one piece of work after another, so that their pauses are pauses for everybody. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}
