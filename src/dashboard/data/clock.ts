// Times of markets use the service's clock, because a browser's may be wrong and the demo's may be frozen. Ages,
// retries and settings use the browser's clock.
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { isoText, millis, type Millis } from "../../contract/units.ts";

/** A smaller difference is latency, or comes from dates in whole seconds. */
const leastSkewMs = 60_000;

let skewMs = 0;

/** Reads an answer's `Date`. Answers are revalidated, so none comes from a cache with an old date. */
export function noteServiceDate(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (!Number.isNaN(ahead)) skewMs = Math.abs(ahead) < leastSkewMs ? 0 : ahead;
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

export function frozenAt(source: DashboardConfig["source"] | undefined): Millis | undefined {
  return millis(Date.parse(source?.frozenAt ?? ""));
}

export function sourceTime(
  config: Partial<Pick<DashboardConfig, "source">> | undefined,
  browserTime: number,
): Millis {
  return frozenAt(config?.source) ?? serviceTime(browserTime);
}

function noTime(): never {
  throw new Error("The browser's clock returns no valid time.");
}
