// Which time it is for the markets: the service's, because a browser's clock may be wrong, and the demo's where that is frozen. Ages of
// answers, retries and what the visitor set need no such time: they begin and end in the browser's clock.
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { millis, type Millis } from "../../contract/units.ts";

/** A smaller difference is the way of an answer and the whole seconds of its date. */
const leastSkewMs = 60_000;

/** How far the service's clock is ahead of the browser's, in milliseconds. */
let skewMs = 0;

/**
 * Compares the clocks by the `Date` of an answer, which the service writes as it sends it. Answers are revalidated, so that no cache keeps
 * an old date. Without one nothing changes.
 */
export function noteServiceDate(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (!Number.isNaN(ahead)) skewMs = Math.abs(ahead) < leastSkewMs ? 0 : ahead;
}

/** A moment of the browser's clock as the service's clock has it. */
export function serviceTime(browserTime: number): Millis {
  return millis(browserTime + skewMs) ?? noTime();
}

/** The moment the source's clock is frozen at, in milliseconds since the epoch; undefined while it runs. */
export function frozenAt(source: DashboardConfig["source"] | undefined): Millis | undefined {
  return millis(Date.parse(source?.frozenAt ?? ""));
}

/** A moment of the browser's clock as the markets have it: where the source's clock is frozen, always that moment. */
export function sourceTime(
  config: Partial<Pick<DashboardConfig, "source">> | undefined,
  browserTime: number,
): Millis {
  return frozenAt(config?.source) ?? serviceTime(browserTime);
}

function noTime(): never {
  throw new Error("The browser's clock gives no time.");
}
