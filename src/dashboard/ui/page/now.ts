import { useEffect, useState } from "react";

export const ageTickMs = 5000;

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
