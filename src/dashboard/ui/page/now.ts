// The current time for ages and countdowns, ticking while the page is visible.
import { useEffect, useState } from "react";

/** How often ages update; milliseconds. */
export const ageTickMs = 5000;

/** @param intervalMs how often it ticks; undefined stops the clock @returns milliseconds since the epoch */
export function useNow(intervalMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (intervalMs === undefined) return undefined;
    const tick = (): void => {
      if (document.visibilityState === "visible") setNow(Date.now());
    };
    tick();
    const timer = setInterval(tick, intervalMs);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [intervalMs]);
  return now;
}
