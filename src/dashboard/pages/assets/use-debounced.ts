import { useEffect, useState } from "react";

const pauseMs = 300;

/** A typed text once typing has paused. Empty until then. */
export function useDebounced(typed: string): string {
  const [paused, setPaused] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}
