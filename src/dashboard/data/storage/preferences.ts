import { createStoredValue, useStoredValue } from "./stored-value.ts";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Upstreams refresh about every ten minutes. */
export const refreshIntervalMs = 10 * 60 * 1000;

// public/theme.js reads the same key and plain text before the first paint.
const storedTheme = createStoredValue<Theme>(
  "yieldboard.theme",
  (text) => themes.find((theme) => theme === text) ?? "system",
  (theme) => (theme === "system" ? undefined : theme),
);

const storedRefresh = createStoredValue<boolean>(
  "yieldboard.refresh",
  (text) => text !== "off",
  (on) => (on ? undefined : "off"),
);

/** A new theme is shown by `followTheme`. */
export function useTheme() {
  return [useStoredValue(storedTheme), storedTheme.set] as const;
}

/** Whether lists and positions refresh by themselves. */
export function useAutoRefresh() {
  return [useStoredValue(storedRefresh), storedRefresh.set] as const;
}

function showTheme(): void {
  // Forced colors have a palette of their own, which a theme cannot change.
  const theme = matchMedia("(forced-colors: active)").matches ? "system" : storedTheme.get();
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

/** Follows the system's theme and changes in other tabs. Returns a stop function. */
export function followTheme(): () => void {
  const abort = new AbortController();
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
    matchMedia(query).addEventListener("change", showTheme, { signal: abort.signal });
  const unsubscribe = storedTheme.subscribe(showTheme);
  showTheme();
  return () => {
    abort.abort();
    unsubscribe();
  };
}
