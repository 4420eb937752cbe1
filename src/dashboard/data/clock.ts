// Markets' times use the service's clock, because a browser's may be wrong, or the demo's frozen time. Ages, retries
// and settings use the browser's clock.
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { millis, type Millis } from "../../contract/units.ts";

/** Smaller differences are network latency and whole-second dates. */
const leastSkewMs = 60_000;

let skewMs = 0;

/** Compares the clocks by an answer's `Date`. Answers are revalidated, so no cache keeps an old date. */
export function noteServiceDate(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (!Number.isNaN(ahead)) skewMs = Math.abs(ahead) < leastSkewMs ? 0 : ahead;
}

/** Converts a time of the browser's clock to the service's. */
export function serviceTime(browserTime: number): Millis {
  return millis(browserTime + skewMs) ?? noTime();
}

/** In milliseconds since the epoch; undefined while the source's clock runs. */
export function frozenAt(source: DashboardConfig["source"] | undefined): Millis | undefined {
  return millis(Date.parse(source?.frozenAt ?? ""));
}

/** Converts a time of the browser's clock to the markets' time, which may be frozen. */
export function sourceTime(
  config: Partial<Pick<DashboardConfig, "source">> | undefined,
  browserTime: number,
): Millis {
  return frozenAt(config?.source) ?? serviceTime(browserTime);
}

function noTime(): never {
  throw new Error("The browser's clock gives no time.");
}
