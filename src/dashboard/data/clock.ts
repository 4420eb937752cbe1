// Times of markets use the service's clock, because a browser's may be wrong and the demo's may be frozen. Ages,
// retries and settings use the browser's clock.
import { isoText, millis, type Millis } from "../../contract/units.ts";

/** A smaller difference is latency, or comes from dates in whole seconds. */
const minSkewMs = 60_000;

let skewMs = 0;
let frozen: Millis | undefined;

/** @param time at which the demo's clock is frozen (RFC 3339) */
export function freezeClock(time: string | undefined): void {
  frozen = millis(Date.parse(time ?? ""));
}

export function frozenAt(): Millis | undefined {
  return frozen;
}

/** Reads a response's `Date`. Responses are revalidated, so none comes from a cache with an old date. */
export function noteServiceDate(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (!Number.isNaN(ahead)) skewMs = Math.abs(ahead) < minSkewMs ? 0 : ahead;
}

export function now(): Millis {
  return millis(Date.now()) ?? noTime();
}

export function serviceTime(browserTime: number): Millis {
  return millis(browserTime + skewMs) ?? noTime();
}

/** For files. In UTC, by the service's clock. */
export function serviceTimeText(browserTime: number | undefined): string | undefined {
  return browserTime === undefined ? undefined : isoText(serviceTime(browserTime));
}

export function sourceTime(browserTime: number): Millis {
  return frozen ?? serviceTime(browserTime);
}

function noTime(): never {
  throw new Error("The browser's clock returns no valid time.");
}
